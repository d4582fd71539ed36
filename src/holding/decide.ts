import { and, type Column, eq, sql } from "drizzle-orm";
import { emitCampaign } from "../campaigns/campaigns.ts";
import { restartCampaign } from "../campaigns/move.ts";
import { connectionById } from "../connections/connections.ts";
import { Refusal } from "../contract/errors.ts";
import { messageById } from "../messages/change.ts";
import { shownMessage } from "../messages/show.ts";
import { messageTable } from "../messages/table.ts";
import { enqueue } from "../outbox/enqueue.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { expectSchedule } from "../schedules/run.ts";
import { scheduleById, scheduleRow } from "../schedules/schedules.ts";
import { scheduleTable } from "../schedules/table.ts";
import { viewersOfSchedule } from "../schedules/visible.ts";
import { putInOrder } from "../send_api/order.ts";
import { emitRequests } from "../send_api/take.ts";
import { apiRequestTable } from "../send_api/table.ts";
import { ACK } from "../shared/delivery.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { putInOrder as putDeliveriesInOrder } from "../webhooks/order.ts";
import { deliveryTable } from "../webhooks/table.ts";
import { emitWebhooks } from "../webhooks/webhooks.ts";
import { HELD, heldIds } from "./held.ts";
import { undecided } from "./holding.ts";
import { heldItemTable, holdTable } from "./table.ts";

export interface Decider {
  name: string;
  /** IANA name, of the company. */
  timeZone: string;
  now: number;
}

/** How many went, and how many could not. */
export interface Outcome {
  done: number;
  failed: number;
}

/** All that is held goes out, in the order in which it waited. What can go no more stays as it is, and is counted. */
export function sendHeld(company: Company, id: number, by: Decider): Outcome {
  return company.write((db, emit) => {
    undecided(db, id);
    const held = heldIds(db, id);
    const outcomes = [
      sendMessages(company, db, emit, { holdId: id, ids: held.message, now: by.now }),
      sendSchedules(company, db, emit, held.schedule, by.now),
      goOn(company, db, emit, held.campaign, by),
      sendRequests(company, db, emit, held.request),
      deliver(company, db, emit, held.delivery),
    ];
    decide(db, emit, id, "send", by);
    return {
      done: outcomes.reduce((sum, { done }) => sum + done, 0),
      failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    };
  });
}

/** Nothing of it goes out by itself any more; each thing can still be sent by hand, where it is shown. */
export function dropHeld(company: Company, id: number, by: Decider): Outcome {
  return company.write((db, emit) => {
    undecided(db, id);
    const done = Object.values(heldIds(db, id)).flat().length;
    decide(db, emit, id, "drop", by);
    return { done, failed: 0 };
  });
}

function decide(db: Write, emit: Emit, id: number, decision: "send" | "drop", { name, now }: Decider): void {
  db.update(holdTable).set({ decision, decidedAt: now, decidedBy: name }).where(eq(holdTable.id, id)).run();
  db.delete(heldItemTable).where(eq(heldItemTable.holdId, id)).run();
  emit("holding", { action: "decided" }, ({ profile }) => profile === "admin");
}

interface HeldMessages {
  holdId: number;
  ids: number[];
  now: number;
}

function sendMessages(company: Company, db: Write, emit: Emit, { holdId, ids, now }: HeldMessages): Outcome {
  const ranks = new Map(
    db.select().from(heldItemTable).where(and(eq(heldItemTable.holdId, holdId), eq(heldItemTable.kind, sql`'message'`)))
      .all().map(({ itemId, rank }) => [itemId, rank]),
  );
  const connections = new Set<number>();
  let failed = 0;
  for (const id of ids) {
    const { connectionId, ticketId } = messageById(db, id)!;
    if (connectionId === null || !connectionById(db, connectionId)) {
      failed++;
      continue;
    }
    db.update(messageTable).set({ ack: ACK.waiting, failure: null }).where(eq(messageTable.id, id)).run();
    enqueue(db, { messageId: id, connectionId, rank: ranks.get(id) }, now);
    connections.add(connectionId);
    emit("appMessage", { action: "update", message: shownMessage(db, id) }, viewersOf(shownTicket(db, ticketId)));
  }
  // What was scheduled, and is on its way again, gets its end from its message.
  const { status, failure, messageId } = scheduleTable;
  db.update(scheduleTable).set({ status: "PENDENTE", failure: null })
    .where(and(eq(status, "ERRO"), eq(failure, HELD), among(messageId, ids))).run();
  company.afterwards(() => {
    for (const connectionId of connections) company.signals.emit("outbox", { connectionId });
  });
  return { done: ids.length - failed, failed };
}

function sendSchedules(company: Company, db: Write, emit: Emit, ids: number[], now: number): Outcome {
  for (const id of ids) {
    db.update(scheduleTable).set({ status: "PENDENTE", failure: null, sendAt: now }).where(eq(scheduleTable.id, id))
      .run();
    const row = scheduleRow(db, id);
    emit("schedule", { action: "update", record: scheduleById(db, id) }, viewersOfSchedule(db, row));
  }
  company.afterwards(() => expectSchedule(company, now));
  return { done: ids.length, failed: 0 };
}

function goOn(company: Company, db: Write, emit: Emit, ids: number[], { timeZone, now }: Decider): Outcome {
  let failed = 0;
  for (const id of ids) {
    try {
      company.write((part) => restartCampaign(company, part, id, { timeZone, now }));
    } catch (error) {
      // Its list or its connection is gone: its page says so when somebody starts it.
      if (!(error instanceof Refusal)) throw error;
      failed++;
    }
    emitCampaign(company, db, emit, id);
  }
  return { done: ids.length - failed, failed };
}

function sendRequests(company: Company, db: Write, emit: Emit, ids: number[]): Outcome {
  if (ids.length > 0) {
    db.update(apiRequestTable).set({ state: "waiting", failure: null }).where(among(apiRequestTable.id, ids)).run();
    const rows = db.select({ number: apiRequestTable.number }).from(apiRequestTable).where(
      among(apiRequestTable.id, ids),
    ).all();
    for (const number of new Set(rows.map((row) => row.number))) putInOrder(db, number);
    emitRequests(emit);
    company.afterwards(() => company.signals.emit("api", {}));
  }
  return { done: ids.length, failed: 0 };
}

function deliver(company: Company, db: Write, emit: Emit, ids: number[]): Outcome {
  if (ids.length > 0) {
    const again = db.update(deliveryTable).set({ state: "waiting" }).where(among(deliveryTable.id, ids))
      .returning({ webhookId: deliveryTable.webhookId }).all();
    for (const webhookId of new Set(again.map((row) => row.webhookId))) putDeliveriesInOrder(db, webhookId);
    emitWebhooks(emit);
    company.afterwards(() => company.signals.emit("webhooks", {}));
  }
  return { done: ids.length, failed: 0 };
}

/** As one value, however many these are. */
function among(column: Column, ids: readonly number[]) {
  return sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
}
