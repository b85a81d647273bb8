-- The places of any number of groups. Rows of a group are seen by its members only; see the policies at the end.

CREATE TABLE checkin.groups (
  group_id uuid PRIMARY KEY,
  descriptor bytea NOT NULL CHECK (octet_length(descriptor) <= 65536),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Which accounts may use a group: the one that created it, and those that an operator adds.
CREATE TABLE checkin.members (
  member name NOT NULL,
  group_id uuid NOT NULL REFERENCES checkin.groups ON DELETE CASCADE,
  PRIMARY KEY (group_id, member)
);
CREATE INDEX members_by_account ON checkin.members (member);

-- How far the log of each replica is here.
CREATE TABLE checkin.heads (
  group_id uuid NOT NULL,
  replica uuid NOT NULL,
  last_sequence bigint NOT NULL CHECK (last_sequence > 0),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  PRIMARY KEY (group_id, replica)
) WITH (fillfactor = 70);

-- The logs: one row for each push. Bodies are compressed already.
CREATE TABLE checkin.chunks (
  group_id uuid NOT NULL,
  replica uuid NOT NULL,
  first_sequence bigint NOT NULL CHECK (first_sequence > 0),
  last_sequence bigint NOT NULL CHECK (last_sequence >= first_sequence),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  body bytea NOT NULL CHECK (octet_length(body) <= 16777216),
  PRIMARY KEY (group_id, replica, first_sequence)
);
ALTER TABLE checkin.chunks ALTER COLUMN body SET STORAGE EXTERNAL;

-- What replicas say of themselves.
CREATE TABLE checkin.cards (
  group_id uuid NOT NULL,
  replica uuid NOT NULL,
  card bytea NOT NULL CHECK (octet_length(card) <= 65536),
  PRIMARY KEY (group_id, replica)
);

CREATE TABLE checkin.photos (
  group_id uuid NOT NULL,
  name bytea NOT NULL CHECK (octet_length(name) = 32),
  replica uuid NOT NULL,
  body bytea NOT NULL CHECK (octet_length(body) <= 4194304),
  PRIMARY KEY (group_id, name)
);
ALTER TABLE checkin.photos ALTER COLUMN body SET STORAGE EXTERNAL;

-- The commit of this transaction waits for the synchronous standbys, and the client hears of a wait that was cut off,
-- whatever the session, the account or the database has set.
CREATE FUNCTION checkin.wait_for_standbys() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_commit') IN ('off', 'local', 'remote_write') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  PERFORM set_config('client_min_messages', 'warning', true);
END
$$;

-- Makes a group, whose first member is the account that asks.
CREATE FUNCTION checkin.create_group(p_group uuid, p_descriptor bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  INSERT INTO checkin.groups (group_id, descriptor) VALUES (p_group, p_descriptor);
  INSERT INTO checkin.members (member, group_id) VALUES (session_user, p_group);
END
$$;

-- Appends to a replica's log what follows its head. Answers 'appended', or 'duplicate' where just this is there
-- already, or 'elsewhere' where the head is another one: then the log that is here tells why.
--
-- A duplicate is no reason to acknowledge by itself: the transaction that brought it may be committed on this server
-- only, if its wait for the standbys was cut off. So a duplicate writes as well, and the commit of that write waits for
-- everything before it.
CREATE FUNCTION checkin.push(
  p_group uuid, p_replica uuid, p_first bigint, p_last bigint, p_previous bytea, p_digest bytea, p_body bytea
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  IF p_previous IS NULL AND p_first = 1 THEN
    INSERT INTO checkin.heads (group_id, replica, last_sequence, digest) VALUES (p_group, p_replica, p_last, p_digest)
      ON CONFLICT DO NOTHING;
  ELSE
    UPDATE checkin.heads SET last_sequence = p_last, digest = p_digest
      WHERE group_id = p_group AND replica = p_replica AND last_sequence = p_first - 1 AND digest = p_previous;
  END IF;
  IF FOUND THEN
    INSERT INTO checkin.chunks (group_id, replica, first_sequence, last_sequence, digest, body)
      VALUES (p_group, p_replica, p_first, p_last, p_digest, p_body);
    RETURN 'appended';
  END IF;
  UPDATE checkin.heads SET last_sequence = last_sequence WHERE group_id = p_group AND replica = p_replica;
  IF EXISTS (
    SELECT FROM checkin.chunks
      WHERE group_id = p_group AND replica = p_replica AND first_sequence = p_first AND last_sequence = p_last
        AND digest = p_digest
  ) THEN
    RETURN 'duplicate';
  END IF;
  RETURN 'elsewhere';
END
$$;

-- Whether a replica's log is here up to just this head. As with a duplicate, the answer comes with a commit that waits.
CREATE FUNCTION checkin.confirm(p_group uuid, p_replica uuid, p_last bigint, p_digest bytea) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  UPDATE checkin.heads SET last_sequence = last_sequence
    WHERE group_id = p_group AND replica = p_replica AND last_sequence = p_last AND digest = p_digest;
  RETURN FOUND;
END
$$;

-- What a replica says of itself.
CREATE FUNCTION checkin.write_card(p_group uuid, p_replica uuid, p_card bytea) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  INSERT INTO checkin.cards (group_id, replica, card) VALUES (p_group, p_replica, p_card)
    ON CONFLICT (group_id, replica) DO UPDATE SET card = excluded.card;
END
$$;

-- Adds a photo. One that is there may be committed on this server only, so then something else is written, and the
-- commit of that waits for everything before it.
CREATE FUNCTION checkin.push_photo(p_group uuid, p_name bytea, p_replica uuid, p_body bytea) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  INSERT INTO checkin.photos (group_id, name, replica, body) VALUES (p_group, p_name, p_replica, p_body)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    UPDATE checkin.heads SET last_sequence = last_sequence WHERE group_id = p_group AND replica = p_replica;
  END IF;
END
$$;

-- Groups are kept apart: an account sees and writes the logs, cards and photos of its groups, the owner of the tables
-- included.
-- An operator's account has BYPASSRLS.
ALTER TABLE checkin.members ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON checkin.members FOR SELECT USING (member = current_user);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['groups', 'heads', 'chunks', 'cards', 'photos'] LOOP
    EXECUTE format('ALTER TABLE checkin.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY members ON checkin.%I USING (EXISTS (
         SELECT FROM checkin.members m WHERE m.member = current_user AND m.group_id = %I.group_id))', name, name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['heads', 'chunks', 'cards', 'photos'] LOOP
    EXECUTE format('ALTER TABLE checkin.%I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA checkin TO PUBLIC;
GRANT SELECT ON checkin.migrations, checkin.groups, checkin.members TO PUBLIC;
GRANT SELECT, INSERT, UPDATE ON checkin.heads, checkin.cards TO PUBLIC;
GRANT SELECT, INSERT ON checkin.chunks, checkin.photos TO PUBLIC;
