-- What became of a connection lately: its states, and with which code the network had closed it.
create table connection_changes (
  id integer primary key autoincrement,
  connection_id integer not null references connections (id) on delete cascade,
  status text not null,
  situation text not null,
  -- the network's, when it had closed the line
  code integer,
  at integer not null
);
create index connection_changes_of on connection_changes (connection_id, id);
