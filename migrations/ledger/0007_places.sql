-- What each place is known by again: whoever finds nothing of that there does not write into an empty mount point.
CREATE TABLE places (
  target_id INTEGER PRIMARY KEY,
  installation TEXT NOT NULL,          -- that has found its claim there
  held_at INTEGER NOT NULL,            -- ms, when it did so first
  newest TEXT,                         -- key of the base or piece that was brought last; NULL = not known
  marked_at INTEGER                    -- ms: the newest mark that was left there; NULL = not known
);
