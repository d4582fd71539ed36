-- Where backups go. The settings are sealed: they hold the store's secret.
CREATE TABLE backup_targets (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,                  -- folder, s3
  place TEXT NOT NULL,                 -- what a person reads: the folder, or the bucket's address
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL
);
