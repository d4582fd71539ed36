-- What devices are to be told, have been told, and are to take back: of each device one row a thing.
create table pushes (
  -- of provider.db
  device_id text not null,
  user_id integer not null,
  -- ticket-1, waiting-1, chat-1, mention-1: what replaces the one before on the device
  tag text not null,
  -- message, transfer, mention, waiting, chat
  kind text not null,
  -- the ticket or the chat
  of_id integer not null,
  -- the message, the chat's message or the mention
  about_id integer,
  -- waiting, shown, closing, quiet
  state text not null,
  -- one more with each thing that happened
  revision integer not null default 1,
  attempts integer not null default 0,
  next_at integer not null,
  -- when it happened, and when the device was last told; ms
  at integer not null,
  shown_at integer,
  primary key (device_id, tag)
) without rowid;
create index pushes_due on pushes (next_at) where state in ('waiting', 'closing');
create index pushes_of_tag on pushes (tag, user_id);
create index pushes_old on pushes (at);
