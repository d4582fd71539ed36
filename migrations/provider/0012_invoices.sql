-- What companies owe the provider (spec 2 §3, Invoice); all amounts in hundredths of a real, moments in ms.
create table invoices (
  id integer primary key autoincrement,
  company_id integer not null references companies (id),
  -- the plan's name on the day it was made, and which plan: what is paid for, whatever becomes of the plan
  detail text not null,
  plan_id integer,
  cents integer not null,
  -- YYYY-MM-DD
  due_date text not null,
  -- MENSAL, BIMESTRAL, TRIMESTRAL, SEMESTRAL or ANUAL, and how many months that is
  recurrence text not null,
  months integer not null,
  -- open, paid or cancelled
  status text not null default 'open',
  paid_at integer,
  -- YYYY-MM-DD: until when it renewed the company
  renewed_to text,
  created_at integer not null,
  -- how often it was changed: of two states on a screen the later one stays
  revision integer not null default 0
);
create unique index invoices_of_due_date on invoices (company_id, due_date) where status <> 'cancelled';
create index invoices_of_company on invoices (company_id, due_date, id);
create index open_invoices on invoices (due_date) where status = 'open';

-- What a bank was asked for. A row is written before the bank is asked, so that nothing is asked for twice.
create table charges (
  txid text primary key,
  invoice_id integer not null references invoices (id),
  -- 1 is the first; one that has run out is followed by the next
  attempt integer not null,
  -- asked, open, paid, expired, removing (the bank is to take it back) or removed
  state text not null default 'asked',
  cents integer not null,
  pix_code text not null default '',
  created_at integer not null,
  -- when somebody was last shown its code
  shown_at integer not null,
  expires_at integer,
  -- when the bank is asked about it the next time; null = never again
  next_poll_at integer
) without rowid;
create unique index charges_of_invoice on charges (invoice_id, attempt);
create index charges_to_poll on charges (next_poll_at) where next_poll_at is not null;

-- Money that came, each payment once by the bank's own number of it.
create table payments (
  id integer primary key autoincrement,
  -- null = confirmed by hand
  end_to_end_id text unique,
  txid text,
  invoice_id integer not null references invoices (id),
  cents integer not null,
  -- when it was paid, and when we learned of it
  at integer not null,
  noted_at integer not null,
  -- paid, short, over, twice, on_cancelled or by_hand
  kind text not null,
  -- accept, credit, refund or dismiss, once a super user has decided; paid and by_hand need none
  decision text,
  decided_by text,
  decided_at integer,
  note text not null default ''
);
create index payments_of_invoice on payments (invoice_id);
create index payments_to_decide on payments (id) where decision is null and kind not in ('paid', 'by_hand');

-- The plan that a company has chosen to go on with: it gets it with the payment of the next invoice.
create table wanted_plans (
  company_id integer primary key references companies (id),
  plan_id integer not null references plans (id) on delete cascade,
  -- the plan it had then; given another one since, its wish is void
  instead_of integer,
  chosen_at integer not null
);

-- Which reminders of an invoice have been mailed.
create table invoice_reminders (
  invoice_id integer not null references invoices (id) on delete cascade,
  -- soon, due or late
  kind text not null,
  at integer not null,
  primary key (invoice_id, kind)
) without rowid;
