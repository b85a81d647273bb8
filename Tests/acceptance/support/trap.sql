-- A schema whose operators, functions and types have the names that a function without schemas could mean, and fail
-- where they are used.
CREATE SCHEMA trap;
GRANT USAGE ON SCHEMA trap TO PUBLIC;
DO $$
DECLARE
  types text;
  sign text;
  signature text;
  base text;
BEGIN
  FOREACH types IN ARRAY ARRAY['uuid, uuid', 'name, name', 'text, text', 'name, text', 'bytea, bytea', 'bigint, bigint',
    'bigint, integer', 'integer, integer', 'integer, bigint'] LOOP
    EXECUTE format(
      'CREATE FUNCTION trap.spring(%s) RETURNS boolean LANGUAGE plpgsql AS $b$ BEGIN RAISE EXCEPTION ''sprung''; END $b$',
      types);
    FOREACH sign IN ARRAY ARRAY['=', '<>', '<', '>', '<=', '>=', '+', '-', '||'] LOOP
      EXECUTE format('CREATE OPERATOR trap.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = trap.spring)', sign,
        split_part(types, ', ', 1), split_part(types, ', ', 2));
    END LOOP;
  END LOOP;
  FOREACH signature IN ARRAY ARRAY['current_setting(text)', 'current_setting(text, boolean)',
    'set_config(text, text, boolean)', 'octet_length(bytea)', 'pg_logical_emit_message(boolean, text, text)',
    'pg_logical_emit_message(boolean, text, bytea)'] LOOP
    EXECUTE format(
      'CREATE FUNCTION trap.%s RETURNS text LANGUAGE plpgsql AS $b$ BEGIN RAISE EXCEPTION ''sprung''; END $b$', signature);
  END LOOP;
  FOREACH base IN ARRAY ARRAY['text', 'bytea', 'uuid', 'name', 'int8', 'bool'] LOOP
    EXECUTE format('CREATE DOMAIN trap.%I AS pg_catalog.%I CHECK (false)', base, base);
  END LOOP;
END
$$;
