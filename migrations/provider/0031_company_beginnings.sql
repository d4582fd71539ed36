-- Suspending a company by the command line wrote its beginning as a text: 2026-11-23T10:31:00.123Z.
update companies set created_at = unixepoch(created_at) * 1000 + cast(substr(created_at, 21, 3) as integer)
where typeof(created_at) = 'text' and unixepoch(created_at) is not null;
