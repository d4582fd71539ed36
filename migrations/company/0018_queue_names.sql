-- Customers choose a queue by its name in any case, so that no two names may differ by that alone.

update queues set name = name || ' ' || id
where exists (select 1 from queues other where other.name = queues.name collate nocase and other.id < queues.id);
create unique index queues_by_name on queues (name collate nocase);
