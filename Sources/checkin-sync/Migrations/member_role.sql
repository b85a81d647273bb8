-- Creates the role of all accounts that may use the tables, and grants it the rights of a device. The role belongs to
-- the whole server, so another database may have created it.
DO $$
BEGIN
  IF to_regrole('checkin_member') IS NULL THEN
    BEGIN
      CREATE ROLE checkin_member;
    EXCEPTION WHEN insufficient_privilege THEN
      RAISE WARNING USING MESSAGE = format(
        'Only %s can use these tables, because the role checkin_member is missing and %1$s may not create roles. To '
        'add accounts, have an administrator run CREATE ROLE checkin_member, and run ''checkin-sync migrate'' again.',
        current_user);
      RETURN;
    END;
  END IF;
  GRANT USAGE ON SCHEMA checkin TO checkin_member;
  GRANT SELECT ON ALL TABLES IN SCHEMA checkin TO checkin_member;
  GRANT INSERT, UPDATE (card) ON checkin.cards TO checkin_member;
  GRANT INSERT, UPDATE (body) ON checkin.photos TO checkin_member;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA checkin TO checkin_member;
END
$$;
