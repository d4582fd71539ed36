-- Accounts at Meta that connections speak through.
create table graph_accounts (
  connection_id integer primary key references connections (id) on delete cascade,
  -- of a phone number, a page or an Instagram account
  account_id text not null,
  -- of the business account or page that it belongs to; empty where it stands by itself
  parent_id text not null default '',
  -- which of Meta's hosts answers for it: facebook or instagram
  host text not null,
  -- sealed
  token blob not null,
  -- null: it does not run out
  token_expires_at integer,
  -- Meta has approved the tag HUMAN_AGENT: people may answer for seven days
  human_agent integer not null default 0,
  linked_at integer not null
);

-- What Meta told us and nobody has handled yet, one event a row.
create table graph_notices (
  id integer primary key autoincrement,
  connection_id integer not null references connections (id) on delete cascade,
  notice text not null,
  received_at integer not null,
  attempts integer not null default 0,
  -- given up after several tries; kept for a look
  failed_at integer
);
create index graph_notices_waiting on graph_notices (connection_id, id) where failed_at is null;
create index graph_notices_old on graph_notices (received_at);

-- What left by Graph: its own id of each message of ours, which only its answer tells.
create table graph_sends (
  connection_id integer not null references connections (id) on delete cascade,
  wid text not null,
  chat text not null,
  -- null from its leaving to the answer
  network_id text,
  ack integer not null default 0,
  begun_at integer not null,
  primary key (connection_id, wid)
) without rowid;
create unique index graph_sends_by_network on graph_sends (connection_id, network_id) where network_id is not null;
create index graph_sends_unread on graph_sends (connection_id, chat, begun_at) where network_id is not null and ack < 3;
create index graph_sends_leaving on graph_sends (connection_id, chat) where network_id is null;
create index graph_sends_old on graph_sends (begun_at);
create index graph_sends_of_chat on graph_sends (chat);

-- When a customer wrote last, where that says how long they may be answered.
create table answer_windows (
  connection_id integer not null references connections (id) on delete cascade,
  contact_id integer not null references contacts (id) on delete cascade,
  last_at integer not null,
  primary key (connection_id, contact_id)
) without rowid;
create index answer_windows_of on answer_windows (contact_id);

-- Texts that WhatsApp has approved for writing first, as its business account lists them.
create table templates (
  id integer primary key autoincrement,
  connection_id integer not null references connections (id) on delete cascade,
  name text not null,
  language text not null,
  category text not null default '',
  status text not null,
  -- JSON: header, body, footer, buttons
  parts text not null,
  fetched_at integer not null,
  unique (connection_id, name, language)
);
