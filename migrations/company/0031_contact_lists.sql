-- Lists of people to send campaigns to (spec 3 §2.6, 2.7), what the network said of their numbers, and who wants no more of it.

create table contact_lists (
  id integer primary key autoincrement,
  name text not null,
  created_at integer not null
);

-- A spreadsheet that was read into a list, and what became of its rows.
create table contact_list_imports (
  id integer primary key autoincrement,
  list_id integer not null references contact_lists (id) on delete cascade,
  file_name text not null,
  -- reading, running, done, failed, undone
  state text not null,
  -- an error code, when it has failed
  failure text,
  user_id integer references users (id) on delete set null,
  rows_read integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  created_at integer not null,
  ended_at integer
);
create index contact_list_imports_of_list on contact_list_imports (list_id, id);

create table contact_list_items (
  id integer primary key autoincrement,
  list_id integer not null references contact_lists (id) on delete cascade,
  name text not null,
  -- canonical digits; '' = none
  number text not null default '',
  email text not null default '',
  -- JSON object: the further columns of the sheet, by name
  columns text,
  -- name, number and e-mail without accents and case: the list is searched by it, and in its order by name
  search text not null default '',
  -- which import made it; null = by hand
  import_id integer references contact_list_imports (id) on delete set null,
  created_at integer not null
);
create unique index contact_list_items_by_number on contact_list_items (list_id, number) where number <> '';
create index contact_list_items_in_order on contact_list_items (list_id, search, id);
create index contact_list_items_of_import on contact_list_items (import_id) where import_id is not null;

-- One row for each row of a sheet that was not simply new: what was read, and what became of it.
create table contact_list_import_rows (
  import_id integer not null references contact_list_imports (id) on delete cascade,
  -- in the sheet, counted from 1
  line integer not null,
  -- updated, same, refused
  outcome text not null,
  name text not null default '',
  -- as it was written
  number text not null default '',
  -- why it was refused, or which line it repeats; a code of contract/contact_lists.ts
  reason text,
  detail text,
  -- of an updated one, for the undo: JSON of what it was before
  was text,
  item_id integer,
  primary key (import_id, line)
) without rowid;

-- What the network said of a number, so that it is not asked again for 30 days.
create table number_checks (
  number text primary key not null,
  -- how the network addresses it; null = it does not know it
  jid text,
  lid text,
  checked_at integer not null
) without rowid;

-- Who wants nothing more of campaigns, of all channels and of the API (behaviour.md, Campaigns).
create table opt_outs (
  id integer primary key autoincrement,
  -- canonical digits; null when its contact was erased, and only the hash is left
  number text,
  -- keyed by the server, so that it says nothing without it
  number_hash text,
  -- answer, hand, import, network, api
  source text not null,
  channel text not null default 'whatsapp',
  campaign_id integer,
  user_id integer references users (id) on delete set null,
  at integer not null
);
create unique index opt_outs_by_number on opt_outs (number) where number is not null;
create unique index opt_outs_by_hash on opt_outs (number_hash) where number_hash is not null;

create trigger contact_lists_revised after update of name on contact_lists begin
  insert into revisions values ('contact_list', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger contact_lists_forgotten after delete on contact_lists begin
  delete from revisions where kind = 'contact_list' and id = old.id;
end;
create trigger contact_list_items_revised after update of name, number, email, columns on contact_list_items begin
  insert into revisions values ('contact_list_item', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger contact_list_items_forgotten after delete on contact_list_items begin
  delete from revisions where kind = 'contact_list_item' and id = old.id;
end;
