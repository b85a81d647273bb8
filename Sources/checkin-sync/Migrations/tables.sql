-- The groups of any number of accounts. An account sees and writes the rows of its groups only. Row-level security
-- binds the owner of the tables, too, but neither superusers nor accounts with BYPASSRLS.
--
-- Bodies that are parsed here (RETURN, BEGIN ATOMIC, policies, the view) keep the meaning that names and operators have
-- here. Functions whose bodies are texts set the search path.
SELECT pg_catalog.set_config('search_path', 'pg_catalog', true);

CREATE SCHEMA checkin;

CREATE TABLE checkin.migrations (
  version integer PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- PostgreSQL parses the constraints of a table again for each statement that inserts, but those of a type once.
CREATE DOMAIN checkin.sequence AS bigint CONSTRAINT sequence_is_1_or_more CHECK (VALUE >= 1);
CREATE DOMAIN checkin.digest AS bytea CONSTRAINT digest_has_32_bytes CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN checkin.body AS bytea
  CONSTRAINT body_has_1_byte_to_16_mib CHECK (octet_length(VALUE) BETWEEN 1 AND 16777216);

-- The maximum number of groups that one account may create.
CREATE FUNCTION checkin.group_limit() RETURNS integer LANGUAGE sql IMMUTABLE RETURN 16;

CREATE TABLE checkin.groups (
  group_id uuid PRIMARY KEY,
  descriptor bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The account that created the group, and the group's number among those of the account. NULL if unknown.
  creator name,
  number integer,
  CONSTRAINT accounts_number_their_groups UNIQUE (creator, number),
  CONSTRAINT accounts_create_a_limited_number_of_groups
    CHECK ((creator IS NULL) = (number IS NULL) AND number BETWEEN 1 AND checkin.group_limit()),
  CONSTRAINT descriptor_has_1_byte_to_64_kib CHECK (octet_length(descriptor) BETWEEN 1 AND 65536)
);

-- The accounts that may use a group: its creator, and the accounts that the owner of the tables adds.
CREATE TABLE checkin.members (
  member name NOT NULL,
  group_id uuid NOT NULL REFERENCES checkin.groups ON DELETE CASCADE,
  PRIMARY KEY (group_id, member)
);
CREATE INDEX members_by_account ON checkin.members (member);

-- The logs: one row for each push. Bodies are compressed already.
CREATE TABLE checkin.chunks (
  group_id uuid NOT NULL REFERENCES checkin.groups ON DELETE CASCADE,
  replica uuid NOT NULL,
  first_sequence checkin.sequence NOT NULL,
  last_sequence checkin.sequence NOT NULL,
  digest checkin.digest NOT NULL,
  body checkin.body NOT NULL,
  PRIMARY KEY (group_id, replica, first_sequence),
  CONSTRAINT chunk_ends_after_its_start CHECK (last_sequence >= first_sequence)
);
ALTER TABLE checkin.chunks ALTER COLUMN body SET STORAGE EXTERNAL;

-- The manifest of each replica.
CREATE TABLE checkin.cards (
  group_id uuid NOT NULL REFERENCES checkin.groups ON DELETE CASCADE,
  replica uuid NOT NULL,
  card bytea NOT NULL,
  PRIMARY KEY (group_id, replica),
  CONSTRAINT card_has_1_byte_to_64_kib CHECK (octet_length(card) BETWEEN 1 AND 65536)
);

-- A row for each replica that sent the photo, so a damaged copy is sent again without replacing another replica's copy.
CREATE TABLE checkin.photos (
  group_id uuid NOT NULL REFERENCES checkin.groups ON DELETE CASCADE,
  name checkin.digest NOT NULL,
  replica uuid NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (group_id, name, replica),
  CONSTRAINT photo_has_1_byte_to_4_mib CHECK (octet_length(body) BETWEEN 1 AND 4194304)
);
ALTER TABLE checkin.photos ALTER COLUMN body SET STORAGE EXTERNAL;

-- Row-level security

-- The account that called. In a function with the owner's rights, current_user is the owner.
CREATE FUNCTION checkin.account() RETURNS name LANGUAGE sql STABLE
RETURN coalesce(nullif(current_setting('role'), 'none')::name, session_user);

-- The owner adds members, so FORCE is missing here.
ALTER TABLE checkin.members ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON checkin.members FOR SELECT USING (member = checkin.account());

-- Membership is a scalar subquery, because PostgreSQL can only look that up by its key. For EXISTS, it may hash all
-- groups of the account for each statement: with 30,000 groups, 20 ms for one row.
DO $$
DECLARE
  name text;
  membership text;
BEGIN
  FOREACH name IN ARRAY ARRAY['groups', 'chunks', 'cards', 'photos'] LOOP
    membership := format(
      '((SELECT true FROM checkin.members m WHERE m.group_id = %I.group_id AND m.member = checkin.account()))', name);
    EXECUTE format('ALTER TABLE checkin.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY reading ON checkin.%I FOR SELECT USING %s', name, membership);
    IF name <> 'groups' THEN
      EXECUTE format('CREATE POLICY writing ON checkin.%I FOR INSERT WITH CHECK %s', name, membership);
    END IF;
    IF name IN ('cards', 'photos') THEN
      EXECUTE format('CREATE POLICY replacing ON checkin.%I FOR UPDATE USING %s', name, membership);
    END IF;
    IF name = 'photos' THEN
      EXECUTE format('CREATE POLICY removing ON checkin.%I FOR DELETE USING %s', name, membership);
    END IF;
  END LOOP;
END
$$;
CREATE POLICY creating ON checkin.groups FOR INSERT WITH CHECK (creator = checkin.account());
CREATE POLICY numbering ON checkin.groups FOR SELECT USING (creator = checkin.account());
-- Chunks are never changed.
REVOKE UPDATE, TRUNCATE ON checkin.chunks FROM CURRENT_USER;

-- The end of each replica's log, as visible to the account. It skips from one replica of a group straight to the next
-- by the primary key of the chunks, so it reads one chunk of each.
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

-- Functions of the devices

-- True if the transaction's commit waits for the synchronous standbys, and the client receives the warning about a
-- cancelled wait.
CREATE FUNCTION checkin.is_durable() RETURNS boolean LANGUAGE sql STABLE
RETURN current_setting('synchronous_commit') IN ('on', 'remote_apply')
  AND current_setting('client_min_messages') <> 'error';

-- Makes the transaction durable, whatever the session, the account or the database has set.
CREATE FUNCTION checkin.wait_for_standbys() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT checkin.is_durable() THEN
    PERFORM set_config('synchronous_commit', 'on', true), set_config('client_min_messages', 'warning', true);
  END IF;
END
$$;

-- Writes to the server's log only: the commit of that waits for everything before it.
CREATE FUNCTION checkin.write_nothing() RETURNS void LANGUAGE sql
BEGIN ATOMIC
  SELECT pg_logical_emit_message(true, 'checkin', '');
END;

-- Creates a group whose first member is the calling account.
CREATE FUNCTION checkin.create_group(p_group uuid, p_descriptor bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  unused integer;
BEGIN
  PERFORM checkin.wait_for_standbys();
  SELECT min(n) INTO unused FROM generate_series(1, checkin.group_limit()) n
    WHERE NOT EXISTS (SELECT FROM checkin.groups g WHERE g.creator = checkin.account() AND g.number = n);
  IF unused IS NULL THEN
    RAISE program_limit_exceeded USING MESSAGE = format(
      'The account %s has created %s groups, the maximum. Join one of them, or have an operator delete one',
      checkin.account(), checkin.group_limit());
  END IF;
  INSERT INTO checkin.groups (group_id, descriptor, creator, number)
    VALUES (p_group, p_descriptor, checkin.account(), unused);
  INSERT INTO checkin.members (member, group_id) VALUES (checkin.account(), p_group);
END
$$;

-- Fails if the calling account is not a member of a group.
CREATE FUNCTION checkin.require_membership(p_group uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM checkin.members m WHERE m.group_id = p_group AND m.member = checkin.account()) THEN
    RAISE insufficient_privilege
      USING MESSAGE = format('The account %s is not a member of group %s', checkin.account(), p_group);
  END IF;
END
$$;

-- Appends a chunk to a replica's log. Returns 'appended', 'duplicate' if the log has that chunk already, or 'elsewhere'
-- if the log has another end. Of two calls that append at the same time, the second waits for the first and fails by
-- the primary key; the device then finds the chunk of the first.
--
-- A duplicate alone is no reason to acknowledge the chunk: if the standby wait of its transaction was cancelled, it is
-- on this server only. So a duplicate writes, too.
--
-- The function has the owner's rights, and the policies bind it to the groups of the account that called. They don't
-- bind an owner that is a superuser.
CREATE FUNCTION checkin.push(
  p_group uuid, p_replica uuid, p_first bigint, p_last bigint, p_previous bytea, p_digest bytea, p_body bytea
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT checkin.is_durable() THEN
    PERFORM checkin.wait_for_standbys();
  END IF;
  IF NOT row_security_active('checkin.chunks'::regclass) THEN
    PERFORM checkin.require_membership(p_group);
  END IF;
  INSERT INTO checkin.chunks (group_id, replica, first_sequence, last_sequence, digest, body)
    SELECT p_group, p_replica, p_first, p_last, p_digest, p_body
    WHERE p_first - 1 = coalesce(
      (
        SELECT CASE WHEN c.digest = p_previous THEN c.last_sequence ELSE -1 END
        FROM checkin.chunks c
        WHERE c.group_id = p_group AND c.replica = p_replica
        ORDER BY c.first_sequence DESC LIMIT 1
      ), CASE WHEN p_previous IS NULL THEN 0 END);
  IF FOUND THEN
    RETURN 'appended';
  END IF;
  PERFORM checkin.require_membership(p_group);
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

-- Returns true if a replica's log ends with this event. As with a duplicate, the call writes.
CREATE FUNCTION checkin.confirm(p_group uuid, p_replica uuid, p_last bigint, p_digest bytea) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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

-- Writes a replica's manifest.
CREATE FUNCTION checkin.write_card(p_group uuid, p_replica uuid, p_card bytea) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  INSERT INTO checkin.cards (group_id, replica, card) VALUES (p_group, p_replica, p_card)
    ON CONFLICT (group_id, replica) DO UPDATE SET card = excluded.card;
END
$$;

-- Adds a replica's copy of a photo, or replaces its damaged copy.
CREATE FUNCTION checkin.push_photo(p_group uuid, p_name bytea, p_replica uuid, p_body bytea) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  INSERT INTO checkin.photos AS p (group_id, name, replica, body) VALUES (p_group, p_name, p_replica, p_body)
    ON CONFLICT (group_id, name, replica) DO UPDATE SET body = excluded.body WHERE p.body <> excluded.body;
  IF NOT FOUND THEN
    PERFORM checkin.write_nothing();
  END IF;
END
$$;

-- Removes a replica's copy of a photo that was purged. Returns true if there was one. Like checkin.push, it has the
-- owner's rights, because no account may delete rows itself.
CREATE FUNCTION checkin.remove_photo(p_group uuid, p_name bytea, p_replica uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  PERFORM checkin.require_membership(p_group);
  DELETE FROM checkin.photos p WHERE p.group_id = p_group AND p.name = p_name AND p.replica = p_replica;
  IF FOUND THEN
    RETURN true;
  END IF;
  PERFORM checkin.write_nothing();
  RETURN false;
END
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA checkin FROM PUBLIC;
