-- How many bytes of files the company keeps: those of messages, and those that go along with options of the menu. Counted
-- by the triggers below, because adding up a million rows would hold up every upload.
create table storage (
  id integer primary key check (id = 1),
  bytes integer not null
);
insert into storage (id, bytes) select 1,
  (select coalesce(sum(size), 0) from message_media where file is not null)
  + (select coalesce(sum(file_size), 0) from queue_options where file is not null);

create trigger media_stored after insert on message_media when new.file is not null begin
  update storage set bytes = bytes + new.size;
end;
create trigger media_changed after update of file, size on message_media begin
  update storage set bytes = bytes + iif(new.file is null, 0, new.size) - iif(old.file is null, 0, old.size);
end;
create trigger media_gone after delete on message_media when old.file is not null begin
  update storage set bytes = bytes - old.size;
end;

create trigger option_file_stored after insert on queue_options when new.file is not null begin
  update storage set bytes = bytes + new.file_size;
end;
create trigger option_file_changed after update of file, file_size on queue_options begin
  update storage set bytes = bytes + iif(new.file is null, 0, new.file_size) - iif(old.file is null, 0, old.file_size);
end;
create trigger option_file_gone after delete on queue_options when old.file is not null begin
  update storage set bytes = bytes - old.file_size;
end;
