import { and, eq, gte, inArray, ne } from "drizzle-orm";
import { listItemTable } from "../contact_lists/table.ts";
import { contactTable, identityTable } from "../contacts/table.ts";
import { formerly } from "../companies/origins.ts";
import type { Read } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { hashesOfMark, markOfNumber } from "./addresses.ts";
import { erasedAddressTable, erasureTable } from "./table.ts";

/** So many addresses are looked at before others have their turn. */
const AT_ONCE = 500;

export interface ErasedOnce {
  erasureId: number;
  /** ms */
  at: number;
}

/** Whom companies have erased, found by what they were known by. */
export interface Erased {
  isEmpty: boolean;
  /** Each time that whoever is known by it was erased. */
  of(mark: string): ErasedOnce[];
}

/** Whoever was erased from these companies since a moment (ms), also by a server where one of them was before. */
export function erasedFrom(tenants: Tenants, companyIds: readonly number[], since: number): Erased {
  const isTheirs = and(inArray(erasureTable.companyId, [...companyIds]), gte(erasureTable.at, since));
  const db = tenants.provider.read, { id, at } = erasureTable;
  const erasures = new Map(db.select({ id, at }).from(erasureTable).where(isTheirs).all().map((one) => [one.id, one]));
  const found = new Map<string, ErasedOnce[]>();
  const hashes = erasures.size === 0 ? [] : db.select().from(erasedAddressTable)
    .where(inArray(erasedAddressTable.erasureId, [...erasures.keys()])).all();
  for (const { erasureId, addressHash } of hashes) {
    const once = { erasureId, at: erasures.get(erasureId)!.at };
    found.set(addressHash, [...found.get(addressHash) ?? [], once]);
  }
  const numbers = [...new Set(companyIds.flatMap((one) => formerly(tenants, one).map(({ companyId }) => companyId)))];
  return {
    isEmpty: found.size === 0,
    of: (mark) =>
      numbers.flatMap((number) => hashesOfMark(tenants.keys, number, mark)).flatMap((hash) => found.get(hash) ?? []),
  };
}

/**
 * Contacts of a company's file who were erased after they had come, by their ids; whoever has written anew is another. Only
 * those who had come `until` then (ms).
 */
export async function erasedContacts(
  db: Read,
  erased: Erased,
  until = Infinity,
): Promise<Map<number, ErasedOnce[]>> {
  const found = new Map<number, ErasedOnce[]>();
  if (erased.isEmpty) return found;
  const { kind, value, contactId } = identityTable;
  const known = db.select({ kind, value, contactId, createdAt: contactTable.createdAt }).from(identityTable)
    .innerJoin(contactTable, eq(contactTable.id, contactId)).all();
  for (const [nth, one] of known.entries()) {
    if (nth % AT_ONCE === AT_ONCE - 1) await aTurn();
    const mark = one.kind === "phone" ? markOfNumber(one.value) : `${one.kind} ${one.value}`;
    add(found, one.contactId, erased.of(mark).filter(({ at }) => one.createdAt <= Math.min(at, until)));
  }
  return found;
}

/** The same for numbers in lists, which name people who never wrote. */
export async function erasedNumbers(
  db: Read,
  erased: Erased,
  until = Infinity,
): Promise<Map<string, ErasedOnce[]>> {
  const found = new Map<string, ErasedOnce[]>();
  if (erased.isEmpty) return found;
  const { number, createdAt } = listItemTable;
  const items = db.selectDistinct({ number, createdAt }).from(listItemTable).where(ne(number, "")).all();
  for (const [nth, item] of items.entries()) {
    if (nth % AT_ONCE === AT_ONCE - 1) await aTurn();
    add(
      found,
      item.number,
      erased.of(markOfNumber(item.number)).filter(({ at }) => item.createdAt <= Math.min(at, until)),
    );
  }
  return found;
}

function add<Key>(found: Map<Key, ErasedOnce[]>, key: Key, once: ErasedOnce[]): void {
  if (once.length > 0) found.set(key, [...found.get(key) ?? [], ...once]);
}

function aTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
