-- Which access to a bank has made a charge (a keyed digest of address, client and Pix key), so that no other bank is asked
-- about it; null = made before that was kept, by the one that is set.
alter table charges add column access text;
-- How often in a row the bank has refused what was asked of it about this charge.
alter table charges add column faults integer not null default 0;

-- Accesses that are not set any more: their charges are asked about until they are over.
create table former_banks (
  access text primary key,
  -- address, client, secret, certificate and Pix key as JSON, sealed with the server's key
  reached_with text not null
) without rowid;

-- A wish for a plan ends whenever the company's plan becomes another, by whomever, and when the company is removed: it must
-- not come back when the company has its plan of then again.
delete from wanted_plans where not exists (
  select 1 from companies where id = company_id and plan_id is instead_of and removed_at is null
);
-- Charges that seem to have run out and may not have: the clock was ahead when they were looked at.
create index charges_out_too_early on charges (coalesce(expires_at, created_at + 2592000000))
where state = 'expired' and next_poll_at is null;

-- On how many days a removed company was seen as such, and on which last (YYYY-MM-DD, UTC): a clock that jumps is not thirty
-- days.
alter table companies add column removed_days integer not null default 0;
alter table companies add column removed_seen_on text;

-- The due date (YYYY-MM-DD) that a company on a free plan got by choosing another; it goes with the wish.
alter table wanted_plans add column due_date text;

-- Where who pays is, as the checkout says it; empty = not said yet.
alter table companies add column address_country text not null default '';

-- One open invoice for a due date. A day that was paid once can be due again: when somebody has set the due date back.
drop index invoices_of_due_date;
create unique index open_invoices_of_due_date on invoices (company_id, due_date) where status = 'open';

-- The address to which a link was mailed: whoever uses it has shown that it is theirs. Null = it was handed over.
alter table password_links add column mailed_to text;

create trigger wish_ends after update of plan_id, removed_at on companies
when new.plan_id is not old.plan_id or new.removed_at is not null
begin
  -- The due date that came with the wish goes with it where nothing is to be paid: on a free plan, or by a removed company.
  update companies set due_date = null, due_day = null where id = new.id and exists (
    select 1 from wanted_plans where company_id = new.id and wanted_plans.due_date is companies.due_date
  ) and (new.removed_at is not null or coalesce((select value from plans where id = new.plan_id), 0) = 0);
  delete from wanted_plans where company_id = new.id;
end;
