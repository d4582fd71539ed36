create table tickets (
  id integer primary key autoincrement,
  uuid text not null unique,
  status text not null,
  user_id integer references users (id) on delete set null,
  queue_id integer references queues (id),
  connection_id integer references connections (id),
  contact_id integer not null references contacts (id),
  channel text not null default 'whatsapp',
  is_group integer not null default 0,
  chatbot integer not null default 0,
  last_message text not null default '',
  last_message_kind text not null default 'text',
  last_message_from_me integer not null default 0,
  last_message_ack integer not null default 0,
  last_message_id integer not null default 0,
  unread_messages integer not null default 0,
  queued_at integer,
  started_at integer,
  closed_at integer,
  created_at integer not null,
  updated_at integer not null
);
-- At most one ticket in progress per contact and connection (behaviour.md, Tickets).
create unique index one_ticket_in_progress on tickets (contact_id, connection_id) where status <> 'closed';
create index tickets_of_contact on tickets (contact_id, id);
create index tickets_by_change on tickets (status, updated_at desc);
create index tickets_changed on tickets (updated_at desc);
create index group_tickets on tickets (updated_at desc) where is_group = 1;
create index tickets_unread on tickets (updated_at desc) where unread_messages > 0;
create index tickets_of_user on tickets (user_id, status);
create index tickets_of_connection on tickets (connection_id, status);

create table ticket_moves (
  id integer primary key autoincrement,
  ticket_id integer not null references tickets (id) on delete cascade,
  action text not null,
  user_id integer references users (id) on delete set null,
  to_user_id integer references users (id) on delete set null,
  to_queue_id integer references queues (id) on delete set null,
  at integer not null
);
create index ticket_moves_of on ticket_moves (ticket_id, at);
