-- When a message of ours came to the phone (ms): with its delivery, before that when the network took it. A customer
-- cannot have missed a menu that they could not read yet.
alter table messages add column reached_at integer;

-- Who called is told by their address, so that a stranger is no contact by calling.
drop table call_answers;
create table call_answers (
  -- the address on the network, or 'contact 7'
  chat text primary key,
  at integer not null
) without rowid;
