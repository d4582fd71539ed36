-- Tokens of integrators, and what came by them and by the connections' tokens (spec 3 §2.10).

create table api_tokens (
  id integer primary key autoincrement,
  name text not null,
  hint text not null,
  -- JSON list: send, tickets, contacts, webhooks
  scopes text not null,
  per_minute integer not null,
  per_day integer,
  expires_at integer,
  last_used_at integer,
  user_id integer references users (id) on delete set null,
  created_at integer not null,
  revoked_at integer
);

-- One row for each request to send something: the log of the page, and of what was accepted the queue as well.
create table api_requests (
  id integer primary key autoincrement,
  at integer not null,
  -- whose request it is: t1 = the token 1, c1 = the token of connection 1
  owner text not null,
  -- as that was called then
  token_name text not null,
  address text not null,
  -- text, media, reaction; null where it could not be read
  kind text,
  number text not null default '',
  file_name text not null default '',
  -- HTTP
  status integer not null,
  error text,
  duration integer not null default 0,
  idempotency_key text,
  fingerprint text,
  -- waiting, taken, failed, cancelled; null = refused
  state text,
  -- JSON of what is to be sent, until that is decided
  draft text,
  -- not before then
  send_at integer,
  -- when it is looked at (0 = at once); of a receiver only the first has a time, the others wait behind it
  due_at integer,
  -- its file is to be fetched first
  needs_file integer not null default 0,
  attempts integer not null default 0,
  failure text,
  connection_id integer,
  message_id integer references messages (id) on delete set null
);
create unique index api_requests_by_key on api_requests (owner, idempotency_key) where idempotency_key is not null;
create index api_requests_waiting on api_requests (needs_file, due_at, id) where state = 'waiting';
create index api_requests_waiting_for on api_requests (number, id) where state = 'waiting';
create index api_requests_of_message on api_requests (message_id) where message_id is not null;
create index api_requests_of_number on api_requests (number) where number <> '';
create index api_requests_in_order on api_requests (at);
create index api_requests_of_owner on api_requests (owner, at) where state is not null;

-- A message that is deleted before it has left never will be sent: whoever asks for its fate is told so.
create trigger api_requests_taken_back before delete on messages when old.from_me = 1 and old.ack = 0 begin
  update api_requests set state = 'failed', failure = 'ERR_SCHEDULE_TAKEN_BACK'
    where message_id = old.id and state = 'taken' and kind <> 'reaction';
end;
