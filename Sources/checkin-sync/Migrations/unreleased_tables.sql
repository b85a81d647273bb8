-- Moves the groups from the tables of builds before the first release, which the schema checkin_unreleased holds, and
-- drops these tables. Rows of deleted groups, which those tables kept, are left out. Rows that violate a constraint
-- fail it all.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['groups', 'members', 'chunks', 'cards', 'photos'] LOOP
    EXECUTE format('ALTER TABLE checkin_unreleased.%I NO FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE checkin.%I NO FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'INSERT INTO checkin.%1$I SELECT * FROM checkin_unreleased.%1$I '
      'WHERE group_id IN (SELECT group_id FROM checkin_unreleased.groups)', name);
    IF name <> 'members' THEN
      EXECUTE format('ALTER TABLE checkin.%I FORCE ROW LEVEL SECURITY', name);
    END IF;
  END LOOP;
END
$$;
DROP SCHEMA checkin_unreleased CASCADE;
