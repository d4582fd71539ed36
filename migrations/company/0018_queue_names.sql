-- Customers choose a queue by its name in any case, so that no two names may differ by that alone.

create unique index queues_by_name on queues (name collate nocase);
