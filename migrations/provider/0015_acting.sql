-- A session in which one of the provider's people acts as somebody of a company: theirs, and what they are called.
alter table sessions add column acting_company_id integer;
alter table sessions add column acting_user_id integer;
alter table sessions add column acted_by text;
create index sessions_of_acting on sessions (acting_company_id, acting_user_id) where acting_user_id is not null;
