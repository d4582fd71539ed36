-- What must be sent, first to last per connection; a row is gone once the network has taken the message.
create table outbox (
  id integer primary key autoincrement,
  message_id integer not null references messages (id) on delete cascade,
  connection_id integer not null references connections (id) on delete cascade,
  -- 'send' or 'revoke'
  what text not null default 'send',
  -- 0 attendants, 1 bot, 2 schedules and API, 3 campaigns
  rank integer not null default 0,
  attempts integer not null default 0,
  due_at integer not null,
  expires_at integer not null
);
create index outbox_next on outbox (connection_id, rank, id);
create unique index outbox_once on outbox (message_id, what);
