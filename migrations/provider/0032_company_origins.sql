-- Of which companies a company's data were before, here or on another server: an erasure reaches what was written then.
create table company_origins (
  company_id integer not null references companies (id) on delete cascade,
  -- says which server it was, and nothing of it
  server text not null,
  origin_id integer not null,
  -- 'moved': it went on as this one; 'copied': this one was made beside it
  kind text not null check (kind in ('moved', 'copied')),
  -- of which moment (ms) the data are
  at integer not null,
  primary key (company_id, server, origin_id)
) without rowid;
create index company_origins_of on company_origins (server, origin_id);

-- Of the server that wrote it, where that was another: what lies there cannot be looked for from here.
alter table company_exports add column server text;
