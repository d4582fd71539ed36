create table companies (
  id integer primary key autoincrement,
  name text not null,
  is_active integer not null default 1,
  -- YYYY-MM-DD; null = the subscription does not end
  due_date text,
  time_zone text not null default 'America/Sao_Paulo',
  -- made by the demonstration; such a company may be thrown away
  is_demo integer not null default 0,
  created_at integer not null
);
