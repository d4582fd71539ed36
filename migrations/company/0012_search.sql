-- Notes and file names are found by their words, as messages and contacts are.
create virtual table note_search using fts5 (
  note, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
insert into note_search (rowid, note) select id, note from notes;
create trigger notes_found after insert on notes begin
  insert into note_search (rowid, note) values (new.id, new.note);
end;
create trigger notes_lost after delete on notes begin
  delete from note_search where rowid = old.id;
end;

create virtual table file_search using fts5 (
  name, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
insert into file_search (rowid, name) select message_id, name from message_media where name <> '';
create trigger files_found after insert on message_media when new.name <> '' begin
  insert into file_search (rowid, name) values (new.message_id, new.name);
end;
create trigger files_found_again after update of name on message_media when old.name <> new.name begin
  delete from file_search where rowid = old.message_id;
  insert into file_search (rowid, name) values (new.message_id, new.name);
end;
create trigger files_lost after delete on message_media begin
  delete from file_search where rowid = old.message_id;
end;
