-- Who is due for what follows: found among those to whom a connection may write, strangers and others apart.
create index campaign_recipients_following on campaign_recipients (campaign_id, is_stranger, connection_id, next_at)
  where state = 'sent' and next_at is not null;
-- Whose question is to be closed.
create index campaign_recipients_unanswered on campaign_recipients (campaign_id, next_at)
  where state = 'asked' and next_at is not null;
-- The file that goes after a text with which it could not go along.
alter table campaign_sends add column file_message_id integer;
-- What the network said last of whom a connection may write to first; also after a restart.
create table campaign_reach (
  connection_id integer primary key references connections (id) on delete cascade,
  heard_at integer not null,
  -- until when it may write to no strangers, and how many new chats were left to it; null = it does not say
  locked_until integer,
  new_chats_left integer
);
-- Who is no valid contact: a report names them apart.
create index campaign_recipients_invalid on campaign_recipients (campaign_id)
  where reason in ('ERR_WAPP_INVALID_CONTACT', 'no_number');
