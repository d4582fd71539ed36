-- What its maker can still undo: a move of a ticket or a deleted note, as it was before. Rows go soon after `until`.
create table undos (
  id integer primary key autoincrement,
  -- move, note
  what text not null,
  -- the move's or the note's id
  of_id integer not null,
  user_id integer not null references users (id) on delete cascade,
  until integer not null,
  -- JSON
  was text not null
);
create unique index undos_once on undos (what, of_id);
create index undos_over on undos (until);
create index undos_of_user on undos (user_id);

-- of an undo: which move it took back
alter table ticket_moves add column undoes text;
-- of a transfer: what its maker wrote down for who takes over
alter table ticket_moves add column note_id integer references notes (id) on delete set null;
create index ticket_moves_of_note on ticket_moves (note_id) where note_id is not null;

-- when the customer gets the last words or is asked for a rating; null = that was done, or there is nothing to say
alter table service_cycles add column goodbye_at integer;
create index service_cycles_to_say on service_cycles (goodbye_at) where goodbye_at is not null;
