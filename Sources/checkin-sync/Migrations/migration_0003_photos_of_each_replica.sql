-- A photo has a row of each replica that sent it, as it has a file of each in a folder: one that is damaged here is sent
-- again by others, without anything being written over that only one of them has.
ALTER TABLE checkin.photos DROP CONSTRAINT photos_pkey, ADD PRIMARY KEY (group_id, name, replica);

-- Adds a replica's copy of a photo; its own is replaced, which it sends again only where that is damaged. One that is
-- there may be committed on this server only.
CREATE OR REPLACE FUNCTION checkin.push_photo(p_group uuid, p_name bytea, p_replica uuid, p_body bytea) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  INSERT INTO checkin.photos AS p (group_id, name, replica, body) VALUES (p_group, p_name, p_replica, p_body)
    ON CONFLICT (group_id, name, replica) DO UPDATE SET body = excluded.body WHERE p.body <> excluded.body;
  IF NOT FOUND THEN
    PERFORM checkin.write_nothing();
  END IF;
END
$$;
