import { sql } from "drizzle-orm";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { CycleRow, TicketRow } from "./table.ts";

/** What a move changes for all to see, and what whoever moves a ticket has seen of it. */
export type Place = Pick<TicketRow, "status" | "userId" | "queueId">;

export function isAt(ticket: Place, place: Place): boolean {
  return (["status", "userId", "queueId"] as const).every((field) => place[field] === ticket[field]);
}

/** What a move changes of a ticket's row. */
const FIELDS = [
  "status",
  "userId",
  "queueId",
  "chatbot",
  "bot",
  "queuedAt",
  "startedAt",
  "closedAt",
  "waitingSince",
  "handedAt",
  "begunAt",
] as const satisfies (keyof TicketRow)[];

export interface Before {
  was: Pick<TicketRow, typeof FIELDS[number]>;
  unreadMessages: number;
  unansweredSince: number | null;
  /** The company's newest message then, by its id; 0 while it has none. What came later has a higher one. */
  newestMessage: number;
  /** How the move left it. */
  left: Place;
  resumed?: CycleRow;
}

/** By its name, for features further to the right own the table. */
const newestId = prepared((db) => db.select({ id: sql<number | null>`max(id)` }).from(sql`messages`).prepare());

/** What undoing a move has to know of the ticket as it was before. */
export function stateBefore(db: Read, had: TicketRow, moved: TicketRow, resumed: CycleRow | undefined): Before {
  const { status, userId, queueId } = moved;
  const was = Object.fromEntries(FIELDS.map((name) => [name, had[name]])) as Before["was"];
  const { unreadMessages, unansweredSince } = had;
  const newestMessage = newestId.one(db)?.id ?? 0;
  return { was, unreadMessages, unansweredSince, newestMessage, left: { status, userId, queueId }, resumed };
}
