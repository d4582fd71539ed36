-- A company may allow its people several login sessions, and people see theirs: where each is, and since when.
drop index sessions_of_user;
create index sessions_of_user on sessions (company_id, user_id);
alter table sessions add column opened_at integer not null default 0;
alter table sessions add column browser text not null default '';
alter table sessions add column system text not null default '';
-- without its last part
alter table sessions add column network text not null default '';
update sessions set opened_at = rotated_at;

-- Who is asked for a code at login.
create table second_factors (
  company_id integer not null,
  user_id integer not null,
  -- with the server's key
  sealed_secret blob not null,
  since integer not null,
  -- the latest time step whose code was used (RFC 6238 §5.2: a code counts once)
  last_step integer not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references logins (company_id, user_id) on delete cascade
) without rowid;

-- Each lets in once, by its keyed hash.
create table recovery_codes (
  company_id integer not null,
  user_id integer not null,
  code_hash text not null,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references second_factors (company_id, user_id) on delete cascade
) without rowid;

-- What lets in without a password: public keys of devices that know their person (WebAuthn).
create table passkeys (
  -- the credential's id, in base64url
  id text primary key,
  company_id integer not null,
  user_id integer not null,
  public_key blob not null,
  -- goes up with each use where the device counts; a copy is found out by it
  counter integer not null,
  -- JSON list
  transports text not null,
  -- browser and system with which it was added
  name text not null,
  since integer not null,
  foreign key (company_id, user_id) references logins (company_id, user_id) on delete cascade
) without rowid;
create index passkeys_of_user on passkeys (company_id, user_id);
