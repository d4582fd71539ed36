-- Who may choose a password by an address that was handed over, once, by the keyed hash of what stands in it.
create table password_links (
  company_id integer not null,
  user_id integer not null,
  token_hash text not null,
  expires_at integer not null,
  -- a new one ends the one before
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references logins (company_id, user_id) on delete cascade
) without rowid;
create unique index password_links_by_token on password_links (token_hash);

-- Whoever sets a new password by any other way ends the address that was handed over before.
create trigger password_links_end after update of password_hash on logins
when new.password_hash is not old.password_hash begin
  delete from password_links where company_id = new.company_id and user_id = new.user_id;
end;
