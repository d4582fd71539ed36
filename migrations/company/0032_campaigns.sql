-- Campaigns (spec 3 §2.2–2.5). One row per recipient is the queue; what a screen counts is counted from these rows.

create table campaigns (
  id integer primary key autoincrement,
  name text not null,
  -- INATIVA, PROGRAMADA, EM_ANDAMENTO, CANCELADA, FINALIZADA
  status text not null default 'INATIVA',
  confirmation integer not null default 0,
  list_id integer references contact_lists (id) on delete set null,
  -- where answers go; null = as the connection says
  queue_id integer references queues (id) on delete set null,
  scheduled_at integer,
  started_at integer,
  completed_at integer,
  message1 text not null default '',
  message2 text not null default '',
  message3 text not null default '',
  message4 text not null default '',
  message5 text not null default '',
  confirmation_message1 text not null default '',
  confirmation_message2 text not null default '',
  confirmation_message3 text not null default '',
  confirmation_message4 text not null default '',
  confirmation_message5 text not null default '',
  -- below media/; null = no file
  file text,
  file_name text not null default '',
  file_mimetype text not null default '',
  file_size integer not null default 0,
  -- JSON: contacts by what is known of them, instead of a list
  audience text,
  -- JSON: what follows when nobody answers
  follow_ups text,
  -- JSON: when it comes again
  repeats text,
  -- the first one of those that repeat
  repeat_of integer,
  -- why it stands still by itself (CANCELADA), as a code; null when a person stopped it
  stopped_by text,
  failures_in_a_row integer not null default 0,
  -- JSON: the names of its recipients' columns, as texts name them
  column_names text,
  -- up to which row of its list (or contact) there are recipients; null = all are there
  filled_to integer,
  created_at integer not null
);
create index campaigns_due on campaigns (scheduled_at) where status = 'PROGRAMADA';
create index campaigns_running on campaigns (id) where status = 'EM_ANDAMENTO';
create unique index campaigns_repeated on campaigns (repeat_of, scheduled_at) where repeat_of is not null;

create table campaign_connections (
  campaign_id integer not null references campaigns (id) on delete cascade,
  connection_id integer not null references connections (id) on delete cascade,
  primary key (campaign_id, connection_id)
) without rowid;

create table campaign_recipients (
  id integer primary key autoincrement,
  campaign_id integer not null references campaigns (id) on delete cascade,
  -- the row of the list it was made from; null = from contacts, or it is gone
  item_id integer,
  contact_id integer references contacts (id) on delete set null,
  name text not null,
  number text not null,
  email text not null default '',
  columns text,
  -- 1 = had never written to us when it was last looked at
  is_stranger integer not null default 1,
  -- waiting, asked, confirmed, sent, failed, opted_out, skipped
  state text not null default 'waiting',
  -- why it failed or was skipped, as a code
  reason text,
  -- which of the messages it gets, 1 to 5; null = not chosen yet
  variant integer,
  connection_id integer references connections (id) on delete set null,
  -- of the steps (0 the question, 1 the message, then what follows): the one that is under way, and the last that was sent
  pending_step integer,
  sent_step integer,
  asked_at integer,
  confirmed_at integer,
  sent_at integer,
  answered_at integer,
  -- the first words of the answer, and the ticket that it is in
  answer text,
  ticket_id integer references tickets (id) on delete set null,
  -- when its question is closed, or the next message follows
  next_at integer,
  changed_at integer not null
);
create unique index campaign_recipients_by_number on campaign_recipients (campaign_id, number) where number <> '';
create unique index campaign_recipients_by_item on campaign_recipients (campaign_id, item_id) where item_id is not null;
create index campaign_recipients_in_state on campaign_recipients (campaign_id, state, is_stranger, id);
create index campaign_recipients_counted on campaign_recipients (campaign_id, state, asked_at, confirmed_at, answered_at);
create index campaign_recipients_changed on campaign_recipients (campaign_id, changed_at, id);
create index campaign_recipients_of_contact on campaign_recipients (contact_id, id) where contact_id is not null;
create index campaign_recipients_of_ticket on campaign_recipients (ticket_id) where ticket_id is not null;
create index campaign_recipients_of_number on campaign_recipients (number, sent_at);
create index campaign_recipients_pending on campaign_recipients (campaign_id, id) where pending_step is not null;
create index campaign_recipients_next on campaign_recipients (campaign_id, next_at) where next_at is not null;

