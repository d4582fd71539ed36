-- What is to be sent by e-mail (src/mail/queue.ts).
create table mails (
  id integer primary key autoincrement,
  -- invitation, passwordReset, emailConfirmation, invoiceReminder
  kind text not null,
  language text not null,
  address text not null,
  -- subject, text and html, sealed with the server's key: a link in them lets somebody in; null once it is done
  content blob,
  -- queued, sending, sent, failed
  state text not null default 'queued',
  attempts integer not null default 0,
  -- how often the process ended while it was being sent
  interruptions integer not null default 0,
  -- ms; null once it is done
  next_at integer,
  -- ms; after that it would say what is not true any more
  good_until integer,
  -- which step failed last
  fault text,
  created_at integer not null
);
create index mails_due on mails (next_at) where next_at is not null;
create index mails_by_age on mails (created_at);
create index mails_failed on mails (id) where state = 'failed';

-- Who has opened the link that was sent to their address, by the keyed hash of what stands in it.
create table email_confirmations (
  company_id integer not null,
  user_id integer not null,
  email text not null,
  token_hash text not null,
  expires_at integer not null,
  confirmed_at integer,
  -- a new one ends the one before
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references logins (company_id, user_id) on delete cascade
) without rowid;
create unique index email_confirmations_by_token on email_confirmations (token_hash);
create index email_confirmations_by_email on email_confirmations (email);
