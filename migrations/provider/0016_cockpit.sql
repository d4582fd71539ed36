-- What the provider sees of each company on one screen, rolled up as things happen: nothing opens 500 files for it.
create table company_figures (
  company_id integer primary key references companies (id) on delete cascade,
  -- connections that are connected, of those that should be
  lines_up integer not null default 0,
  lines_total integer not null default 0,
  -- tickets
  waiting integer not null default 0,
  open integer not null default 0,
  -- YYYY-MM-DD in the company's zone, its messages so far, and the last message that was looked at
  day text not null default '',
  messages_today integer not null default 0,
  last_message_id integer not null default 0,
  -- ms; null = never since this is noted
  last_login_at integer,
  -- bytes of files
  storage integer not null default 0,
  users integer not null default 0,
  connections integer not null default 0,
  queues integer not null default 0,
  -- ms; null = not yet
  rolled_up_at integer
);
-- Who has logged in lately is known from the sessions that there are.
insert into company_figures (company_id, last_login_at)
  select company_id, max(opened_at) from sessions where acting_user_id is null and company_id in (select id from companies) group by company_id;

-- Money by month.
create index invoices_by_due_date on invoices (due_date) where status <> 'cancelled';
create index payments_by_moment on payments (at);
