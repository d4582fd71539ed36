import { and, eq, ne, sql } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Company } from "../platform/company.ts";
import { forgetFiles } from "../queues/option_file.ts";
import { queueById, queuesOfUser } from "../queues/queues.ts";
import { queueOptionTable, queueTable, userQueueTable } from "../queues/table.ts";
import { userById } from "../users/users.ts";
import { ticketTable } from "./table.ts";

/**
 * Deletes a queue that has no ticket in progress; the refusal says how many are in the way. Closed tickets stay, without a
 * queue; users and connections no longer have it, and options that lead to it lead to a human (behaviour.md, Tickets).
 */
export function removeQueue(company: Company, id: number): void {
  const served = company.write((db, emit) => {
    queueById(db, id);
    const inProgress = db.all<{ n: number }>(
      sql`select count(*) as n from ${ticketTable} where ${
        and(eq(ticketTable.queueId, id), ne(ticketTable.status, "closed"))
      }`,
    )[0]!.n;
    if (inProgress > 0) refuse("ERR_QUEUE_IN_USE", { detail: { tickets: inProgress } });
    const served = db.select().from(userQueueTable).where(eq(userQueueTable.queueId, id)).all();
    const files = db.select().from(queueOptionTable).where(eq(queueOptionTable.queueId, id)).all();
    db.update(ticketTable).set({ queueId: null }).where(eq(ticketTable.queueId, id)).run();
    db.delete(queueTable).where(eq(queueTable.id, id)).run();
    forgetFiles(company, files.flatMap(({ file }) => file ?? []));
    emit("queue", { action: "delete", id });
    return served.map(({ userId }) => userId);
  });
  for (const userId of served) followRights(company, userId);
}

/** Whoever served the queue sees from now on what is left to them. */
function followRights(company: Company, userId: number): void {
  const user = userById(company.read, userId);
  if (!user) return;
  const { id, name, profile } = user;
  company.hub.update(id, { profile, queueIds: queuesOfUser(company.read, id).map((queue) => queue.id) });
  const record = { id, name, online: company.hub.isPresent(id) };
  company.hub.publish("user", { action: "update", record, isEdited: true });
}
