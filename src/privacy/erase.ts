import { milliseconds } from "date-fns/milliseconds";
import { and, eq, gte, sql } from "drizzle-orm";
import { auditTable } from "../audit/table.ts";
import { contactById } from "../contacts/contacts.ts";
import type { ContactRow } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import type { ErasedCounts } from "../contract/privacy.ts";
import { checkNotServed, removeContact } from "../messages/remove_contact.ts";
import type { Company, Read, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { hashOfMark, knownAs } from "./addresses.ts";
import { aboutThem, eraseEverywhere } from "./erase_everywhere.ts";
import { dropMessages } from "./drop_messages.ts";
import { forgetWords } from "./forget_words.ts";
import { writeOver } from "./write_over.ts";
import { erasedAddressTable, erasureTable } from "./table.ts";

/** Erasures of the last nights (ms) are looked after once more: one of them may have found no server. */
const LATE = milliseconds({ days: 3 });

export interface ErasedBy {
  id: number | null;
  name: string;
}

interface Wish {
  by: ErasedBy;
  now: number;
  /** Also while somebody serves them: of a file of an earlier time nobody does. */
  isForced?: boolean;
}

/**
 * Erases a contact because they asked for it (LGPD art. 18, VI): all of them that the company's file and folder have. What is
 * free in the file then, and the searches, have traces of them until `leaveNoTrace`. Answers the number of the report. ERR_NO_CONTACT_FOUND; ERR_CONTACT_IN_USE
 * while one of their tickets is in progress.
 */
export async function eraseContact(
  tenants: Tenants,
  company: Company,
  id: number,
  { by, now, isForced = false }: Wish,
): Promise<number> {
  const contact = contactById(company.read, id) ?? refuse("ERR_NO_CONTACT_FOUND");
  const counts = countsOf(company.read, contact), { marks } = knownAs(company.read, contact);
  const hashes = [...new Set(marks.map((mark) => hashOfMark(tenants.keys, company.id, mark)))];
  let report = 0;
  if (!isForced) checkNotServed(company.read, id);
  await dropMessages(company, id);
  await removeContact(company, id, {
    isForced,
    before: (db) => scrubNotes(db, contact),
    erase: (db, emit) => {
      eraseEverywhere({ tenants, company, contact }, db, emit);
      // Before the company's own commit: one that is noted and did not happen can be done again.
      report = noteErasure(tenants, { companyId: company.id, at: now, byId: by.id, byName: by.name, counts }, hashes);
    },
  });
  return report;
}

function scrubNotes(db: Write, contact: ContactRow): void {
  db.update(auditTable).set({ name: "", changes: [] }).where(aboutThem(db, contact, knownAs(db, contact))).run();
}

function noteErasure({ provider }: Tenants, row: typeof erasureTable.$inferInsert, hashes: string[]): number {
  return provider.write((db) => {
    const { id } = db.insert(erasureTable).values(row).returning({ id: erasureTable.id }).get();
    for (const addressHash of hashes) db.insert(erasedAddressTable).values({ erasureId: id, addressHash }).run();
    return id;
  });
}

/** After erasing: what was deleted is written over, in the file, in its log and in the searches. It takes 15 s for each GB. */
export async function leaveNoTrace(company: Company): Promise<void> {
  await forgetWords(company);
  await writeOver(company);
  company.checkpoint();
}

/** For the night: whatever was left over where a server has stopped on the way, or what moved in the file meanwhile. */
export async function leaveNoTraceOfLate({ provider }: Tenants, company: Company, now: number): Promise<void> {
  const { id, companyId, at } = erasureTable;
  const isLate = and(eq(companyId, company.id), gte(at, now - LATE));
  if (provider.read.select({ id }).from(erasureTable).where(isLate).limit(1).all().length === 0) return;
  await leaveNoTrace(company);
}

/** How much of what will go. */
function countsOf(db: Read, contact: ContactRow): ErasedCounts {
  const { id } = contact, { numbers } = knownAs(db, contact);
  const count = (query: ReturnType<typeof sql>) =>
    (db.all<{ count: number }>(sql`select count(*) as count from ${query}`)[0]!).count;
  const isTheirs = sql`contact_id = ${id}`;
  const byNumber = numbers.length === 0 ? sql`0` : sql`number in ${numbers}`;
  return {
    tickets: count(sql`tickets where ${isTheirs}`),
    messages: count(sql`messages where ${isTheirs}`),
    files: count(
      sql`message_media where file is not null and message_id in (select id from messages where ${isTheirs})`,
    ),
    notes: count(sql`notes where ${isTheirs}`),
    schedules: count(sql`schedules where ${isTheirs}`),
    listItems: count(sql`contact_list_items where number <> '' and ${byNumber}`),
    recipients: count(sql`campaign_recipients where ${isTheirs} or ${byNumber}`),
    requests: count(sql`api_requests where number <> '' and (${byNumber} or number = ${`${id}@contact`})`),
    events: count(sql`webhook_events where chat = ${`contact ${id}`}`),
    audits: (db.select({ count: sql<number>`count(*)` }).from(auditTable)
      .where(aboutThem(db, contact, knownAs(db, contact))).all()[0]!).count,
  };
}
