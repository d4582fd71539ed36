create table settings (
  key text primary key,
  value text not null
) without rowid;

create table users (
  id integer primary key autoincrement,
  name text not null,
  email text not null,
  profile text not null default 'user',
  created_at integer not null
);

create table queues (
  id integer primary key autoincrement,
  name text not null unique,
  color text not null unique
);

create table user_queues (
  user_id integer not null references users (id) on delete cascade,
  queue_id integer not null references queues (id) on delete cascade,
  primary key (user_id, queue_id)
) without rowid;
create index user_queues_by_queue on user_queues (queue_id);
