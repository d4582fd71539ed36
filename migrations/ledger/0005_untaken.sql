-- Since when (ms) what was written to a file cannot be taken, and why: what is told of it outlives a stop of the server.
ALTER TABLE chains ADD COLUMN untaken_since INTEGER;
ALTER TABLE chains ADD COLUMN untaken_why TEXT;
