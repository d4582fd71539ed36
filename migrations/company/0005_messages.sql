create table messages (
  id integer primary key autoincrement,
  ticket_id integer not null references tickets (id) on delete cascade,
  -- whose chat it is: a person, or a group
  contact_id integer not null references contacts (id),
  connection_id integer,
  -- the chat's address on the network, and the message's id there
  chat text not null,
  wid text not null,
  from_me integer not null,
  user_id integer references users (id) on delete set null,
  participant text not null default '',
  body text not null,
  kind text not null,
  kind_name text not null default '',
  ack integer not null default 0,
  failure text,
  read integer not null default 0,
  quoted_wid text,
  -- JSON: place, cards, and what a quote shows when its message is not ours
  extra text,
  is_deleted integer not null default 0,
  is_edited integer not null default 0,
  is_history integer not null default 0,
  local_id text,
  -- the message as the network carries it (protobuf): for repeats, quotes and fetching media again
  raw blob,
  created_at integer not null
);
-- The chat is its contact: one chat may be addressed by phone number today and by LID tomorrow.
create unique index messages_on_network on messages (connection_id, contact_id, wid);
create index messages_by_wid on messages (wid);
create index messages_in_order on messages (ticket_id, created_at, id);
create unique index messages_by_local_id on messages (local_id) where local_id is not null;

create table message_media (
  message_id integer primary key references messages (id) on delete cascade,
  state text not null,
  -- the name of the file below media/, chosen by chance; null while there is none
  file text,
  name text not null,
  mimetype text not null,
  size integer not null default 0,
  width integer not null default 0,
  height integer not null default 0,
  seconds integer not null default 0,
  attempts integer not null default 0,
  due_at integer
);
create index media_waiting on message_media (due_at) where state = 'waiting';

create table message_edits (
  id integer primary key autoincrement,
  message_id integer not null references messages (id) on delete cascade,
  body text not null,
  at integer not null
);
create index message_edits_of on message_edits (message_id);

-- One reaction per person and message; who is 'me' or the address of the other side.
create table message_reactions (
  message_id integer not null references messages (id) on delete cascade,
  who text not null,
  emoji text not null,
  at integer not null,
  primary key (message_id, who)
) without rowid;

create virtual table message_search using fts5 (
  body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '3'
);
create trigger messages_found after insert on messages when new.body <> '' begin
  insert into message_search (rowid, body) values (new.id, new.body);
end;
create trigger messages_found_again after update of body on messages when old.body <> new.body begin
  delete from message_search where rowid = old.id;
  insert into message_search (rowid, body) values (new.id, new.body);
end;
create trigger messages_lost after delete on messages begin
  delete from message_search where rowid = old.id;
end;
