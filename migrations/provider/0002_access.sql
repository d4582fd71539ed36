-- Who logs in where: e-mail addresses are unique over all companies.
create table logins (
  email text primary key,
  company_id integer not null references companies (id),
  user_id integer not null,
  password_hash text not null,
  is_super integer not null default 0,
  unique (company_id, user_id)
) without rowid;

-- One living session per user; a second login replaces it.
create table sessions (
  id text primary key,
  company_id integer not null,
  user_id integer not null,
  refresh_hash text not null,
  -- the token before the last rotation still counts for a moment: two tabs may refresh at once
  previous_hash text,
  rotated_at integer not null,
  expires_at integer not null
) without rowid;
create unique index sessions_of_user on sessions (company_id, user_id);
create index sessions_by_refresh on sessions (refresh_hash);
create index sessions_by_previous on sessions (previous_hash);
create index sessions_by_expiry on sessions (expires_at);
