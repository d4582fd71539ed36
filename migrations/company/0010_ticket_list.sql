-- What a ticket's row says besides its last words: that they were taken back, and since when somebody waits.
alter table tickets add column last_message_is_deleted integer not null default 0;
alter table tickets add column waiting_since integer;
update tickets set waiting_since = coalesce(queued_at, created_at) where status = 'pending';
update tickets set last_message_is_deleted = 1
where last_message_id in (select id from messages where is_deleted = 1);
