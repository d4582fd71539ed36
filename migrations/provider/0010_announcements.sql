-- What the provider has to say to everybody (spec 3 §3, Announcement).
create table announcements (
  id integer primary key autoincrement,
  title text not null,
  text text not null,
  -- 1 high, 2 medium, 3 low
  priority integer not null default 3,
  is_active integer not null default 1,
  -- the picture's name in the folder `public`, and what its file was called; null = none
  media_file text,
  media_name text,
  media_type text,
  created_at integer not null,
  -- how often it was changed, and who did last
  revision integer not null default 0,
  changed_at integer,
  changed_by_id integer,
  changed_by text
);
create unique index announcements_by_picture on announcements (media_file);

-- Who has seen which.
create table announcement_readers (
  announcement_id integer not null references announcements (id) on delete cascade,
  company_id integer not null,
  user_id integer not null,
  primary key (company_id, user_id, announcement_id),
  foreign key (company_id, user_id) references logins (company_id, user_id) on delete cascade
) without rowid;
create index readers_of_announcement on announcement_readers (announcement_id);
