-- Companies that have moved to another server. Whoever asks for one here is led there; until it is confirmed, the other server
-- has not said yet that it serves it.
create table company_moves (
  company_id integer primary key references companies (id) on delete cascade,
  move_id text not null unique,
  address text not null,
  at integer not null,
  confirmed_at integer
);

-- Companies that came from another server, by the id of their move.
create table arrivals (
  move_id text primary key not null,
  company_id integer not null unique references companies (id) on delete cascade,
  at integer not null
);

-- The keys by which servers hashed what their companies brought along: tokens of integrators, visitors, erased numbers.
create table former_keys (
  -- says which key it is, and nothing of it
  id text primary key not null,
  sealed_key blob not null
);
