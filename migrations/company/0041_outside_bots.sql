-- Bots of others: a queue or an option gives the customer to a webhook, which answers through the API and gives them back.

-- To which webhook, after how many minutes without a word from it people take over, and what the customer is told then.
alter table queues add column to_webhook_id integer references webhooks (id) on delete set null;
alter table queues add column bot_minutes integer not null default 10;
alter table queues add column bot_message text not null default '';
-- For the action `bot`.
alter table queue_options add column to_webhook_id integer references webhooks (id) on delete set null;
alter table queue_options add column bot_minutes integer not null default 10;
alter table queue_options add column bot_message text not null default '';
create index queues_to_webhook on queues (to_webhook_id) where to_webhook_id is not null;
create index queue_options_to_webhook on queue_options (to_webhook_id) where to_webhook_id is not null;

-- Which outside bot a line of the history is about, and its minutes.
alter table ticket_moves add column bot text;
alter table ticket_moves add column minutes integer;

-- Tickets that an outside bot has.
create table bot_holds (
  ticket_id integer primary key references tickets (id) on delete cascade,
  -- also one that is gone, until people have taken over
  webhook_id integer not null,
  -- as it was called then
  bot text not null,
  minutes integer not null,
  message text not null,
  -- when people take over (ms; 0 = at once); null = the bot has answered, and the customer is awaited
  due_at integer,
  -- how often in a row bots have passed the customer on before a word from them
  returns integer not null default 0
);
create index bot_holds_due on bot_holds (due_at) where due_at is not null;
create index bot_holds_of_webhook on bot_holds (webhook_id);

-- Whoever takes the ticket from the bot, it is over at once.
create trigger bot_holds_left after update of chatbot, status on tickets
  when old.chatbot = 1 and (new.chatbot = 0 or new.status <> 'pending') begin
  update bot_holds set due_at = 0 where ticket_id = new.id;
end;
create trigger bot_holds_off after update of is_active on webhooks when new.is_active = 0 begin
  update bot_holds set due_at = 0 where webhook_id = new.id;
end;
create trigger bot_holds_gone after delete on webhooks begin
  update bot_holds set due_at = 0 where webhook_id = old.id;
end;
