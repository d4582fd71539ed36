import { and, asc, eq, gt, sql } from "drizzle-orm";
import { CHECK_LIFE } from "../contact_lists/items.ts";
import { numberCheckTable } from "../contact_lists/table.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { type RecipientRow, recipientTable } from "./table.ts";

/** How the network addresses a number; "nobody" when it has said that it has none such, nothing when it was not asked. */
export type JidOf = (number: string) => { jid: string; lid: string | null } | "nobody" | undefined;

/** The strangers who are next and of whose numbers the network was not asked lately. */
export function toCheck(db: Read, campaignId: number, most: number, checkedAfter: number): RecipientRow[] {
  return unchecked(db, { campaignId, most, checkedAfter });
}

const unchecked = prepared((db) =>
  db.select().from(recipientTable).where(sql`${recipientTable.id} in (
    select r.id from (
      select id, number from campaign_recipients
      where campaign_id = ${
    prepared.arg("campaignId")
  } and state = 'waiting' and is_stranger = 1 and pending_step is null
      order by id limit ${prepared.arg("most")}) r
    left join number_checks n on n.number = r.number and n.checked_at > ${prepared.arg("checkedAfter")}
    where n.number is null)`)
    .orderBy(asc(recipientTable.id)).prepare()
);

export function checkOf(db: Read, number: string, checkedAfter: number) {
  return check.one(db, { number, checkedAfter });
}

const check = prepared((db) =>
  db.select().from(numberCheckTable).where(and(
    eq(numberCheckTable.number, prepared.arg("number")),
    gt(numberCheckTable.checkedAt, prepared.arg("checkedAfter")),
  )).prepare()
);

/** What was said of numbers, as it stands in a company's file at a moment (ms). */
export function jidIn(db: Read, now: number): JidOf {
  return (number) => {
    const found = checkOf(db, number, now - CHECK_LIFE);
    if (!found) return undefined;
    return found.jid === null ? "nobody" : { jid: found.jid, lid: found.lid };
  };
}

export function isUnchecked({ state, isStranger, number }: RecipientRow, jid: JidOf): boolean {
  return state === "waiting" && isStranger && !jid(number);
}
