-- Whose a web chat is, by the key that stands in the page which shows it.
create table webchat_keys (
  key text primary key,
  company_id integer not null references companies (id),
  connection_id integer not null,
  unique (company_id, connection_id)
) without rowid;
