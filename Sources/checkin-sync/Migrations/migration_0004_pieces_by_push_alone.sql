-- Pieces come by checkin.push and in no other way: only the tables' owner may insert them, so no member can leave a hole
-- in a log or exceed the bounds of a piece. The function runs with the owner's rights and asks for itself whether the
-- account is a member. Policies ask this again for each table that a statement touches, which took a third of a push.
--
-- What runs with the owner's rights must not run what a caller put in its search path. Names in bodies that are parsed
-- here (RETURN, BEGIN ATOMIC) are settled here; in the others, every table, type, function and operator has its schema.
-- CASE with a value, IN, NULLIF and IS DISTINCT FROM look for an operator by its bare name, so they are not used there.
SELECT pg_catalog.set_config('search_path', 'pg_catalog', true);

-- The account that asks, as current_user is outside functions that have rights of their own.
CREATE FUNCTION checkin.account() RETURNS name LANGUAGE sql STABLE
RETURN coalesce(nullif(current_setting('role'), 'none')::name, session_user);

-- Whether the session is as a write wants it: the commit waits for the synchronous standbys, the client hears of a wait
-- that was cut off, and plans are generic, since the best one is by the primary key whatever the values are.
CREATE FUNCTION checkin.is_ready() RETURNS boolean LANGUAGE sql STABLE
RETURN current_setting('synchronous_commit') NOT IN ('off', 'local', 'remote_write')
  AND current_setting('client_min_messages') <> 'error'
  AND current_setting('plan_cache_mode') = 'force_generic_plan';

CREATE OR REPLACE FUNCTION checkin.wait_for_standbys() RETURNS text[] LANGUAGE sql
RETURN ARRAY[
  CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
    THEN set_config('synchronous_commit', 'on', false) END,
  CASE WHEN current_setting('client_min_messages') = 'error'
    THEN set_config('client_min_messages', 'warning', false) END,
  set_config('plan_cache_mode', 'force_generic_plan', false)
];

CREATE OR REPLACE FUNCTION checkin.write_nothing() RETURNS void LANGUAGE sql
BEGIN ATOMIC
  SELECT pg_logical_emit_message(true, 'checkin', '');
END;

-- Whether a piece has the bounds and the digest of one.
CREATE FUNCTION checkin.is_piece(p_first bigint, p_last bigint, p_digest bytea, p_body bytea) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN p_last >= p_first AND p_first > 0 AND octet_length(p_digest) = 32 AND octet_length(p_body) <= 16777216;

-- Makes a group, whose first member is the account that asks.
CREATE OR REPLACE FUNCTION checkin.create_group(p_group uuid, p_descriptor bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  INSERT INTO checkin.groups (group_id, descriptor) VALUES (p_group, p_descriptor);
  INSERT INTO checkin.members (member, group_id) VALUES (checkin.account(), p_group);
END
$$;

-- Appends to a replica's log what follows its end. Answers 'appended', or 'duplicate' where just this is there already,
-- or 'elsewhere' where the end is another one: then the log that is here tells why. Of two that append at once, the
-- second waits for the first, and the primary key refuses it; a device that looks again finds the first one's piece.
--
-- A duplicate is no reason to acknowledge by itself: the transaction that brought it may be committed on this server
-- only, if its wait for the standbys was cut off. So a duplicate writes as well.
CREATE OR REPLACE FUNCTION checkin.push(
  p_group uuid, p_replica uuid, p_first bigint, p_last bigint, p_previous bytea, p_digest bytea, p_body bytea
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF NOT checkin.is_ready() THEN
    PERFORM checkin.wait_for_standbys();
  END IF;
  INSERT INTO checkin.chunks (group_id, replica, first_sequence, last_sequence, digest, body)
    SELECT p_group, p_replica, p_first, p_last, p_digest, p_body
    FROM checkin.members m
    WHERE m.group_id OPERATOR(pg_catalog.=) p_group AND m.member OPERATOR(pg_catalog.=) checkin.account()
      AND (p_first OPERATOR(pg_catalog.-) 1) OPERATOR(pg_catalog.=) coalesce(
        (
          SELECT CASE WHEN c.digest OPERATOR(pg_catalog.=) p_previous THEN c.last_sequence ELSE -1 END
          FROM checkin.chunks c
          WHERE c.group_id OPERATOR(pg_catalog.=) p_group AND c.replica OPERATOR(pg_catalog.=) p_replica
          ORDER BY c.first_sequence DESC LIMIT 1
        ), CASE WHEN p_previous IS NULL THEN 0 END)
      AND checkin.is_piece(p_first, p_last, p_digest, p_body);
  IF FOUND THEN
    RETURN 'appended';
  END IF;
  IF checkin.is_piece(p_first, p_last, p_digest, p_body) IS NOT TRUE THEN
    RAISE check_violation USING MESSAGE = 'This is no piece of a log.';
  END IF;
  IF NOT EXISTS (
    SELECT FROM checkin.members m
      WHERE m.group_id OPERATOR(pg_catalog.=) p_group AND m.member OPERATOR(pg_catalog.=) checkin.account()
  ) THEN
    RAISE insufficient_privilege USING MESSAGE = 'it is no member of the group';
  END IF;
  PERFORM checkin.write_nothing();
  IF EXISTS (
    SELECT FROM checkin.chunks c
      WHERE c.group_id OPERATOR(pg_catalog.=) p_group AND c.replica OPERATOR(pg_catalog.=) p_replica
        AND c.first_sequence OPERATOR(pg_catalog.=) p_first AND c.last_sequence OPERATOR(pg_catalog.=) p_last
        AND c.digest OPERATOR(pg_catalog.=) p_digest
  ) THEN
    RETURN 'duplicate';
  END IF;
  RETURN 'elsewhere';
END
$$;

REVOKE INSERT ON checkin.chunks FROM PUBLIC;
DROP POLICY bounds ON checkin.chunks;
-- The function reads and writes pieces as their owner, without policies.
ALTER TABLE checkin.chunks NO FORCE ROW LEVEL SECURITY;

-- Whoever reads pieces begins with the group, and there the policy binds the owner too. Only the owner may insert, which
-- is create_group.
ALTER TABLE checkin.groups FORCE ROW LEVEL SECURITY;
CREATE POLICY creation ON checkin.groups FOR INSERT WITH CHECK (true);
