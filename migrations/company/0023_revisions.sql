-- How often what a form shows was changed, by whatever way: of two who save at once, the second learns that somebody was before
-- them, and who. Triggers count, because a merge, a deleted queue or the network change it, too; who saved a form says so beside.

create table revisions (
  -- connection, user, contact, setting, holiday, quick_reply, tag, schedule
  kind text not null,
  -- the row's key: a number, a setting's name
  id blob not null,
  revision integer not null,
  -- ms
  changed_at integer not null,
  -- null = by no form
  changed_by integer references users (id) on delete set null,
  primary key (kind, id)
) without rowid;
create index revisions_by on revisions (changed_by) where changed_by is not null;

create trigger connections_revised after update of name, is_default, greeting_message, complation_message, out_of_hours_message, rating_message, token,
  provider on connections begin
  insert into revisions values ('connection', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger connection_queues_added after insert on connection_queues begin
  insert into revisions values ('connection', new.connection_id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger connection_queues_dropped after delete on connection_queues
when exists (select 1 from connections where id = old.connection_id) begin
  insert into revisions values ('connection', old.connection_id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger connections_forgotten after delete on connections begin
  delete from revisions where kind = 'connection' and id = old.id;
end;

create trigger users_revised after update of name, email, profile on users begin
  insert into revisions values ('user', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger user_queues_added after insert on user_queues begin
  insert into revisions values ('user', new.user_id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger user_queues_dropped after delete on user_queues when exists (select 1 from users where id = old.user_id) begin
  insert into revisions values ('user', old.user_id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger users_forgotten after delete on users begin
  delete from revisions where kind = 'user' and id = old.id;
end;

create trigger contacts_revised after update of name, number, email on contacts begin
  insert into revisions values ('contact', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger contact_extra_info_added after insert on contact_extra_info begin
  insert into revisions values ('contact', new.contact_id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger contact_extra_info_changed after update of contact_id, name, value on contact_extra_info begin
  insert into revisions values ('contact', new.contact_id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger contact_extra_info_dropped after delete on contact_extra_info when exists (select 1 from contacts where id = old.contact_id) begin
  insert into revisions values ('contact', old.contact_id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger contacts_forgotten after delete on contacts begin
  delete from revisions where kind = 'contact' and id = old.id;
end;

create trigger settings_revised after update of value on settings begin
  insert into revisions values ('setting', new.key, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger settings_added after insert on settings begin
  insert into revisions values ('setting', new.key, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger settings_forgotten after delete on settings begin
  delete from revisions where kind = 'setting' and id = old.key;
end;

create trigger holidays_revised after update of date, name on holidays begin
  insert into revisions values ('holiday', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger holidays_forgotten after delete on holidays begin
  delete from revisions where kind = 'holiday' and id = old.id;
end;

create trigger quick_replies_revised after update of shortcode, message on quick_replies begin
  insert into revisions values ('quick_reply', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger quick_replies_forgotten after delete on quick_replies begin
  delete from revisions where kind = 'quick_reply' and id = old.id;
end;

create trigger tags_revised after update of name, color on tags begin
  insert into revisions values ('tag', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger tags_forgotten after delete on tags begin
  delete from revisions where kind = 'tag' and id = old.id;
end;

create trigger schedules_revised after update of body, contact_id, connection_id, send_at on schedules begin
  insert into revisions values ('schedule', new.id, 1, cast(unixepoch('subsec') * 1000 as integer), null)
    on conflict do update set revision = revision + 1, changed_at = excluded.changed_at, changed_by = null;
end;
create trigger schedules_forgotten after delete on schedules begin
  delete from revisions where kind = 'schedule' and id = old.id;
end;
