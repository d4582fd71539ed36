-- Customers whose bills are being looked up, until they are told: a restart asks again, and the row goes with the answer.
create table bill_lookups (
  ticket_id integer primary key references tickets (id) on delete cascade,
  tax_number text not null,
  asked_at integer not null
);
