-- When somebody who called was last told that no calls are taken.
create table call_answers (
  contact_id integer primary key references contacts (id) on delete cascade,
  at integer not null
);
