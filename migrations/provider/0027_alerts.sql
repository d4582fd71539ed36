-- What is wrong now and has been told to the provider, so that it comes once and its end is told, also after a restart
-- (src/alerts).
create table alerts (
  id integer primary key autoincrement,
  -- line, disk, backup, certificate, restart, damage
  kind text not null,
  -- which one of its kind: a connection, a place of backups; empty where there is one only
  subject text not null,
  -- the finding's name (src/contract/findings.ts), and what it says beside, as JSON
  what text not null,
  facts text not null,
  -- warning, bad
  level text not null,
  company_id integer,
  -- ms
  began_at integer not null,
  -- ms; since when it is good again, though not yet for long enough to say so
  good_since integer
);
create unique index alerts_by_subject on alerts (kind, subject);

-- What is still to be handed to the provider's webhook.
create table alert_posts (
  id integer primary key autoincrement,
  -- webhook-id, the same with every try
  message_id text not null,
  payload text not null,
  attempts integer not null default 0,
  -- ms
  next_at integer not null,
  created_at integer not null
);
