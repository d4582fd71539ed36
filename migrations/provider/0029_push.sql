-- Browsers that are told on the lock screen while the product is closed there.
create table push_devices (
  id text primary key,
  -- a device is told as long as its login session lives, and one session is one browser
  session_id text not null unique references sessions (id) on delete cascade,
  company_id integer not null,
  user_id integer not null,
  -- keyed: finds the same browser again
  endpoint_hash text not null unique,
  -- address and keys, sealed
  subscription blob not null,
  -- of the push service
  host text not null,
  -- JSON
  choices text not null,
  since integer not null
) without rowid;
create index push_devices_of_company on push_devices (company_id, user_id);
