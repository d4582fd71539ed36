-- The dashboard adds up whole months of services without touching their rows.
drop index service_cycles_closed;
create index service_cycles_closed on service_cycles (closed_at, queue_id, user_id, queued_at, started_at, rating);
-- Who came for the first time: one look per ticket of the period, one per contact.
drop index tickets_created;
create index tickets_created on tickets (created_at, contact_id, is_group);
create index tickets_first on tickets (contact_id, created_at);
