-- Asking the network about the numbers of a whole list, a few at a time (reference: campaigns and bans).

create table contact_list_checks (
  list_id integer primary key references contact_lists (id) on delete cascade,
  -- running, done, stopped
  state text not null,
  -- up to which number of the list it has come; '' = the first
  up_to text not null default '',
  -- how many of the list's numbers that were
  checked integer not null default 0,
  -- why nothing is asked at the moment: turn, disconnected, restricted, tomorrow; null = it is being asked
  waits text,
  -- when it has waited long enough for the next day
  goes_on_at integer,
  -- when the network may be asked again
  next_at integer not null default 0,
  begun_at integer not null,
  ended_at integer
);
create index contact_list_checks_running on contact_list_checks (begun_at, list_id) where state = 'running';

-- How many numbers the network was asked about within a day.
create index number_checks_by_time on number_checks (checked_at);
