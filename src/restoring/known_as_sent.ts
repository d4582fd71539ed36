import { sql } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { NEWEST } from "./carry.ts";

/**
 * What waits in an earlier state and had left by the newest is marked as the newest has it, so that it does not leave
 * again (behaviour.md, Backups, restoring). Both are one company, so a thing has the same number in both; that a message
 * is the same one its network id says as well.
 */
export function markKnownAsSent(db: Write): void {
  for (const statement of [...OUTBOX, SCHEDULES, DELIVERIES, REQUESTS]) db.run(sql.raw(statement));
}

const GONE = `select waiting.message_id from main.outbox waiting
  join main.messages ours on ours.id = waiting.message_id
  join ${NEWEST}.messages theirs on theirs.id = ours.id and theirs.wid = ours.wid
  where waiting.what = 'send'
    and not exists (select 1 from ${NEWEST}.outbox o where o.message_id = theirs.id and o.what = 'send')`;

const OUTBOX = [
  "create temp table gone as " + GONE,
  `update messages set (ack, failure, raw, reached_at) =
     (select ack, failure, raw, reached_at from ${NEWEST}.messages theirs where theirs.id = messages.id)
   where id in (select message_id from temp.gone)`,
  `update tickets set last_message_ack = (select ack from messages where messages.id = tickets.last_message_id)
   where last_message_id in (select message_id from temp.gone)`,
  "delete from main.outbox where what = 'send' and message_id in (select message_id from temp.gone)",
  "drop table temp.gone",
  // Of a change only whether it still waits is known.
  `delete from main.outbox where what <> 'send'
     and not exists (select 1 from ${NEWEST}.outbox o where o.wid = main.outbox.wid)`,
];

const SCHEDULES = `
  update schedules set (status, sent_at, failure, taken_at, message_id) =
    (select status, sent_at, failure, taken_at,
       iif(exists (select 1 from main.messages m where m.id = theirs.message_id), theirs.message_id, null)
     from ${NEWEST}.schedules theirs where theirs.id = schedules.id)
  where status = 'PENDENTE' and exists
    (select 1 from ${NEWEST}.schedules theirs where theirs.id = schedules.id and theirs.status <> 'PENDENTE')`;

const DELIVERIES = `
  update webhook_deliveries set (state, attempts) =
    (select state, attempts from ${NEWEST}.webhook_deliveries theirs where theirs.id = webhook_deliveries.id)
  where state = 'waiting' and exists (
    select 1 from ${NEWEST}.webhook_deliveries theirs
    join ${NEWEST}.webhook_events told on told.id = theirs.event_id
    join main.webhook_events ours on ours.id = webhook_deliveries.event_id and ours.message_id = told.message_id
    where theirs.id = webhook_deliveries.id and theirs.state <> 'waiting')`;

const REQUESTS = `
  update api_requests set (state, failure, draft, due_at, message_id) =
    (select state, failure, null, null,
       iif(exists (select 1 from main.messages m where m.id = theirs.message_id), theirs.message_id, null)
     from ${NEWEST}.api_requests theirs where theirs.id = api_requests.id)
  where state = 'waiting' and exists
    (select 1 from ${NEWEST}.api_requests theirs where theirs.id = api_requests.id and theirs.state <> 'waiting')`;
