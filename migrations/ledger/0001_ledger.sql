-- What the backup of this data folder has taken and what it still owes its targets. It may be lost: then all is taken anew.
CREATE TABLE chains (
  company_id INTEGER PRIMARY KEY,      -- 0 = the provider's file
  generation INTEGER NOT NULL,         -- ms; a log's life between two checkpoints
  position TEXT,                       -- WalState as JSON; NULL = nothing of this generation is taken yet
  file_size INTEGER NOT NULL,          -- of the file itself, as it was when the generation began
  file_mtime INTEGER NOT NULL,
  base_at INTEGER,                     -- ms of the newest base; NULL = none that this chain goes on from
  minute_from INTEGER NOT NULL DEFAULT 0,
  minute INTEGER NOT NULL DEFAULT 0    -- since 1970; the pieces from minute_from on belong to it
);
CREATE TABLE objects (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL,
  key TEXT NOT NULL UNIQUE,
  spool TEXT,                          -- a file below the spool folder
  media TEXT,                          -- or one of the company's media
  bytes INTEGER NOT NULL,
  replaces TEXT NOT NULL DEFAULT '[]', -- keys that this one stands for
  taken_at INTEGER NOT NULL
);
CREATE TABLE owed (
  target_id INTEGER NOT NULL,
  object_id INTEGER NOT NULL REFERENCES objects (id) ON DELETE CASCADE,
  PRIMARY KEY (target_id, object_id)
) WITHOUT ROWID;
CREATE INDEX owed_objects ON owed (object_id);
CREATE TABLE media (
  company_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  taken_at INTEGER NOT NULL,
  gone_at INTEGER,
  PRIMARY KEY (company_id, name)
) WITHOUT ROWID;
CREATE INDEX media_hashes ON media (company_id, hash);
CREATE TABLE proofs (
  target_id INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  newest INTEGER,                      -- ms: up to when it could be restored
  messages INTEGER,
  fault TEXT,
  PRIMARY KEY (target_id, company_id)
) WITHOUT ROWID;
