-- Pieces come as rows of checkin.pushes and in no other way. Its rule has the owner's rights for the tables that it
-- names and nothing more: it runs as part of the caller's statement, current_user is the account that asks, and what
-- functions and operators mean is settled here, whatever search path a caller has. A function with rights of its own
-- has to see to all of this itself, and takes a second statement.
SELECT pg_catalog.set_config('search_path', 'pg_catalog', true);

-- Whether the commit of this transaction waits for the synchronous standbys.
CREATE FUNCTION checkin.is_durable() RETURNS boolean LANGUAGE sql STABLE
RETURN current_setting('synchronous_commit') IN ('on', 'remote_apply');

-- Whether the session is as a write wants it: durable, and the client hears of a wait that was cut off.
CREATE OR REPLACE FUNCTION checkin.is_ready() RETURNS boolean LANGUAGE sql STABLE
RETURN checkin.is_durable() AND current_setting('client_min_messages') <> 'error';

CREATE OR REPLACE FUNCTION checkin.wait_for_standbys() RETURNS text[] LANGUAGE sql
RETURN ARRAY[
  CASE WHEN NOT checkin.is_durable() THEN set_config('synchronous_commit', 'on', false) END,
  CASE WHEN current_setting('client_min_messages') = 'error'
    THEN set_config('client_min_messages', 'warning', false) END
];

-- What is inserted here becomes a piece if the session is as a write wants it, the account is a member of the group,
-- the piece has the bounds of one, and it follows the end of the replica's log. Otherwise nothing is inserted;
-- checkin.push says why. Of two that append at once, the second waits for the first, and the primary key refuses it; a
-- device that looks again finds the first one's piece.
CREATE VIEW checkin.pushes AS
  SELECT NULL::uuid AS group_id, NULL::uuid AS replica, NULL::bigint AS first_sequence, NULL::bigint AS last_sequence,
    NULL::bytea AS previous, NULL::bytea AS digest, NULL::bytea AS body;

-- A rule puts the caller's expressions wherever it names a value. OFFSET 0 has each computed once: one that changes
-- from look to look would pass as the piece that follows, and be written as another.
CREATE RULE append AS ON INSERT TO checkin.pushes DO INSTEAD
  INSERT INTO checkin.chunks (group_id, replica, first_sequence, last_sequence, digest, body)
    SELECT p.group_id, p.replica, p.first_sequence, p.last_sequence, p.digest, p.body
    FROM LATERAL (
      SELECT NEW.group_id, NEW.replica, NEW.first_sequence, NEW.last_sequence, NEW.previous, NEW.digest, NEW.body
      OFFSET 0
    ) p
    WHERE (SELECT true FROM checkin.members m WHERE m.group_id = p.group_id AND m.member = current_user)
      AND p.first_sequence - 1 = coalesce(
        (
          SELECT CASE WHEN c.digest = p.previous THEN c.last_sequence ELSE -1 END
          FROM checkin.chunks c
          WHERE c.group_id = p.group_id AND c.replica = p.replica
          ORDER BY c.first_sequence DESC LIMIT 1
        ), CASE WHEN p.previous IS NULL THEN 0 END)
      AND checkin.is_piece(p.first_sequence, p.last_sequence, p.digest, p.body)
      AND checkin.is_ready();
GRANT INSERT ON checkin.pushes TO PUBLIC;

-- Appends to a replica's log what follows its end, in a session that is made ready for it. Answers 'appended', or
-- 'duplicate' where just this is there already, or 'elsewhere' where the end is another one: then the log that is here
-- tells why.
--
-- A duplicate is no reason to acknowledge by itself: the transaction that brought it may be committed on this server
-- only, if its wait for the standbys was cut off. So a duplicate writes as well.
CREATE OR REPLACE FUNCTION checkin.push(
  p_group uuid, p_replica uuid, p_first bigint, p_last bigint, p_previous bytea, p_digest bytea, p_body bytea
) RETURNS text LANGUAGE plpgsql SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  INSERT INTO checkin.pushes (group_id, replica, first_sequence, last_sequence, previous, digest, body)
    VALUES (p_group, p_replica, p_first, p_last, p_previous, p_digest, p_body);
  IF FOUND THEN
    RETURN 'appended';
  END IF;
  IF checkin.is_piece(p_first, p_last, p_digest, p_body) IS NOT TRUE THEN
    RAISE check_violation USING MESSAGE = 'This is no piece of a log.';
  END IF;
  IF NOT EXISTS (SELECT FROM checkin.members m WHERE m.group_id = p_group AND m.member = current_user) THEN
    RAISE insufficient_privilege USING MESSAGE = 'it is no member of the group';
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
