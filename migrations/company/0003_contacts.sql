create table contacts (
  id integer primary key autoincrement,
  name text not null,
  number text not null default '',
  email text not null default '',
  is_group integer not null default 0,
  profile_pic_url text,
  created_at integer not null,
  updated_at integer not null
);
create index contacts_by_name on contacts (name collate nocase, id);

-- One contact, several identities: 'phone' (canonical digits), 'lid' (WhatsApp's own number), 'group' …
create table contact_identities (
  kind text not null,
  value text not null,
  contact_id integer not null references contacts (id) on delete cascade,
  -- how the network addresses it (a JID), once it has said so
  address text,
  primary key (kind, value)
) without rowid;
create index contact_identities_of on contact_identities (contact_id);

-- Two contacts that were proved to be one; enough to take it apart again.
create table contact_merges (
  id integer primary key autoincrement,
  kept_id integer not null references contacts (id) on delete cascade,
  gone text not null,
  moved_tickets text not null,
  at integer not null
);

create virtual table contact_search using fts5 (
  name, number, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
create trigger contacts_found after insert on contacts begin
  insert into contact_search (rowid, name, number) values (new.id, new.name, new.number);
end;
create trigger contacts_found_again after update of name, number on contacts begin
  delete from contact_search where rowid = old.id;
  insert into contact_search (rowid, name, number) values (new.id, new.name, new.number);
end;
create trigger contacts_lost after delete on contacts begin
  delete from contact_search where rowid = old.id;
end;
