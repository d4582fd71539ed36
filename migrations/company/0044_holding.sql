-- What waited to go out in a file that was put in the place of another: of an earlier time, or from elsewhere. People decide.
create table holds (
  id integer primary key autoincrement,
  -- 'restore', 'undo', 'recover', 'import' or 'move'
  why text not null,
  at integer not null,
  -- which moment the file is of
  moment integer not null,
  decision text,
  decided_at integer,
  decided_by text
);

create table held_items (
  hold_id integer not null references holds (id) on delete cascade,
  -- 'message', 'schedule', 'campaign', 'request' or 'delivery'
  kind text not null,
  item_id integer not null,
  -- with which rank a message goes (0006_outbox.sql)
  rank integer not null default 0,
  primary key (hold_id, kind, item_id)
) without rowid;
