-- Which company's connection an account at Meta belongs to: a notice names the account alone.
create table graph_lines (
  account_id text primary key,
  company_id integer not null references companies (id) on delete cascade,
  connection_id integer not null
) without rowid;
create index graph_lines_of on graph_lines (company_id, connection_id);
