-- People who were erased from a company because they asked for it: a file of an earlier time is rid of them again.
create table erasures (
  id integer primary key autoincrement,
  company_id integer not null references companies (id) on delete cascade,
  at integer not null,
  by_id integer,
  by_name text not null,
  -- how much of what went, as JSON
  counts text not null
);
create index erasures_of on erasures (company_id, at);

-- Keyed hashes of the addresses that they were known by.
create table erased_addresses (
  erasure_id integer not null references erasures (id) on delete cascade,
  address_hash text not null,
  primary key (erasure_id, address_hash)
) without rowid;

-- Whole companies as files, which lie somewhere out of reach.
create table company_exports (
  id integer primary key autoincrement,
  company_id integer not null references companies (id) on delete cascade,
  at integer not null,
  path text not null,
  is_anonymised integer not null
);
create index company_exports_of on company_exports (company_id, at);
