-- Messages that leave at a time of their own. Once one is taken up, the message that it became says how it fares.
create table schedules (
  id integer primary key autoincrement,
  body text not null,
  contact_id integer not null references contacts (id) on delete cascade,
  connection_id integer references connections (id) on delete set null,
  user_id integer references users (id) on delete set null,
  send_at integer not null,
  sent_at integer,
  status text not null default 'PENDENTE',
  failure text,
  taken_at integer,
  message_id integer references messages (id) on delete set null,
  created_at integer not null
);
create index schedules_due on schedules (send_at) where status = 'PENDENTE';
create index schedules_newest on schedules (send_at desc, id desc);
create index schedules_of_contact on schedules (contact_id);
create index schedules_of_message on schedules (message_id) where message_id is not null;

create virtual table schedule_search using fts5 (
  body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
create trigger schedules_found after insert on schedules begin
  insert into schedule_search (rowid, body) values (new.id, new.body);
end;
create trigger schedules_found_again after update of body on schedules when old.body <> new.body begin
  delete from schedule_search where rowid = old.id;
  insert into schedule_search (rowid, body) values (new.id, new.body);
end;
create trigger schedules_lost after delete on schedules begin
  delete from schedule_search where rowid = old.id;
end;
