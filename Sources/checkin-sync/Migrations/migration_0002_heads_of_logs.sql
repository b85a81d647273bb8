-- A replica's log ends where its last piece does: a push writes nothing besides the piece, and of two that begin at the
-- same event the primary key takes one.

-- Membership is a scalar subquery, because that can only be looked up by its key. For EXISTS, PostgreSQL may plan a
-- hash of all groups of the account, which each statement then builds anew: with 30,000 groups, 20 ms for one row.
ALTER POLICY members ON checkin.groups USING (
  (SELECT true FROM checkin.members m WHERE m.member = current_user AND m.group_id = groups.group_id));
ALTER POLICY members ON checkin.chunks USING (
  (SELECT true FROM checkin.members m WHERE m.member = current_user AND m.group_id = chunks.group_id));
ALTER POLICY members ON checkin.cards USING (
  (SELECT true FROM checkin.members m WHERE m.member = current_user AND m.group_id = cards.group_id));
ALTER POLICY members ON checkin.photos USING (
  (SELECT true FROM checkin.members m WHERE m.member = current_user AND m.group_id = photos.group_id));

-- The bounds of a piece. Constraints are parsed again for each statement that inserts, which took a third of a push; a
-- policy is kept with the plan. It binds the tables' owner too, but no account that has BYPASSRLS.
ALTER TABLE checkin.chunks
  DROP CONSTRAINT chunks_first_sequence_check, DROP CONSTRAINT chunks_check, DROP CONSTRAINT chunks_digest_check,
  DROP CONSTRAINT chunks_body_check;
CREATE POLICY bounds ON checkin.chunks AS RESTRICTIVE USING (true) WITH CHECK (
  first_sequence > 0 AND last_sequence >= first_sequence AND octet_length(digest) = 32
  AND octet_length(body) <= 16777216);

DROP TABLE checkin.heads;

-- How far the log of each replica is here, as the account that asks sees it. It goes from one replica of a group
-- straight to the next by the primary key of the pieces, so it reads one piece of each, however many there are.
CREATE VIEW checkin.heads WITH (security_invoker = true) AS
  SELECT g.group_id, ending.replica, ending.last_sequence, ending.digest
  FROM checkin.groups g
  CROSS JOIN LATERAL (
    WITH RECURSIVE endings AS (
      (SELECT c.replica, c.last_sequence, c.digest FROM checkin.chunks c
       WHERE c.group_id = g.group_id
       ORDER BY c.replica DESC, c.first_sequence DESC LIMIT 1)
      UNION ALL
      SELECT next.replica, next.last_sequence, next.digest
      FROM endings
      CROSS JOIN LATERAL (
        SELECT c.replica, c.last_sequence, c.digest FROM checkin.chunks c
        WHERE c.group_id = g.group_id AND c.replica < endings.replica
        ORDER BY c.replica DESC, c.first_sequence DESC LIMIT 1
      ) next
    )
    SELECT * FROM endings
  ) ending;
GRANT SELECT ON checkin.heads TO PUBLIC;

-- The commit of this transaction waits for the synchronous standbys, and the client hears of a wait that was cut off,
-- whatever the session, the account or the database has set.
--
-- Each call looks at the settings, and changes those that differ for the rest of the session, which is the device's
-- own: most pushes find them right. As one expression in SQL it becomes part of its caller, which is cheaper than a
-- call.
DROP FUNCTION checkin.wait_for_standbys();
CREATE FUNCTION checkin.wait_for_standbys() RETURNS text[] LANGUAGE sql AS $$
  SELECT ARRAY[
    CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
      THEN set_config('synchronous_commit', 'on', false) END,
    CASE WHEN current_setting('client_min_messages') <> 'warning'
      THEN set_config('client_min_messages', 'warning', false) END
  ]
$$;

-- Writes something that changes nothing: its commit waits for everything before it.
CREATE FUNCTION checkin.write_nothing() RETURNS void LANGUAGE sql AS $$
  SELECT pg_logical_emit_message(true, 'checkin', '')
$$;

-- Appends to a replica's log what follows its end. Answers 'appended', or 'duplicate' where just this is there already,
-- or 'elsewhere' where the end is another one: then the log that is here tells why. Of two that append at once, the
-- second waits for the first, and finds its piece.
--
-- A duplicate is no reason to acknowledge by itself: the transaction that brought it may be committed on this server
-- only, if its wait for the standbys was cut off. So a duplicate writes as well.
--
-- The best plan is by the primary key whatever the values are, so one generic plan serves them all: to plan a statement
-- again for new values takes longer than to run it. This, too, is set for the rest of the session: PostgreSQL 15 goes
-- through all its settings wherever a function with a SET clause ends.
CREATE OR REPLACE FUNCTION checkin.push(
  p_group uuid, p_replica uuid, p_first bigint, p_last bigint, p_previous bytea, p_digest bytea, p_body bytea
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  ignored text[];
  last_sequence bigint;
  last_digest bytea;
BEGIN
  ignored := checkin.wait_for_standbys();
  IF current_setting('plan_cache_mode') <> 'force_generic_plan' THEN
    ignored := ARRAY[set_config('plan_cache_mode', 'force_generic_plan', false)];
  END IF;
  SELECT c.last_sequence, c.digest INTO last_sequence, last_digest FROM checkin.chunks c
    WHERE c.group_id = p_group AND c.replica = p_replica ORDER BY c.first_sequence DESC LIMIT 1;
  IF p_first = coalesce(last_sequence, 0) + 1 AND p_previous IS NOT DISTINCT FROM last_digest THEN
    INSERT INTO checkin.chunks (group_id, replica, first_sequence, last_sequence, digest, body)
      VALUES (p_group, p_replica, p_first, p_last, p_digest, p_body) ON CONFLICT DO NOTHING;
    IF FOUND THEN
      RETURN 'appended';
    END IF;
  END IF;
  PERFORM checkin.write_nothing();
  IF EXISTS (
    SELECT FROM checkin.chunks c
      WHERE c.group_id = p_group AND c.replica = p_replica AND c.first_sequence = p_first AND c.last_sequence = p_last
        AND c.digest = p_digest
  ) THEN
    RETURN 'duplicate';
  END IF;
  RETURN 'elsewhere';
END
$$;

-- Whether a replica's log is here up to just this event. As with a duplicate, the answer comes with a commit that
-- waits.
CREATE OR REPLACE FUNCTION checkin.confirm(p_group uuid, p_replica uuid, p_last bigint, p_digest bytea) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  PERFORM checkin.write_nothing();
  RETURN EXISTS (
    SELECT FROM (
      SELECT c.last_sequence, c.digest FROM checkin.chunks c
        WHERE c.group_id = p_group AND c.replica = p_replica ORDER BY c.first_sequence DESC LIMIT 1
    ) ending
    WHERE ending.last_sequence = p_last AND ending.digest = p_digest);
END
$$;

-- Adds a photo. One that is there may be committed on this server only.
CREATE OR REPLACE FUNCTION checkin.push_photo(p_group uuid, p_name bytea, p_replica uuid, p_body bytea) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  INSERT INTO checkin.photos (group_id, name, replica, body) VALUES (p_group, p_name, p_replica, p_body)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    PERFORM checkin.write_nothing();
  END IF;
END
$$;
