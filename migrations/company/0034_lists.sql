-- Contact lists: their numbers are checked in the background, and an erased contact leaves them. Recipients are found without accents.

-- Asking the network about the numbers of a whole list, a few at a time.
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

-- An erased contact leaves all lists, and what imports have noted of them.
create index contact_list_items_of_number on contact_list_items (number) where number <> '';
-- The number that was understood, canonical digits; what was written stands beside it
alter table contact_list_import_rows add column digits text not null default '';
update contact_list_import_rows set digits = replace(replace(replace(replace(replace(replace(number, ' ', ''), '-', ''), '(', ''), ')', ''), '+', ''), '.', '');
update contact_list_import_rows set digits = '55' || digits where length(digits) in (10, 11);
create index contact_list_import_rows_of_number on contact_list_import_rows (digits) where digits <> '';
create index contact_list_import_rows_of_item on contact_list_import_rows (item_id) where item_id is not null;

-- Name and number without accents and case: recipients are searched by it, within their campaign.
alter table campaign_recipients add column search text not null default '';
update campaign_recipients set search = coalesce(
  (select i.search from contact_list_items i where i.id = item_id and i.number = campaign_recipients.number),
  lower(name) || ' ' || number);
