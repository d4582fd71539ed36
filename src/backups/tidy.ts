import { and, eq, gt, inArray, isNotNull, isNull, lte, or } from "drizzle-orm";
import { claimsAt, isOf, lineageOf } from "./claims.ts";
import { sealed } from "./envelope.ts";
import { type Days, daysBack, type KeepRules, longest, toDelete } from "./keep.ts";
import { mediaKey, prefixOf, readKey } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { readNames, writeNames } from "./media_names.ts";
import { openStored } from "./open_stored.ts";
import { mediaTable, missedMediaTable } from "./table.ts";
import type { Target } from "./targets/target.ts";

/** From so many lists of names on, those that are old enough become one. */
const MOST_LISTS = 50;

export interface Tidying {
  ledger: Ledger;
  /** What objects are encrypted with. */
  key: Uint8Array;
  days: Days;
  rules: KeepRules;
  targets: readonly Target[];
}

/**
 * Deletes what a target has of a company's file, and no kept moment needs. What another installation wrote is kept as long as
 * anything is.
 */
export async function tidyFile(target: Target, companyId: number, { ledger, days, rules }: Tidying): Promise<void> {
  const stored = [...await target.list(prefixOf(companyId, "base")), ...await target.list(prefixOf(companyId, "wal"))];
  const lineage = lineageOf(await claimsAt(target), ledger.installation), until = daysBack(days, longest(rules));
  const own: string[] = [], goes: string[] = [];
  for (const { key } of stored) {
    const named = readKey(key);
    if (named?.what !== "base" && named?.what !== "wal") continue;
    if (isOf(lineage, named)) own.push(key);
    else if ((named.what === "base" ? named.generation : named.at) < until) goes.push(key);
  }
  goes.push(...toDelete(own, days, rules));
  if (goes.length > 0) await removeFrom(target, goes, ledger);
}

/**
 * Deletes media that the company has not had for longer than anything is kept. The accounts forget a file last: whatever
 * comes in between, the same is done again.
 */
export async function tidyMedia(companyId: number, tidying: Tidying): Promise<void> {
  const { ledger, targets, days, rules } = tidying;
  const until = daysBack(days, longest(rules)), gone = until === -Infinity ? [] : goneBy(ledger, companyId, until);
  const hashes = [...new Set(gone.map(({ hash }) => hash))].filter((hash) => !isNeeded(ledger, companyId, hash, until));
  for (const target of targets) {
    if (hashes.length > 0) await target.remove(hashes.map((hash) => mediaKey(companyId, hash)));
    await joinNames(target, companyId, new Set(gone.map(({ name }) => name)), tidying);
  }
  for (const { name } of gone) {
    ledger.write((db) =>
      void db.delete(mediaTable)
        .where(and(eq(mediaTable.companyId, companyId), eq(mediaTable.name, name), isNotNull(mediaTable.goneAt))).run()
    );
  }
  // What came back meanwhile was perhaps brought before it was deleted.
  if (hashes.length > 0) ledger.forgetMedia(companyId, hashes);
}

/** Removes everything that a target has of a company that was removed itself; none of its files is missed any more. */
export async function tidyRemoved(target: Target, companyId: number, ledger: Ledger): Promise<void> {
  const stored = await target.list(prefixOf(companyId));
  const goes = stored.map(({ key }) => key).filter((key) => readKey(key) !== undefined);
  if (goes.length > 0) await removeFrom(target, goes, ledger);
  if (ledger.missedMedia(companyId).length === 0) return;
  ledger.write((db) => void db.delete(missedMediaTable).where(eq(missedMediaTable.companyId, companyId)).run());
}

/** None of it is missed. */
async function removeFrom(target: Target, keys: readonly string[], ledger: Ledger): Promise<void> {
  ledger.forgetNewest(keys);
  await target.remove(keys);
}

function goneBy({ db }: Ledger, companyId: number, until: number): { name: string; hash: string }[] {
  return db.select({ name: mediaTable.name, hash: mediaTable.hash }).from(mediaTable)
    .where(and(eq(mediaTable.companyId, companyId), lte(mediaTable.goneAt, until))).all();
}

/** Whether another file has the same content, or had it of late. */
function isNeeded({ db }: Ledger, companyId: number, hash: string, until: number): boolean {
  const isLate = or(isNull(mediaTable.goneAt), gt(mediaTable.goneAt, until));
  return db.select({ name: mediaTable.name }).from(mediaTable)
    .where(and(eq(mediaTable.companyId, companyId), eq(mediaTable.hash, hash), isLate)).limit(1).all().length > 0;
}

/** Makes one of the lists that are older than a day, without the names that are gone; the new one is there before the old go. */
async function joinNames(target: Target, companyId: number, gone: Set<string>, tidying: Tidying): Promise<void> {
  const { key, days, rules, ledger } = tidying, until = daysBack(days, rules.minutes);
  const lists = (await target.list(prefixOf(companyId, "names"))).map(({ key }) => key).filter((each) => {
    const named = readKey(each);
    return named?.what === "names" && named.at <= until;
  });
  if (lists.length === 0 || (lists.length < MOST_LISTS && gone.size === 0)) return;
  const names = new Map<string, string>();
  for (const list of lists) {
    for (const [name, hash] of readNames(await openStored(target, key, list))) names.set(name, hash);
  }
  noteUnknown(ledger, companyId, names, days.now);
  const left = [...names].filter(([name]) => !gone.has(name)), newest = lists.at(-1)!;
  await target.put(newest, sealed(key, newest, [writeNames(left)]));
  await target.remove(lists.slice(0, -1));
}

/** Names that the accounts do not know, because they were begun anew: they are gone since now, unless their files are taken. */
function noteUnknown(ledger: Ledger, companyId: number, names: ReadonlyMap<string, string>, now: number): void {
  const all = [...names.keys()];
  for (let from = 0; from < all.length; from += 500) {
    const some = all.slice(from, from + 500);
    const isSome = and(eq(mediaTable.companyId, companyId), inArray(mediaTable.name, some));
    const known = new Set(
      ledger.db.select({ name: mediaTable.name }).from(mediaTable).where(isSome).all().map(({ name }) => name),
    );
    const rows = some.filter((name) => !known.has(name))
      .map((name) => ({ companyId, name, hash: names.get(name)!, takenAt: now, goneAt: now }));
    if (rows.length > 0) ledger.write((db) => void db.insert(mediaTable).values(rows).onConflictDoNothing().run());
  }
}
