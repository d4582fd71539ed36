import { and, eq } from "drizzle-orm";
import type { Address } from "../channels/channel.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared, preparedInsert } from "../platform/company.ts";
import { cut } from "../platform/cut.ts";
import { canonicalNumber, formatNumber } from "../shared/phone_numbers.ts";
import { type ContactRow, contactTable, type IdentityRow, identityTable } from "./table.ts";

/** How somebody is called of whom neither a name nor a number is known. */
export const NAMELESS = "WhatsApp";

/** What remembering did, for the events about it. */
export interface Remembered {
  contact: ContactRow;
  isNew: boolean;
  /** A second contact that this address proves to be the same person; it is still there. */
  twin?: ContactRow;
}

type Identity = Pick<IdentityRow, "kind" | "value"> & { address: string | null };

/** The contact behind an address, made when nobody is known by any of its identities. */
export function rememberContact(db: Write, address: Address, name: string, now: number): Remembered {
  const identities = identitiesOf(address);
  const known = identities.flatMap((identity) => byIdentity(db, { kind: identity.kind, value: identity.value }));
  const contacts = known.map(({ contacts }) => contacts).sort((a, b) => a.id - b.id);
  const isNew = contacts.length === 0;
  let contact = contacts[0] ?? create(db, address, name, now);
  for (const identity of identities) {
    const had = known.find(({ contact_identities: row }) => row.kind === identity.kind && row.value === identity.value);
    if (!had) insertIdentity(db, { ...identity, contactId: contact.id });
    else if (identity.address && identity.address !== had.contact_identities.address) readdress(db, identity);
  }
  if (!contact.number && address.phone) contact = learnNumber(db, contact, address.phone, now);
  const twin = contacts.find(({ id }) => id !== contact.id);
  return { contact, isNew, twin };
}

/** The contact behind an address, if there is one. */
export function knownContact(db: Read, address: Address): ContactRow | undefined {
  for (const { kind, value } of identitiesOf(address)) {
    const found = byIdentity(db, { kind, value })[0];
    if (found) return found.contacts;
  }
}

const byIdentity = prepared((db) =>
  db.select().from(identityTable).innerJoin(contactTable, eq(contactTable.id, identityTable.contactId))
    .where(and(eq(identityTable.kind, prepared.arg("kind")), eq(identityTable.value, prepared.arg("value")))).prepare()
);

export function identitiesOf({ phone, lid, group, jid }: Address): Identity[] {
  const isLid = jid.endsWith("@lid");
  return [
    ...(group ? [{ kind: "group" as const, value: group, address: jid }] : []),
    ...(phone
      ? [{ kind: "phone" as const, value: canonicalNumber(phone), address: isLid ? `${phone}@s.whatsapp.net` : jid }]
      : []),
    ...(lid ? [{ kind: "lid" as const, value: lid, address: `${lid}@lid` }] : []),
  ];
}

function create(db: Write, { phone, group }: Address, name: string, now: number): ContactRow {
  const number = phone ? canonicalNumber(phone) : "";
  // A LID's digits are nobody's phone number, so a stranger without a name stays without digits (behaviour.md).
  const called = name.trim() || formatNumber(number) || NAMELESS;
  return insertContact(db, {
    name: cut(called, 200),
    number,
    isGroup: group !== undefined,
    createdAt: now,
    updatedAt: now,
  });
}

const insertContact = preparedInsert(contactTable, ["name", "number", "isGroup", "createdAt", "updatedAt"]);
const insertIdentity = preparedInsert(identityTable, ["kind", "value", "contactId", "address"]);

function readdress(db: Write, { kind, value, address }: Identity): void {
  db.update(identityTable).set({ address }).where(and(eq(identityTable.kind, kind), eq(identityTable.value, value)))
    .run();
}

function learnNumber(db: Write, contact: ContactRow, phone: string, now: number): ContactRow {
  return db.update(contactTable).set({ number: canonicalNumber(phone), updatedAt: now })
    .where(eq(contactTable.id, contact.id)).returning().get();
}
