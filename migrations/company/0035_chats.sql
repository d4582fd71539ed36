-- What colleagues write to each other (spec 3 §2.9), and who of them is meant by it.

create table chats (
  id integer primary key autoincrement,
  uuid text not null unique,
  title text not null,
  -- null only where nobody was left to take it over
  owner_id integer references users (id) on delete set null,
  -- the newest message; null while nobody has written
  last_message_id integer,
  created_at integer not null,
  updated_at integer not null
);
create index chats_by_owner on chats (owner_id);

create table chat_users (
  chat_id integer not null references chats (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  -- the newest message that the person has read, and how many of others came after it
  read_to integer not null default 0,
  unreads integer not null default 0,
  primary key (chat_id, user_id)
) without rowid;
create index chat_users_by_user on chat_users (user_id);
create index chat_users_unread on chat_users (user_id) where unreads > 0;

create table chat_messages (
  id integer primary key autoincrement,
  chat_id integer not null references chats (id) on delete cascade,
  user_id integer references users (id) on delete set null,
  -- who wrote it, also once that user is deleted
  sender text not null,
  body text not null,
  kind text not null,
  quoted_id integer references chat_messages (id) on delete set null,
  -- JSON: the numbers of the tickets spoken of
  tickets text,
  is_deleted integer not null default 0,
  is_edited integer not null default 0,
  local_id text,
  created_at integer not null
);
create index chat_messages_in_order on chat_messages (chat_id, id);
create index chat_messages_by_user on chat_messages (user_id);
create index chat_messages_by_quoted on chat_messages (quoted_id) where quoted_id is not null;
create unique index chat_messages_by_local_id on chat_messages (local_id) where local_id is not null;

create table chat_media (
  message_id integer primary key references chat_messages (id) on delete cascade,
  -- the name of the file below media/, chosen by chance
  file text not null,
  name text not null,
  mimetype text not null,
  size integer not null,
  width integer not null default 0,
  height integer not null default 0,
  seconds integer not null default 0,
  waveform text not null default ''
);
create trigger chat_media_stored after insert on chat_media begin
  update storage set bytes = bytes + new.size;
end;
create trigger chat_media_gone after delete on chat_media begin
  update storage set bytes = bytes - old.size;
end;

-- A message is found by its words, or by the name of its file.
create virtual table chat_search using fts5 (
  words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
create trigger chat_messages_found after insert on chat_messages when new.body <> '' begin
  insert into chat_search (rowid, words) values (new.id, new.body);
end;
create trigger chat_messages_found_again after update of body on chat_messages when old.body <> new.body begin
  delete from chat_search where rowid = old.id;
  insert into chat_search (rowid, words) select new.id, new.body where new.body <> '';
end;
create trigger chat_messages_lost after delete on chat_messages begin
  delete from chat_search where rowid = old.id;
end;
create trigger chat_media_found after insert on chat_media begin
  delete from chat_search where rowid = new.message_id;
  insert into chat_search (rowid, words)
    select new.message_id, chat_messages.body || ' ' || new.name from chat_messages where id = new.message_id;
end;

create trigger chat_media_lost after delete on chat_media begin
  delete from chat_search where rowid = old.message_id;
  insert into chat_search (rowid, words)
    select id, body from chat_messages where id = old.message_id and body <> '';
end;

-- Somebody is meant by a message in a chat, or by a note on a ticket.
create table mentions (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  by_id integer references users (id) on delete set null,
  chat_message_id integer references chat_messages (id) on delete cascade,
  note_id integer references notes (id) on delete cascade,
  -- how they were called: @Bruno
  written text not null,
  created_at integer not null,
  -- null while it calls
  seen_at integer
);
create index mentions_of on mentions (user_id, seen_at);
create index mentions_by_maker on mentions (by_id);
create index mentions_by_message on mentions (chat_message_id) where chat_message_id is not null;
create index mentions_by_note on mentions (note_id) where note_id is not null;

create trigger chats_revised after update of title, owner_id on chats begin
  insert into revisions values ('chat', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger chat_users_added after insert on chat_users begin
  insert into revisions values ('chat', new.chat_id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger chat_users_dropped after delete on chat_users when exists (select 1 from chats where id = old.chat_id) begin
  insert into revisions values ('chat', old.chat_id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger chats_forgotten after delete on chats begin
  delete from revisions where kind = 'chat' and id = old.id;
end;
