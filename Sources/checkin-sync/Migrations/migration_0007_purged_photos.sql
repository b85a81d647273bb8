-- Removes a replica's copy of a photo that was purged, and answers whether there was one. The policy limits it to the photos of a member's groups.
CREATE FUNCTION checkin.remove_photo(p_group uuid, p_name bytea, p_replica uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM checkin.wait_for_standbys();
  DELETE FROM checkin.photos
    WHERE group_id OPERATOR(pg_catalog.=) p_group AND name OPERATOR(pg_catalog.=) p_name
      AND replica OPERATOR(pg_catalog.=) p_replica;
  IF FOUND THEN
    RETURN true;
  END IF;
  PERFORM checkin.write_nothing();
  RETURN false;
END
$$;
GRANT DELETE ON checkin.photos TO PUBLIC;
