create table tags (
  id integer primary key autoincrement,
  name text not null collate nocase unique,
  color text not null,
  user_id integer references users (id) on delete set null
);
create table ticket_tags (
  ticket_id integer not null references tickets (id) on delete cascade,
  tag_id integer not null references tags (id) on delete cascade,
  primary key (ticket_id, tag_id)
) without rowid;
create index ticket_tags_by_tag on ticket_tags (tag_id, ticket_id);

create table quick_replies (
  id integer primary key autoincrement,
  shortcode text not null collate nocase unique,
  message text not null,
  user_id integer references users (id) on delete set null
);

-- What the team writes down about a contact, in a ticket or outside of any.
create table notes (
  id integer primary key autoincrement,
  note text not null,
  contact_id integer not null references contacts (id) on delete cascade,
  ticket_id integer references tickets (id) on delete set null,
  user_id integer references users (id) on delete set null,
  created_at integer not null
);
create index notes_of_contact on notes (contact_id, id desc);
create index notes_of_ticket on notes (ticket_id);

create table contact_extra_info (
  id integer primary key autoincrement,
  contact_id integer not null references contacts (id) on delete cascade,
  name text not null,
  value text not null
);
create index contact_extra_info_of on contact_extra_info (contact_id, id);

-- Whom the linked phone knows, and by which name; contacts only once somebody imports them.
create table phone_book (
  connection_id integer not null references connections (id) on delete cascade,
  jid text not null,
  phone text,
  lid text,
  name text not null,
  primary key (connection_id, jid)
) without rowid;

-- Who merged two contacts by hand (null: the network proved them one), and when it was taken back.
alter table contact_merges add column user_id integer references users (id) on delete set null;
alter table contact_merges add column undone_at integer;
create index contact_merges_of on contact_merges (kept_id, id desc);
create index messages_of_contact on messages (contact_id);

-- The order of a dictionary, where Á stands with A; the same expression is in contacts.ts.
create index contacts_in_order on contacts (
  lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name, 'á', 'a'), 'Á', 'a'), 'à', 'a'), 'À', 'a'), 'â', 'a'), 'Â', 'a'), 'ã', 'a'), 'Ã', 'a'), 'é', 'e'), 'É', 'e'), 'ê', 'e'), 'Ê', 'e'), 'í', 'i'), 'Í', 'i'), 'ó', 'o'), 'Ó', 'o'), 'ô', 'o'), 'Ô', 'o'), 'õ', 'o'), 'Õ', 'o'), 'ú', 'u'), 'Ú', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n')),
  id
);
