-- A replica's log ends where its last piece does: nothing else is written with a push, and of two that begin at the same
-- event the primary key takes one.

DROP TABLE checkin.heads;

CREATE INDEX chunks_that_begin_a_log ON checkin.chunks (group_id, replica) WHERE first_sequence = 1;

-- How far the log of each replica is here, as the account that asks sees it. Constant for each replica.
CREATE VIEW checkin.heads WITH (security_invoker = true) AS
  SELECT beginning.group_id, beginning.replica, ending.last_sequence, ending.digest
  FROM checkin.chunks beginning
  CROSS JOIN LATERAL (
    SELECT last_sequence, digest FROM checkin.chunks
    WHERE group_id = beginning.group_id AND replica = beginning.replica
    ORDER BY first_sequence DESC LIMIT 1
  ) ending
  WHERE beginning.first_sequence = 1;
GRANT SELECT ON checkin.heads TO PUBLIC;

-- The settings stay those of the session, which is the device's own: most pushes find them as they should be.
CREATE OR REPLACE FUNCTION checkin.wait_for_standbys() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ignored text;
BEGIN
  IF current_setting('synchronous_commit') IN ('off', 'local', 'remote_write') THEN
    ignored := set_config('synchronous_commit', 'on', false);
  END IF;
  IF current_setting('client_min_messages') <> 'warning' THEN
    ignored := set_config('client_min_messages', 'warning', false);
  END IF;
END
$$;

-- Writes something that changes nothing: the commit of it waits for everything before it.
CREATE FUNCTION checkin.write_nothing() RETURNS void LANGUAGE sql AS $$
  SELECT pg_logical_emit_message(true, 'checkin', '')
$$;

-- Appends to a replica's log what follows its end. Answers 'appended', or 'duplicate' where just this is there already,
-- or 'elsewhere' where the end is another one: then the log that is here tells why. Of two that append at once, the second
-- waits for the first, and finds its row.
--
-- A duplicate is no reason to acknowledge by itself: the transaction that brought it may be committed on this server
-- only, if its wait for the standbys was cut off. So a duplicate writes as well.
CREATE OR REPLACE FUNCTION checkin.push(
  p_group uuid, p_replica uuid, p_first bigint, p_last bigint, p_previous bytea, p_digest bytea, p_body bytea
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  ignored text;
  last_sequence bigint;
  last_digest bytea;
BEGIN
  ignored := checkin.wait_for_standbys();
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

-- Whether a replica's log is here up to just this event. As with a duplicate, the answer comes with a commit that waits.
CREATE OR REPLACE FUNCTION checkin.confirm(p_group uuid, p_replica uuid, p_last bigint, p_digest bytea) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  PERFORM checkin.write_nothing();
  RETURN EXISTS (
    SELECT FROM checkin.heads h
      WHERE h.group_id = p_group AND h.replica = p_replica AND h.last_sequence = p_last AND h.digest = p_digest);
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
