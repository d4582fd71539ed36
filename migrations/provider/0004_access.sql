-- How many bytes of files a company may keep; null = no limit.
alter table companies add column max_storage integer;
