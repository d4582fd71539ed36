-- Any run of three or more digits of a phone number finds its contact (behaviour.md, Tickets). A LID's digits are no number.
create table contact_numbers (
  id integer primary key,
  value text not null unique,
  contact_id integer not null
);
create index contact_numbers_of on contact_numbers (contact_id);
create virtual table number_search using fts5 (
  digits, content = '', contentless_delete = 1, tokenize = 'trigram'
);

-- A Brazilian mobile number is kept with its ninth digit and found without it, too.
create trigger contact_numbers_found after insert on contact_numbers begin
  insert into number_search (rowid, digits) values (
    new.id,
    case when new.value glob '55[0-9][0-9]9[6-9]???????'
      then new.value || ' ' || substr(new.value, 1, 4) || substr(new.value, 6) else new.value end
  );
end;
create trigger contact_numbers_lost after delete on contact_numbers begin
  delete from number_search where rowid = old.id;
end;

create trigger contact_identities_found after insert on contact_identities when new.kind = 'phone' begin
  insert into contact_numbers (value, contact_id) values (new.value, new.contact_id);
end;
create trigger contact_identities_moved after update of contact_id on contact_identities when new.kind = 'phone' begin
  update contact_numbers set contact_id = new.contact_id where value = new.value;
end;
create trigger contact_identities_lost after delete on contact_identities when old.kind = 'phone' begin
  delete from contact_numbers where value = old.value;
end;
insert into contact_numbers (value, contact_id) select value, contact_id from contact_identities where kind = 'phone';
