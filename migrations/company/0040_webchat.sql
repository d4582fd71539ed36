-- The chat on a company's own pages: what each such connection looks like, and who visits.

create table webchats (
  connection_id integer primary key references connections (id) on delete cascade,
  -- public: stands in the page of whoever uses it; provider.db knows whose it is
  key text not null,
  color text not null default '#2563eb',
  title text not null default '',
  greeting text not null default '',
  -- left, right
  position text not null default 'right',
  -- auto, light, dark
  theme text not null default 'auto',
  -- JSON list of the origins whose pages may show it; ["*"] = all
  origins text not null default '[]',
  -- what is asked before the chat: off, optional, required
  ask_name text not null default 'optional',
  ask_email text not null default 'off',
  ask_phone text not null default 'off',
  -- where a visitor may go on at WhatsApp
  handover_id integer references connections (id) on delete set null
);

create table visitors (
  id text primary key,
  connection_id integer not null references connections (id) on delete cascade,
  -- keyed hash of what the visitor's browser keeps
  secret_hash text not null,
  -- JSON: what they said of themselves, until they write and are a contact
  about text,
  created_at integer not null
) without rowid;
create index visitors_who_never_wrote on visitors (created_at) where about is not null;

-- By which somebody who goes on at WhatsApp is recognized there.
create table handover_codes (
  code text primary key,
  visitor_id text not null references visitors (id) on delete cascade,
  expires_at integer not null
) without rowid;
create index handover_codes_of_visitor on handover_codes (visitor_id);

create index messages_of_visitors on messages (connection_id, chat, id) where substr(chat, -8) = '@webchat';
