-- What was deleted by night because it was older than the company keeps it.
create table retention_runs (
  id integer primary key autoincrement,
  at integer not null,
  months integer not null,
  messages integer not null,
  files integer not null
);
