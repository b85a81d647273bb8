-- Tables as builds before the first release created them: without constraints on chunks, which outlive their groups, and
-- with rights for everybody.
CREATE SCHEMA checkin;
CREATE TABLE checkin.migrations (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
INSERT INTO checkin.migrations SELECT generate_series(1, 6);
CREATE TABLE checkin.groups (
  group_id uuid PRIMARY KEY, descriptor bytea NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE checkin.members (
  member name NOT NULL, group_id uuid NOT NULL REFERENCES checkin.groups ON DELETE CASCADE,
  PRIMARY KEY (group_id, member));
CREATE TABLE checkin.chunks (
  group_id uuid NOT NULL, replica uuid NOT NULL, first_sequence bigint NOT NULL, last_sequence bigint NOT NULL,
  digest bytea NOT NULL, body bytea NOT NULL, PRIMARY KEY (group_id, replica, first_sequence));
CREATE TABLE checkin.cards (
  group_id uuid NOT NULL, replica uuid NOT NULL, card bytea NOT NULL, PRIMARY KEY (group_id, replica));
CREATE TABLE checkin.photos (
  group_id uuid NOT NULL, name bytea NOT NULL, replica uuid NOT NULL, body bytea NOT NULL,
  PRIMARY KEY (group_id, name, replica));
CREATE VIEW checkin.pushes AS SELECT NULL::uuid AS group_id, NULL::bytea AS body;
CREATE RULE append AS ON INSERT TO checkin.pushes DO INSTEAD
  INSERT INTO checkin.chunks SELECT NEW.group_id, NEW.group_id, 1, 1, NEW.body, NEW.body;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['groups', 'chunks', 'cards', 'photos'] LOOP
    EXECUTE format('ALTER TABLE checkin.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY members ON checkin.%I USING (
         (SELECT true FROM checkin.members m WHERE m.member = current_user AND m.group_id = %I.group_id))', name, name);
  END LOOP;
END
$$;
GRANT USAGE ON SCHEMA checkin TO PUBLIC;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA checkin TO PUBLIC;
