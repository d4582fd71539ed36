import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { auditTable } from "../audit/table.ts";
import { callAnswerTable } from "../bot/table.ts";
import { eraseFromCampaigns } from "../campaigns/erase.ts";
import { eraseFromLists } from "../contact_lists/erase.ts";
import { type ContactRow, identityTable, phoneBookTable } from "../contacts/table.ts";
import { eraseFromMeta } from "../meta/erase.ts";
import { messageTable, reactionTable } from "../messages/table.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { scheduleTable } from "../schedules/table.ts";
import { eraseFromRequests } from "../send_api/erase.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { ticketTable } from "../tickets/table.ts";
import { visitorTable } from "../webchat/table.ts";
import { eraseFromWebhooks } from "../webhooks/erase.ts";
import { webhookEventTable } from "../webhooks/table.ts";
import { type Known, knownAs } from "./addresses.ts";

export interface Erasing {
  tenants: Tenants;
  company: Company;
  contact: ContactRow;
}

/** What knows of a deleted contact besides its tickets: lists, campaigns, what programs asked for and were told. */
export function eraseElsewhere({ tenants, company, contact }: Erasing, db: Write, emit: Emit): void {
  eraseFromCampaigns(db, contact, tenants.keys);
  eraseFromLists(db, emit, contact.number);
  eraseFromRequests(company, db, contact);
  eraseFromWebhooks(db, contact.id);
  eraseFromMeta(db, contact.id);
}

/** All of it for somebody who asked for it: also by their other numbers, in groups, in what waits and in what is noted of people's doings. */
export function eraseEverywhere(erasing: Erasing, db: Write, emit: Emit): void {
  const { tenants, company, contact } = erasing, known = knownAs(db, contact);
  eraseElsewhere(erasing, db, emit);
  for (const number of new Set(known.numbers.map(canonicalNumber))) {
    if (number === contact.number) continue;
    eraseFromCampaigns(db, { id: contact.id, number }, tenants.keys);
    eraseFromLists(db, emit, number);
    eraseFromRequests(company, db, { id: contact.id, number });
  }
  // What webhooks were not told yet goes, too.
  db.delete(webhookEventTable).where(eq(webhookEventTable.chat, `contact ${contact.id}`)).run();
  eraseFromGroups(db, known);
  eraseFromChannels(db, contact, known);
}

/** Others' groups, in which they wrote or gave their thumb up. */
function eraseFromGroups(db: Write, { jids }: Known): void {
  if (jids.length === 0) return;
  const groups = db.select({ id: ticketTable.id }).from(ticketTable).where(eq(ticketTable.isGroup, true));
  db.delete(messageTable).where(and(inArray(messageTable.ticketId, groups), inArray(messageTable.participant, jids)))
    .run();
  db.delete(reactionTable).where(inArray(reactionTable.who, jids)).run();
}

/** What a linked phone knows of them, and what has come from a network and is kept until it is settled. */
function eraseFromChannels(db: Write, { id }: ContactRow, { jids, numbers }: Known): void {
  db.delete(callAnswerTable).where(inArray(callAnswerTable.chat, [...jids, `contact ${id}`])).run();
  db.delete(phoneBookTable).where(or(inArray(phoneBookTable.jid, jids), inArray(phoneBookTable.phone, numbers))).run();
  const visitors = db.select({ id: identityTable.value }).from(identityTable)
    .where(and(eq(identityTable.contactId, id), eq(identityTable.kind, "webchat")));
  db.delete(visitorTable).where(inArray(visitorTable.id, visitors)).run();
  for (const address of [...jids, ...numbers]) {
    db.run(sql`delete from whatsapp_journal where instr(attrs, ${address}) > 0`);
    db.run(sql`delete from graph_notices where instr(notice, ${address}) > 0`);
  }
}

/** What is noted about them: that somebody did something stays, and to whom does not. */
export function aboutThem(db: Read, { id, name }: ContactRow, { numbers }: Known): SQL {
  const { what, target, name: noted, changes } = auditTable;
  const ids = (all: { id: number }[]) => all.map((one) => String(one.id));
  const tickets = ids(db.select({ id: ticketTable.id }).from(ticketTable).where(eq(ticketTable.contactId, id)).all());
  const schedules = ids(
    db.select({ id: scheduleTable.id }).from(scheduleTable).where(eq(scheduleTable.contactId, id)).all(),
  );
  const of = (kind: string, targets: string[]) => and(sql`${what} like ${`${kind}.%`}`, inArray(target, targets));
  return or(
    of("contacts", [String(id)]),
    of("merges", [String(id)]),
    of("tickets", tickets),
    of("schedules", schedules),
    name === "" ? undefined : eq(noted, name),
    ...numbers.flatMap((number) => [sql`instr(${noted}, ${number}) > 0`, sql`instr(${changes}, ${number}) > 0`]),
  )!;
}
