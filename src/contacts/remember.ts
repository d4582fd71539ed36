import { and, eq } from "drizzle-orm";
import type { Address } from "../channels/channel.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared, preparedInsert } from "../platform/prepared.ts";
import { cut } from "../platform/cut.ts";
import { NAMELESS_AT } from "../shared/nameless.ts";
import { canonicalNumber, formatNumber } from "../shared/phone_numbers.ts";
import { type ContactRow, contactTable, type IdentityRow, identityTable } from "./table.ts";

/** How somebody at WhatsApp is called of whom neither a name nor a number is known. */
export const NAMELESS = NAMELESS_AT.wa_user;

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
  const known = identities.flatMap(({ kind, value }) => byIdentity(db, { kind, value }));
  const ids = new Set(known.map(({ contactId }) => contactId).sort((a, b) => a - b));
  const contacts = [...ids].map((id) => byId.one(db, { id })!);
  const isNew = contacts.length === 0;
  let contact = contacts[0] ?? create(db, address, name, now);
  for (const identity of identities) {
    const had = known.find(({ kind, value }) => kind === identity.kind && value === identity.value);
    if (!had) insertIdentity(db, { ...identity, contactId: contact.id });
    else if (identity.address && identity.address !== had.address) readdress(db, identity);
  }
  if (!contact.number && address.phone) contact = learnNumber(db, contact, address.phone, now);
  return { contact, isNew, twin: contacts[1] };
}

/**
 * Somebody known is reached at another address from now on: the identities that it takes the place of go, because the
 * network gives them to others. Who was known by the new one is another contact, and the same person.
 */
export function renumberContact(
  db: Write,
  contact: ContactRow,
  { from, to, now }: { from: Address; to: Address; now: number },
): Pick<Remembered, "contact" | "twin"> {
  const replaced = identitiesOf(to).map(({ kind }) => kind);
  for (const { kind, value } of identitiesOf(from)) {
    if (!replaced.includes(kind)) continue;
    const { kind: itsKind, value: itsValue, contactId } = identityTable;
    db.delete(identityTable).where(and(eq(itsKind, kind), eq(itsValue, value), eq(contactId, contact.id))).run();
  }
  const twin = knownContact(db, to);
  for (const identity of identitiesOf(to)) {
    if (byIdentity(db, { kind: identity.kind, value: identity.value }).length === 0) {
      insertIdentity(db, { ...identity, contactId: contact.id });
    }
  }
  const isShown = to.phone !== undefined &&
    (contact.number === "" || contact.number === canonicalNumber(from.phone ?? ""));
  const renumbered = isShown ? learnNumber(db, contact, to.phone!, now) : contact;
  return { contact: renumbered, twin: twin?.id === contact.id ? undefined : twin };
}

/** The contact behind an address, if there is one. */
export function knownContact(db: Read, address: Address): ContactRow | undefined {
  for (const { kind, value } of identitiesOf(address)) {
    const found = byIdentity.one(db, { kind, value });
    if (found) return byId.one(db, { id: found.contactId });
  }
}

/** Whoever is known by number and LID is read once. */
const byIdentity = prepared((db) =>
  db.select().from(identityTable).where(
    and(eq(identityTable.kind, prepared.arg("kind")), eq(identityTable.value, prepared.arg("value"))),
  ).prepare()
);

const byId = prepared((db) => db.select().from(contactTable).where(eq(contactTable.id, prepared.arg("id"))).prepare());

export function identitiesOf({ phone, lid, group, user, jid }: Address): Identity[] {
  const isLid = jid.endsWith("@lid");
  return [
    ...(group ? [{ kind: "group" as const, value: group, address: jid }] : []),
    ...(phone
      ? [{
        kind: "phone" as const,
        value: canonicalNumber(phone),
        address: isLid || user?.jid === jid ? `${phone}@s.whatsapp.net` : jid,
      }]
      : []),
    ...(lid ? [{ kind: "lid" as const, value: lid, address: `${lid}@lid` }] : []),
    ...(user ? [{ kind: user.kind, value: user.value, address: user.jid }] : []),
  ];
}

function create(db: Write, { phone, group, user }: Address, name: string, now: number): ContactRow {
  const number = phone ? canonicalNumber(phone) : "";
  // A LID's digits are nobody's phone number, so a stranger without a name stays without digits (behaviour.md).
  const called = name.trim() || formatNumber(number) || NAMELESS_AT[user?.kind ?? "wa_user"];
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
