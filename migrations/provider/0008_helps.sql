-- What the provider explains to everybody (spec 2 §3, Help).
create table helps (
  id integer primary key autoincrement,
  title text not null,
  description text not null default '',
  -- the code of a film at YouTube; empty = none
  video text not null default '',
  created_at integer not null,
  -- how often it was changed, and who did last
  revision integer not null default 0,
  changed_at integer,
  changed_by_id integer,
  changed_by text
);
