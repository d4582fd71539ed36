create table connections (
  id integer primary key autoincrement,
  name text not null unique,
  channel text not null default 'whatsapp',
  status text not null,
  situation text not null,
  is_default integer not null default 0,
  number text not null default '',
  retries integer not null default 0,
  -- false once an administrator disconnected it: it is not started again by itself
  should_run integer not null default 1,
  since integer not null,
  created_at integer not null,
  updated_at integer not null
);
create unique index one_default_connection on connections (is_default) where is_default = 1;

create table connection_queues (
  connection_id integer not null references connections (id) on delete cascade,
  queue_id integer not null references queues (id) on delete cascade,
  primary key (connection_id, queue_id)
) without rowid;
create index connection_queues_by_queue on connection_queues (queue_id);

-- Keys and ratchets of the linked WhatsApp account, sealed with a key that is not in this file.
create table whatsapp_auth (
  connection_id integer not null references connections (id) on delete cascade,
  type text not null,
  id text not null,
  value blob not null,
  primary key (connection_id, type, id)
) without rowid;

-- What was decrypted: written in the transaction that steps the ratchet, settled in the one that stores the message.
-- What is not settled at a start is handled then. A settled row is kept for a while, because the network may bring the
-- same ciphertext again, and it can be decrypted only once.
create table whatsapp_journal (
  id integer primary key autoincrement,
  connection_id integer not null references connections (id) on delete cascade,
  wid text not null,
  -- SHA-256 of the ciphertext
  hash text not null,
  -- the stanza's attributes, as JSON
  attrs text not null,
  plain blob not null,
  received_at integer not null,
  settled_at integer,
  unique (connection_id, hash)
);
create index whatsapp_journal_by_message on whatsapp_journal (connection_id, wid);
create index whatsapp_journal_open on whatsapp_journal (connection_id, id) where settled_at is null;
create index whatsapp_journal_settled on whatsapp_journal (settled_at) where settled_at is not null;
