-- Browsers that are told nothing more: what still stands on their lock screens is to go.
create table push_farewells (
  -- of the device that was
  id text primary key,
  company_id integer not null,
  endpoint_hash text not null,
  -- address and keys, sealed
  subscription blob not null,
  -- of the push service
  host text not null
) without rowid;
create index push_farewells_of_endpoint on push_farewells (endpoint_hash);
-- Most devices go with their login session, whoever ends that.
create trigger push_device_gone after delete on push_devices begin
  insert or replace into push_farewells (id, company_id, endpoint_hash, subscription, host)
  values (old.id, old.company_id, old.endpoint_hash, old.subscription, old.host);
end;
