-- Which access to a bank has made a charge (a keyed digest of address, client and Pix key), so that no other bank is asked
-- about it; null = made before that was kept, by the one that is set.
alter table charges add column access text;
-- How often in a row the bank has refused what was asked of it about this charge.
alter table charges add column faults integer not null default 0;

-- Accesses that are not set any more: their charges are asked about until they are over.
create table former_banks (
  access text primary key,
  -- address, client, secret, certificate and Pix key as JSON, sealed with the server's key
  reached_with text not null
) without rowid;
