-- What a company's plan allows; null = no limit.
alter table companies add column max_users integer;
alter table companies add column max_connections integer;
alter table companies add column max_queues integer;

-- Which connection an API token is for, by its keyed hash: tokens are unique over all companies, and none can be read here.
create table connection_tokens (
  token_hash text primary key,
  company_id integer not null references companies (id),
  connection_id integer not null,
  unique (company_id, connection_id)
) without rowid;
