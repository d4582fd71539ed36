-- What a campaign over the Cloud API sends first, as JSON: a template's name and language, and what fills its blanks
alter table campaigns add column template text;
drop trigger campaigns_revised;
create trigger campaigns_revised after update of name, confirmation, list_id, queue_id, scheduled_at, message1, message2, message3, message4,
  message5, confirmation_message1, confirmation_message2, confirmation_message3, confirmation_message4, confirmation_message5, file, audience,
  follow_ups, repeats, template on campaigns begin
  insert into revisions values ('campaign', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;

-- When the check of a list will be over, as things stand; null = nobody can say
alter table contact_list_checks add column ends_at integer;

-- It was taken before the indexes of the few who are meant, and all recipients were read ten times a second. Only who wants
-- all of them by id says that it is more than 0.
drop index campaign_recipients_of_campaign;
create index campaign_recipients_by_id on campaign_recipients (campaign_id, id) where id > 0;
