-- What companies may have, and what that costs them (spec 2 §3, Plan); null = as many as they like.
create table plans (
  id integer primary key autoincrement,
  name text not null,
  users integer,
  connections integer,
  queues integer,
  -- bytes of files
  storage integer,
  -- hundredths of a real, for a month
  value integer not null default 0,
  -- whether strangers may choose it
  offered integer not null default 1,
  created_at integer not null,
  -- how often it was changed, and who did last
  revision integer not null default 0,
  changed_at integer,
  changed_by_id integer,
  changed_by text
);
create unique index plans_by_name on plans (name collate nocase);

-- Without a plan a company has no limits, as the provider's own.
alter table companies add column plan_id integer references plans (id);
create index companies_of_plan on companies (plan_id);

-- What a company was allowed so far becomes a plan, one for all that were allowed the same.
insert into plans (name, users, connections, queues, storage, offered, created_at)
select 'Plano ' || row_number() over (order by min(id)), max_users, max_connections, max_queues, max_storage, 0,
  unixepoch() * 1000
from companies
where coalesce(max_users, max_connections, max_queues, max_storage) is not null
group by max_users, max_connections, max_queues, max_storage;
update companies set plan_id = (
  select plans.id from plans
  where plans.users is companies.max_users and plans.connections is companies.max_connections
    and plans.queues is companies.max_queues and plans.storage is companies.max_storage
)
where coalesce(max_users, max_connections, max_queues, max_storage) is not null;
alter table companies drop column max_users;
alter table companies drop column max_connections;
alter table companies drop column max_queues;
alter table companies drop column max_storage;

-- Who is told of what only a super user sees.
create index super_logins on logins (company_id) where is_super = 1;
