-- Of two who save a queue at once, the second learns that somebody was before them, and who.

-- how often its texts, hours or options were saved
alter table queues add column revision integer not null default 0;
-- ms; null = never since there are revisions
alter table queues add column changed_at integer;
alter table queues add column changed_by integer references users (id) on delete set null;
