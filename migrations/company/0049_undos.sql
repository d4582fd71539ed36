-- Each move writes one of these and takes those away that are over: kept by what they undo they need two pages fewer.
-- Who is deleted has few of them, and none for longer than seconds, so no index serves that.
create table undos_by_what (
  -- move, note
  what text not null,
  -- the move's or the note's id
  of_id integer not null,
  user_id integer not null references users (id) on delete cascade,
  until integer not null,
  -- JSON
  was text not null,
  primary key (what, of_id)
) without rowid;
insert into undos_by_what select what, of_id, user_id, until, was from undos;
drop table undos;
alter table undos_by_what rename to undos;
create index undos_over on undos (until);
