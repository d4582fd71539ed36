import { and, asc, eq, isNull } from "drizzle-orm";
import type { BotOption, BotQueue, Desk } from "../shared/bot/situation.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { type QueueOptionRow, queueOptionTable, queueTable, userQueueTable } from "../queues/table.ts";
import { userTable } from "../users/table.ts";
import { webhookOn } from "../webhooks/webhooks.ts";

const queueById = prepared((db) => db.select().from(queueTable).where(eq(queueTable.id, prepared.arg("id"))).prepare());
const optionById = prepared((db) =>
  db.select().from(queueOptionTable).where(eq(queueOptionTable.id, prepared.arg("id"))).prepare()
);
const top = prepared((db) =>
  db.select().from(queueOptionTable)
    .where(and(eq(queueOptionTable.queueId, prepared.arg("queueId")), isNull(queueOptionTable.parentId)))
    .orderBy(asc(queueOptionTable.option), asc(queueOptionTable.id)).prepare()
);
const children = prepared((db) =>
  db.select().from(queueOptionTable)
    .where(
      and(
        eq(queueOptionTable.queueId, prepared.arg("queueId")),
        eq(queueOptionTable.parentId, prepared.arg("parentId")),
      ),
    )
    .orderBy(asc(queueOptionTable.option), asc(queueOptionTable.id)).prepare()
);
const profileOf = prepared((db) =>
  db.select({ profile: userTable.profile }).from(userTable).where(eq(userTable.id, prepared.arg("id"))).prepare()
);
const servedBy = prepared((db) =>
  db.select().from(userQueueTable)
    .where(and(eq(userQueueTable.userId, prepared.arg("userId")), eq(userQueueTable.queueId, prepared.arg("queueId"))))
    .prepare()
);

/** What the company has set up, as it is stored now: of a tree of 500 options, one level is read. */
export function deskIn(db: Read): Desk {
  const queues = new Map<number, BotQueue | undefined>();
  return {
    // One decision asks for the same queue several times.
    queue(id) {
      if (!queues.has(id)) queues.set(id, queueById.one(db, { id }));
      return queues.get(id);
    },
    option: (id) => optionById(db, { id }).map(optionOf)[0],
    below: (queueId, parentId) =>
      (parentId === null ? top(db, { queueId }) : children(db, { queueId, parentId })).map(optionOf),
    // An administrator sees the tickets of all queues.
    serves: (userId, queueId) =>
      profileOf.one(db, { id: userId })?.profile === "admin" || servedBy(db, { userId, queueId }).length > 0,
    outsideBot: (webhookId) => webhookOn(db, webhookId),
  };
}

/** The file that goes along with an option: its name below media/, and what it is called. */
export function fileOfOption(
  db: Read,
  id: number,
): { file: string; name: string; mimetype: string; size: number } | undefined {
  const row = optionById.one(db, { id });
  if (!row?.file) return undefined;
  return { file: row.file, name: row.fileName, mimetype: row.fileMimetype, size: row.fileSize };
}

function optionOf({ file, fileName, fileMimetype, fileSize, ...row }: QueueOptionRow): BotOption {
  return { ...row, file: file === null ? null : { name: fileName, mimetype: fileMimetype, size: fileSize } };
}
