-- What is still to be sent, and the size of the company's file, rolled up with the rest (src/cockpit/roll_up.ts).
alter table company_figures add column outbox integer not null default 0;
alter table company_figures add column file_size integer not null default 0;
