-- Webhooks of integrators, what is on its way to them, and what they answered.

create table webhooks (
  id integer primary key autoincrement,
  name text not null,
  url text not null,
  -- JSON list of events
  events text not null,
  is_active integer not null default 1,
  -- gone, failing: why it was switched off by itself
  stopped text,
  -- sealed; the one before signs as well until it is over
  secret blob not null,
  old_secret blob,
  old_secret_until integer,
  -- tries in a row that failed, and when it is tried again
  failures integer not null default 0,
  next_at integer,
  failing_since integer,
  created_at integer not null
);

-- What happened, once for all webhooks that are told of it.
create table webhook_events (
  id integer primary key autoincrement,
  -- webhook-id
  message_id text not null,
  event text not null,
  -- what must stay in order: a contact's chat, a connection
  chat text not null,
  payload text not null,
  at integer not null
);
create index webhook_events_of_chat on webhook_events (chat);
create index webhook_events_in_order on webhook_events (at);

create table webhook_deliveries (
  id integer primary key autoincrement,
  webhook_id integer not null references webhooks (id) on delete cascade,
  event_id integer not null references webhook_events (id) on delete cascade,
  chat text not null,
  -- waiting, delivered, failed
  state text not null,
  attempts integer not null default 0,
  -- when it is tried (0 = at once); of a chat only the first has a time, the others wait behind it
  next_at integer not null,
  at integer not null
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_at, id) where state = 'waiting';
create index webhook_deliveries_of_chat on webhook_deliveries (webhook_id, chat, id) where state = 'waiting';
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, state, id);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);

create table webhook_attempts (
  id integer primary key autoincrement,
  delivery_id integer not null references webhook_deliveries (id) on delete cascade,
  at integer not null,
  duration integer not null,
  status integer,
  said text not null
);
create index webhook_attempts_of_delivery on webhook_attempts (delivery_id, id);

create trigger webhooks_revised after update of name, url, events, is_active on webhooks begin
  insert into revisions values ('webhook', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger webhooks_forgotten after delete on webhooks begin
  delete from revisions where kind = 'webhook' and id = old.id;
end;