-- What was put into the outbox for a recipient: once for each step, whatever happens.
create table campaign_sends (
  id integer primary key autoincrement,
  recipient_id integer not null references campaign_recipients (id) on delete cascade,
  campaign_id integer not null,
  step integer not null,
  variant integer not null,
  connection_id integer not null,
  -- null when the message was deleted
  message_id integer,
  -- 1 = the contact had never written to us
  is_stranger integer not null,
  put_at integer not null,
  sent_at integer,
  delivered_at integer,
  read_at integer,
  answered_at integer,
  failure text,
  -- 1 = its recipient does not say yet what became of it
  is_news integer not null default 0
);
create unique index campaign_sends_once on campaign_sends (recipient_id, step);
create unique index campaign_sends_by_message on campaign_sends (message_id) where message_id is not null;
create index campaign_sends_news on campaign_sends (campaign_id) where is_news = 1;
create index campaign_sends_of_connection on campaign_sends (connection_id, put_at, is_stranger);
create index campaign_sends_report on campaign_sends (campaign_id, step, variant, sent_at, delivered_at, read_at, answered_at);

-- Whatever changes a message's ack, in whatever transaction: what a campaign counts follows in the same one.
create trigger campaign_messages_acked after update of ack on messages
when new.ack <> old.ack and new.from_me = 1 and exists (select 1 from campaign_sends where message_id = new.id) begin
  update campaign_sends set
    -- a failure counts only while nothing was delivered
    sent_at = iif(new.ack >= 1, coalesce(sent_at, cast(unixepoch('subsec') * 1000 as integer)), null),
    delivered_at = iif(new.ack >= 2, coalesce(delivered_at, cast(unixepoch('subsec') * 1000 as integer)), delivered_at),
    read_at = iif(new.ack >= 3, coalesce(read_at, cast(unixepoch('subsec') * 1000 as integer)), read_at),
    failure = iif(new.ack < 0, coalesce(new.failure, 'ERR_SENDING_WAPP_MSG'), null),
    is_news = 1
  where message_id = new.id;
end;
create trigger campaign_messages_deleted after delete on messages
when exists (select 1 from campaign_sends where message_id = old.id) begin
  update campaign_sends set message_id = null, is_news = 1,
    failure = iif(sent_at is null, coalesce(failure, 'ERR_SCHEDULE_TAKEN_BACK'), failure)
  where message_id = old.id;
end;

-- How each connection paces what campaigns send by it.
create table campaign_paces (
  connection_id integer primary key references connections (id) on delete cascade,
  -- whose pace it is: another number begins anew
  number text not null,
  -- since when the number is in use; a person can say that it is older
  since integer not null,
  -- when the next may leave, and how many have left since the longer pause
  next_at integer not null default 0,
  in_row integer not null default 0,
  -- what a person allows a day to strangers; null = as the rule says, 0 = as many as there are
  day_cap integer
);

create table campaign_settings (
  key text primary key not null,
  -- JSON
  value text not null
) without rowid;

-- The campaign that a ticket answers.
alter table tickets add column campaign_id integer references campaigns (id) on delete set null;
create index tickets_of_campaign on tickets (campaign_id) where campaign_id is not null;

create trigger campaigns_revised after update of name, confirmation, list_id, queue_id, scheduled_at, message1, message2, message3, message4,
  message5, confirmation_message1, confirmation_message2, confirmation_message3, confirmation_message4, confirmation_message5, file, audience,
  follow_ups, repeats on campaigns begin
  insert into revisions values ('campaign', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger campaigns_forgotten after delete on campaigns begin
  delete from revisions where kind = 'campaign' and id = old.id;
end;
