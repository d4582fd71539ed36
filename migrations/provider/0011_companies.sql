-- What the provider knows of a company (spec 2 §3, Company).
alter table companies add column email text not null default '';
alter table companies add column phone text not null default '';
-- whether it may send campaigns; its own file has the same, which its people see
alter table companies add column campaigns_enabled integer not null default 0;
-- MENSAL, BIMESTRAL, TRIMESTRAL, SEMESTRAL or ANUAL
alter table companies add column recurrence text not null default 'MENSAL';
-- the day of the month on which it pays: one that a month does not have is its last, and comes back in the next
alter table companies add column due_day integer;
-- YYYY-MM-DD; until then it costs nothing
alter table companies add column trial_expiration text;
alter table companies add column billing_name text not null default '';
alter table companies add column address_zip_code text not null default '';
alter table companies add column address_street text not null default '';
alter table companies add column address_district text not null default '';
alter table companies add column address_city text not null default '';
alter table companies add column address_state text not null default '';
-- the provider's own is never overdue, suspended or removed
alter table companies add column is_providers integer not null default 0;
-- ms; its folder is kept for a while, and with it who logged in and its plan (JSON), but nobody sees it any more
alter table companies add column removed_at integer;
alter table companies add column removed_state text;
-- how often it was changed, and who did last
alter table companies add column revision integer not null default 0;
alter table companies add column changed_at integer;
alter table companies add column changed_by_id integer;
alter table companies add column changed_by text;

update companies set is_providers = 1 where id in (select company_id from logins where is_super = 1);
update companies set due_day = cast(substr(due_date, 9, 2) as integer) where due_date is not null;
update companies set due_date = null, is_active = 1 where is_providers = 1;

create index companies_by_due_date on companies (due_date) where due_date is not null and removed_at is null;

-- What the provider chooses for the whole installation; a secret is sealed with the server's key.
create table provider_settings (
  key text primary key,
  value text not null,
  revision integer not null default 0,
  changed_at integer,
  changed_by_id integer,
  changed_by text
) without rowid;
