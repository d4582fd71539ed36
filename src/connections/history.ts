import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { ConnectionChange } from "../contract/connections.ts";
import type { Read, Write } from "../platform/company.ts";
import { connectionChangeTable, type ConnectionRow } from "./table.ts";

/** Changes that are remembered of each connection. */
const REMEMBERED = 20;

/** Writes down what became of a connection; the oldest change is forgotten for it. */
export function noteChange(db: Write, change: Omit<typeof connectionChangeTable.$inferSelect, "id">): void {
  const { connectionId } = change;
  db.insert(connectionChangeTable).values(change).run();
  db.delete(connectionChangeTable).where(and(
    eq(connectionChangeTable.connectionId, connectionId),
    sql`id <= (select id from connection_changes where connection_id = ${connectionId}
      order by id desc limit 1 offset ${REMEMBERED})`,
  )).run();
}

/** What became of a connection lately, newest first. */
export function changesOf(db: Read, connectionId: number): ConnectionChange[] {
  const rows = db.select().from(connectionChangeTable).where(eq(connectionChangeTable.connectionId, connectionId))
    .orderBy(desc(connectionChangeTable.id)).limit(REMEMBERED).all();
  return rows.map(({ connectionId: _, at, ...change }) => ({ ...change, at: new Date(at).toISOString() }));
}

/** Since when (ms) a connection that is not connected is not: trying again is no new beginning. */
export function downSince(db: Read, { id, since }: Pick<ConnectionRow, "id" | "since">): number {
  const { connectionId, at } = connectionChangeTable;
  const [first] = db.select({ at }).from(connectionChangeTable).where(and(
    eq(connectionId, id),
    sql`id > coalesce((select max(id) from connection_changes
      where connection_id = ${id} and status = 'CONNECTED'), 0)`,
  )).orderBy(asc(connectionChangeTable.id)).limit(1).all();
  return Math.min(since, first?.at ?? since);
}
