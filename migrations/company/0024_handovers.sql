-- A ticket that was handed over calls whoever got it until they open it: when (ms) that was; the transfer's line has the rest.
alter table tickets add column handed_at integer;
-- Since when (ms) the customer's words are unanswered, while the ticket is in progress; null = they are answered.
alter table tickets add column unanswered_since integer;
update tickets set unanswered_since = (
  select min(created_at) from messages
  where ticket_id = tickets.id and from_me = 0 and is_history = 0
    and created_at > coalesce((select max(closed_at) from service_cycles where ticket_id = tickets.id), 0)
    and created_at > coalesce((
      select max(created_at) from messages answers
      where answers.ticket_id = tickets.id and answers.from_me = 1
        and (answers.user_id is not null or answers.created_at >= tickets.started_at)
    ), 0)
) where status <> 'closed';

-- The bell: what is unread, and what was handed over.
drop index tickets_unread;
create index tickets_calling on tickets (updated_at desc) where unread_messages > 0 or handed_at is not null;
-- The longest unanswered first, below what was just handed over; answered ones after them, latest change first.
create index tickets_by_wait on tickets (
  status,
  case when handed_at is null
    then coalesce(waiting_since, unanswered_since, 9000000000000000 - updated_at) else -handed_at end
) where status <> 'closed';
