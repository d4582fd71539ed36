-- What the desk says by itself, when it is open, and how each service of a ticket went.

alter table queues add column greeting_message text not null default '';
alter table queues add column out_of_hours_message text not null default '';
-- JSON, as in contract/hours.ts; the company's own hours are the setting `schedules`
alter table queues add column schedules text not null default '[]';

create table queue_options (
  id integer primary key autoincrement,
  queue_id integer not null references queues (id) on delete cascade,
  parent_id integer references queue_options (id) on delete cascade,
  -- the place among its siblings, from 1
  option integer not null,
  title text not null,
  message text not null default '',
  -- what happens after a leaf's message: human, queue, user, close
  action text not null default 'human',
  to_queue_id integer references queues (id) on delete set null,
  to_user_id integer references users (id) on delete set null,
  -- a file that goes along with the message: its name below media/, and what it is
  file text,
  file_name text not null default '',
  file_mimetype text not null default '',
  file_size integer not null default 0
);
create index queue_options_of on queue_options (queue_id, parent_id, option);
create index queue_options_below on queue_options (parent_id);
create index queue_options_to_queue on queue_options (to_queue_id) where to_queue_id is not null;
create index queue_options_to_user on queue_options (to_user_id) where to_user_id is not null;

create table holidays (
  id integer primary key autoincrement,
  -- YYYY-MM-DD
  date text not null unique,
  name text not null
);

alter table connections add column greeting_message text not null default '';
alter table connections add column complation_message text not null default '';
alter table connections add column out_of_hours_message text not null default '';
alter table connections add column rating_message text not null default '';
-- sealed with a key that is not in this file; null = none
alter table connections add column token blob;
alter table connections add column provider text not null default 'beta';
-- the order in which the menu names the queues
alter table connection_queues add column position integer not null default 0;

-- JSON: where the bot is with the customer; null before it said anything and after it let go
alter table tickets add column bot text;
-- when the present service began; null = with the ticket
alter table tickets add column begun_at integer;
create index tickets_of_queue on tickets (queue_id, status);
create index tickets_created on tickets (created_at);

-- One row per service that was ended: a ticket that is taken up again begins another.
create table service_cycles (
  id integer primary key autoincrement,
  ticket_id integer not null references tickets (id) on delete cascade,
  contact_id integer not null references contacts (id),
  connection_id integer references connections (id) on delete set null,
  queue_id integer references queues (id) on delete set null,
  user_id integer references users (id) on delete set null,
  begun_at integer not null,
  queued_at integer,
  started_at integer,
  closed_at integer not null,
  -- 1 to 3 by the customer; null = not rated
  rating integer,
  rated_at integer,
  -- while the customer may still rate: until when
  rating_until integer
);
create index service_cycles_of on service_cycles (ticket_id, closed_at);
create index service_cycles_closed on service_cycles (closed_at);
create index service_cycles_of_contact on service_cycles (contact_id);
create index service_cycles_of_user on service_cycles (user_id, closed_at);
create index service_cycles_of_queue on service_cycles (queue_id, closed_at);
create index service_cycles_of_connection on service_cycles (connection_id);
create index service_cycles_to_rate on service_cycles (rating_until) where rating_until is not null;
insert into service_cycles (ticket_id, contact_id, connection_id, queue_id, user_id, begun_at, queued_at, started_at, closed_at)
select id, contact_id, connection_id, queue_id, user_id, created_at, queued_at, started_at, closed_at
from tickets where status = 'closed' and closed_at > 0;

create index messages_of_user on messages (user_id) where user_id is not null;
