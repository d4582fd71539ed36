-- Of a customer who has another number at WhatsApp: which, for the line in the thread.
alter table ticket_moves add column number text;

-- Which outside bot speaks by a token: it alone gives back what that bot has.
alter table api_tokens add column webhook_id integer references webhooks (id) on delete set null;
create index api_tokens_of_webhook on api_tokens (webhook_id) where webhook_id is not null;

-- By which template a scheduled message goes, as JSON: its name and language, and what fills its blanks.
alter table schedules add column template text;
drop trigger schedules_revised;
create trigger schedules_revised after update of body, contact_id, connection_id, send_at, template on schedules begin
  insert into revisions values ('schedule', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
