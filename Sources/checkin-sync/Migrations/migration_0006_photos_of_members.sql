-- A member replaces its own copy of a photo, so it needs the right to update the body, and no other column. The policy
-- limits it to the photos of its groups.
GRANT UPDATE (body) ON checkin.photos TO PUBLIC;
