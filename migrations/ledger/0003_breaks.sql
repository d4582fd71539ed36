-- When a chain last broke off (ms), because another program or a power cut had changed the file or its log; a base begins it anew.
ALTER TABLE chains ADD COLUMN broken_at INTEGER;
