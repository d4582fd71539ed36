-- Why it broke off, where it was not another program or a power cut: what stood in the way of taking what was written.
ALTER TABLE chains ADD COLUMN broken_why TEXT;
