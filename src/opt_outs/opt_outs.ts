import { asc, desc, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import { contactIdsFound, contactSearch } from "../contacts/find.ts";
import { refuse } from "../contract/errors.ts";
import type { OptOut, OptOutSource } from "../contract/opt_outs.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Keys } from "../platform/keys.ts";
import { momentOf } from "../platform/moment.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { userTable } from "../users/table.ts";
import { optOutTable } from "./table.ts";

/** How somebody said that they want no more. */
export interface OptedOut {
  number: string;
  source: OptOutSource;
  campaignId?: number | null;
  userId?: number | null;
}

/** Notes that a number wants no campaigns; answers whether that is new. */
export function optOut(db: Write, { number, source, campaignId, userId }: OptedOut, now: number): boolean {
  const made = db.insert(optOutTable)
    .values({
      number: canonicalNumber(number),
      source,
      campaignId: campaignId ?? null,
      userId: userId ?? null,
      at: now,
    })
    .onConflictDoNothing().returning({ id: optOutTable.id }).all();
  return made.length > 0;
}

/**
 * Whether a number (canonical digits) wants no campaigns; also one whose contact was erased, and of which only a keyed hash
 * is left.
 */
export function isOptedOut(db: Read, number: string, { digests }: Pick<Keys, "digests">): boolean {
  if (ofNumber(db, { number }).length > 0) return true;
  return anyErased(db).length > 0 && digests(number).some((hash) => ofHash(db, { hash }).length > 0);
}

/** The same of whom nobody has erased. */
export function hasOptedOut(db: Read, number: string): boolean {
  return ofNumber(db, { number: canonicalNumber(number) }).length > 0;
}

const anyErased = prepared((db) =>
  db.select({ id: optOutTable.id }).from(optOutTable).where(isNotNull(optOutTable.numberHash)).limit(1).prepare()
);
const ofHash = prepared((db) =>
  db.select({ id: optOutTable.id }).from(optOutTable).where(eq(optOutTable.numberHash, prepared.arg("hash"))).prepare()
);

/** The number's contact is erased: that it wants no campaigns is kept, the number is not. */
export function eraseNumber(db: Write, number: string, { digest }: Pick<Keys, "digest">): void {
  const had = ofNumber.one(db, { number });
  if (!had) return;
  db.delete(optOutTable).where(eq(optOutTable.numberHash, digest(number))).run();
  db.update(optOutTable).set({ number: null, numberHash: digest(number) }).where(eq(optOutTable.id, had.id)).run();
}

const ofNumber = prepared((db) =>
  db.select({ id: optOutTable.id }).from(optOutTable).where(eq(optOutTable.number, prepared.arg("number"))).prepare()
);

export const OPT_OUT_PAGE = 20;
export const OPT_OUT_EXPORT = 1000;

function selectOptOuts(db: Read) {
  return db.select({
    row: optOutTable,
    // Of a contact with several numbers by whichever it is.
    name: sql<string | null>`(select contacts.name from contact_identities join contacts on contacts.id = contact_id
      where kind = 'phone' and value = ${optOutTable.number})`,
    campaign: sql<string | null>`(select json_object('id', campaigns.id, 'name', campaigns.name) from campaigns
      where campaigns.id = ${optOutTable.campaignId})`,
    user: { id: userTable.id, name: userTable.name },
  }).from(optOutTable).leftJoin(userTable, eq(userTable.id, optOutTable.userId));
}

type Selected = ReturnType<ReturnType<typeof selectOptOuts>["all"]>[number];

function optOutOf({ row, name, campaign, user }: Selected): OptOut {
  const { id, number, source, channel, at } = row;
  return {
    ...{ id, number: number ?? "", name: name ?? "", source, channel, user, at: momentOf(at) },
    campaign: campaign === null ? null : JSON.parse(campaign) as OptOut["campaign"],
  };
}

/** ERR_NO_OPT_OUT_FOUND when there is none. */
export function optOutById(db: Read, id: number): OptOut {
  return optOutOf(selectOptOuts(db).where(eq(optOutTable.id, id)).all()[0] ?? refuse("ERR_NO_OPT_OUT_FOUND"));
}

/** A page of them, the newest first; found by three or more digits of the number, or by the contact's name. */
export function listOptOuts(db: Read, { searchParam, pageNumber }: { searchParam: string; pageNumber: number }) {
  const digits = searchParam.replace(/\D/g, ""), search = contactSearch(searchParam);
  const byNumber = digits.length < 3 ? undefined : sql`instr(${optOutTable.number}, ${digits}) > 0`;
  const byName = search && sql`${optOutTable.number} in (select value from contact_identities
    where kind = 'phone' and contact_id in (${contactIdsFound(search)}))`;
  const where = searchParam === "" ? undefined : or(byNumber, byName) ?? sql`0`;
  const rows = selectOptOuts(db).where(where).orderBy(desc(optOutTable.id))
    .limit(OPT_OUT_PAGE + 1).offset((pageNumber - 1) * OPT_OUT_PAGE).all();
  const [{ count } = { count: 0 }] = db.select({ count: sql<number>`count(*)` }).from(optOutTable).where(where).all();
  return { records: rows.slice(0, OPT_OUT_PAGE).map(optOutOf), hasMore: rows.length > OPT_OUT_PAGE, count };
}

/** The next of them by id, for a spreadsheet. */
export function exportOptOuts(db: Read, after: number) {
  const rows = selectOptOuts(db).where(gt(optOutTable.id, after)).orderBy(asc(optOutTable.id)).limit(OPT_OUT_EXPORT + 1)
    .all();
  return { records: rows.slice(0, OPT_OUT_EXPORT).map(optOutOf), hasMore: rows.length > OPT_OUT_EXPORT };
}

/** The one of a number, which is there. */
export function optOutOfNumber(db: Read, number: string): OptOut {
  return optOutOf(
    selectOptOuts(db).where(eq(optOutTable.number, canonicalNumber(number))).all()[0] ?? refuse("ERR_NO_OPT_OUT_FOUND"),
  );
}

export function removeOptOut(db: Write, id: number): void {
  const { changes } = db.delete(optOutTable).where(eq(optOutTable.id, id)).run();
  if (changes === 0) refuse("ERR_NO_OPT_OUT_FOUND");
}
