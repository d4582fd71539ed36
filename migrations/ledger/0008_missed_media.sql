-- Media that a place had not any more, or had damaged, until they are taken once more: by the names of the files.
create table missed_media (
  company_id integer not null,
  name text not null,
  primary key (company_id, name)
);
