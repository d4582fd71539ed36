import { eq } from "drizzle-orm";
import type { BookEntry } from "../channels/channel.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { cut } from "../platform/cut.ts";
import { contactOf } from "./contacts.ts";
import { knownContact, NAMELESS, rememberContact } from "./remember.ts";
import { type ContactRow, contactTable, phoneBookTable } from "./table.ts";

/** Writes down whom a linked phone knows. Nobody becomes a contact by it until somebody imports them. */
export function writePhoneBook(db: Write, connectionId: number, people: BookEntry[]): void {
  for (const { address: { jid, phone, lid }, name } of people) {
    const known = { phone: phone ?? null, lid: lid ?? null, name: cut(name, 200) };
    db.insert(phoneBookTable).values({ connectionId, jid, ...known })
      .onConflictDoUpdate({ target: [phoneBookTable.connectionId, phoneBookTable.jid], set: known }).run();
  }
}

/** So many are imported in one transaction, that nobody else waits long for theirs. */
const AT_ONCE = 200;

/** Makes contacts of those whom the linked phones know (spec 1 §2.11). Whom we know keeps the name they have here. */
export async function importPhoneBook(company: Company, now: number): Promise<{ added: number; known: number }> {
  const people = peopleIn(company.read);
  let added = 0;
  for (let from = 0; from < people.length; from += AT_ONCE) {
    added += company.write((db, emit) => importSome(db, emit, people.slice(from, from + AT_ONCE), now));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { added, known: people.length - added };
}

function peopleIn(db: Read): BookEntry[] {
  return db.select().from(phoneBookTable).all().map(({ jid, phone, lid, name }) => ({
    address: { jid, ...(phone && { phone }), ...(lid && { lid }) },
    name,
  }));
}

function importSome(db: Write, emit: Emit, people: BookEntry[], now: number): number {
  let added = 0;
  for (const { address, name } of people) {
    const had = knownContact(db, address);
    if (had) nameNameless(db, emit, had, name, now);
    else {
      const { contact } = rememberContact(db, address, name, now);
      emit("contact", { action: "create", record: contactOf(contact) });
      added++;
    }
  }
  return added;
}

function nameNameless(db: Write, emit: Emit, { id, name: had }: ContactRow, name: string, now: number): void {
  if (had !== NAMELESS) return;
  const row = db.update(contactTable).set({ name, updatedAt: now }).where(eq(contactTable.id, id)).returning().get();
  emit("contact", { action: "update", record: contactOf(row) });
}
