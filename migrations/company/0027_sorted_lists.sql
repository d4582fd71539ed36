-- Contacts by number and by e-mail, those who have none last; the same expressions are in contacts.ts.
create index contacts_by_number on contacts (nullif(number, ''), id);
create index contacts_by_email on contacts (nullif(lower(email), ''), id);
