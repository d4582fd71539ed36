-- Who did what, when and from where; kept for a year.
create table audit_log (
  id integer primary key autoincrement,
  -- ms since 1970
  at integer not null,
  -- null for who is not of this company: the provider's people
  user_id integer,
  -- as they were called then
  who text not null,
  -- the provider's person who acted as them; null = they themselves
  acted_by text,
  -- where the request came from; empty when there was no network in between
  address text not null default '',
  -- the call, as the contract names it: queues.remove
  what text not null,
  -- the number or the name of what was changed, and what it was called
  target text not null default '',
  name text not null default '',
  -- JSON: [{ field, before, after }]
  changes text not null default '[]'
);
create index audit_log_by_time on audit_log (at);
