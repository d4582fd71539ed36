import { and, eq, inArray } from "drizzle-orm";
import type { Message, Quote } from "../contract/messages.ts";
import type { Read } from "../platform/company.ts";
import { type MessageRow, messageTable } from "./table.ts";

type Quoting = Pick<MessageRow, "quotedWid" | "extra">;

export type Quoted = { id: number; fromMe: boolean; body: string; kind: Message["kind"]; participant: string };

/** What a message quotes, as its bubble shows it; what is not stored is shown as its sender had it. */
export function quoteOf(
  { quotedWid, extra }: Quoting,
  contactName: string,
  quotes: Map<string, Quoted>,
): Quote | null {
  if (!quotedWid) return null;
  const own = quotes.get(quotedWid);
  if (own) {
    return {
      id: own.id,
      fromMe: own.fromMe,
      body: own.body,
      kind: own.kind,
      contactName: own.participant || contactName,
    };
  }
  const { body = "", kind = "text", fromMe = false } = extra?.quoted ?? {};
  return { id: null, fromMe, body, kind, contactName };
}

/** The stored messages that some quote, by their id at the network: those of one contact. */
export function quotesOf(db: Read, messages: readonly (Quoting & { contactId: number })[]): Map<string, Quoted> {
  const wids = messages.flatMap(({ quotedWid }) => quotedWid ?? []);
  if (wids.length === 0) return new Map();
  const contactId = messages[0]!.contactId;
  const { id, wid, fromMe, body, kind, participant } = messageTable;
  const rows = db.select({ id, wid, fromMe, body, kind, participant }).from(messageTable)
    .where(and(inArray(wid, [...new Set(wids)]), eq(messageTable.contactId, contactId))).all();
  return new Map(rows.map((row) => [row.wid, row]));
}
