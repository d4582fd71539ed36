import { type Column, sql } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Changed } from "../contract/revisions.ts";
import type { Read, Write } from "./company.ts";

/** What has a form that two people can have open; triggers count its changes (migrations/company/0023_revisions.sql). */
export type Kind =
  | "connection"
  | "user"
  | "contact"
  | "setting"
  | "holiday"
  | "quick_reply"
  | "tag"
  | "schedule"
  | "contact_list"
  | "contact_list_item"
  | "campaign"
  | "chat"
  | "webhook";

/** One of them: by its number, a setting by its name. */
export interface Revised {
  kind: Kind;
  id: number | string;
}

/** Whose save it is, and when (ms). */
export interface Maker {
  /** Null for who is not of the company: the provider's people. */
  userId: number | null;
  now: number;
}

/** How often it was changed since there are revisions. */
export function revisionOf(db: Read, { kind, id }: Revised): number {
  return markOf(db, { kind, id })?.revision ?? 0;
}

/** The same as a column of a list. */
export function revisionIn(kind: Kind, id: Column) {
  // In a select from one table drizzle writes columns without their table's name, and a bare "id" would be the revisions' own.
  // The plus takes the column's type from the comparison: keys of all kinds are no numbers to SQLite, and their index would not serve.
  const whose = sql`+${id.table}.${sql.identifier(id.name)}`;
  return sql<number>`coalesce(
    (select revisions.revision from revisions where revisions.kind = ${kind} and revisions.id = ${whose}), 0)`;
}

/** Two people save at once: the second is refused, and learns how it is now, since when, and who was before them. */
export function refuseIfChanged(db: Read, of: Revised, was: number | undefined, show: () => unknown): void {
  const mark = markOf(db, of);
  if (was === undefined || was === (mark?.revision ?? 0)) return;
  const { changedAt, userId, name } = mark ?? { changedAt: null, userId: null, name: null };
  refuse("ERR_CHANGED_MEANWHILE", {
    detail: {
      record: show(),
      changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
      changedBy: userId === null || name === null ? null : { id: userId, name },
    } satisfies Changed<unknown>,
  });
}

/** Writes beside the newest revision whose it is. */
export function noteMaker(db: Write, { kind, id }: Revised, { userId, now }: Maker): void {
  // A program with a token (0) is nobody of the company.
  db.run(
    sql`update revisions set changed_by = ${userId || null}, changed_at = ${now} where kind = ${kind} and id = ${id}`,
  );
}

interface Mark {
  revision: number;
  changedAt: number;
  userId: number | null;
  name: string | null;
}

function markOf(db: Read, { kind, id }: Revised): Mark | undefined {
  return db.all<Mark>(sql`
    select revisions.revision, revisions.changed_at as changedAt, users.id as userId, users.name
    from revisions left join users on users.id = revisions.changed_by
    where revisions.kind = ${kind} and revisions.id = ${id}`)[0];
}
