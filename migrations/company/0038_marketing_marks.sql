-- When marketing reached a contact last, by each connection: that somebody wants no more counts also when the campaign is gone.

create table marketing_marks (
  contact_id integer not null references contacts (id) on delete cascade,
  -- also of one that is gone
  connection_id integer not null,
  at integer not null,
  -- campaign, api
  source text not null,
  -- the last of its messages
  message_id integer not null,
  primary key (contact_id, connection_id)
) without rowid;

insert into marketing_marks (contact_id, connection_id, at, source, message_id)
  select messages.contact_id, campaign_sends.connection_id, max(put_at), 'campaign', coalesce(file_message_id, message_id)
  from campaign_sends join messages on messages.id = message_id where messages.contact_id is not null
  group by messages.contact_id, campaign_sends.connection_id;

create trigger campaign_marked after insert on campaign_sends when new.message_id is not null begin
  insert into marketing_marks (contact_id, connection_id, at, source, message_id)
    select contact_id, new.connection_id, new.put_at, 'campaign', coalesce(new.file_message_id, new.message_id)
    from messages where id = new.message_id
    on conflict do update set at = excluded.at, source = excluded.source, message_id = excluded.message_id;
end;
-- What failed is put again, perhaps by another connection.
create trigger campaign_marked_again after update of put_at on campaign_sends when new.message_id is not null begin
  insert into marketing_marks (contact_id, connection_id, at, source, message_id)
    select contact_id, new.connection_id, new.put_at, 'campaign', coalesce(new.file_message_id, new.message_id)
    from messages where id = new.message_id
    on conflict do update set at = excluded.at, source = excluded.source, message_id = excluded.message_id;
end;
