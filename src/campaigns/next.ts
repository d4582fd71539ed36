import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { type RecipientRow, recipientTable } from "./table.ts";

/** Strangers, too; only who has written to us before; only who said yes. */
export type Who = "all" | "known" | "confirmed";
interface Turn {
  campaignId: number;
  connectionId: number;
  now: number;
}

/** Who is next: those who said yes, those to whom something follows, those who wait. `who` leaves strangers out or not. */
export function nextRecipient(db: Read, of: Turn, who: Who): RecipientRow | undefined {
  const { campaignId, connectionId, now } = of;
  // Whom the network has refused although they said yes, it takes for strangers.
  const kinds = who === "all" ? [0, 1] : [0];
  for (const isStranger of kinds) {
    const yes = confirmed.one(db, { campaignId, connectionId, isStranger, now });
    if (yes) return yes;
  }
  return who === "confirmed" ? undefined : nextFollowing(db, of, kinds) ?? nextWaiting(db, of, kinds);
}

function nextFollowing(db: Read, { campaignId, connectionId, now }: Turn, kinds: number[]): RecipientRow | undefined {
  return kinds.flatMap((isStranger) => [
    ...following(db, { campaignId, connectionId, isStranger, now }),
    ...followingLoose(db, { campaignId, isStranger, now }),
  ]).sort((one, other) => one.nextAt! - other.nextAt!)[0];
}

function nextWaiting(db: Read, { campaignId, connectionId, now }: Turn, kinds: number[]): RecipientRow | undefined {
  return kinds.flatMap((isStranger) => waiting(db, { campaignId, connectionId, isStranger, now }))
    .sort((one, other) => one.id - other.id)[0];
}

/** Whom one connection has written to gets everything else by it, too. */
const BY_IT = sql`(${recipientTable.connectionId} is null or ${recipientTable.connectionId} = ${
  prepared.arg("connectionId")
})`;

/** Whose message is in doubt waits until it is not; see put_again.ts. */
const NOT_IN_DOUBT = sql`(${recipientTable.nextAt} is null or ${recipientTable.nextAt} <= ${prepared.arg("now")})`;

const confirmed = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    eq(recipientTable.state, "confirmed"),
    eq(recipientTable.isStranger, prepared.arg("isStranger") as never),
    isNull(recipientTable.pendingStep),
    NOT_IN_DOUBT,
    BY_IT,
  )).orderBy(asc(recipientTable.id)).limit(1).prepare()
);
const waiting = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    eq(recipientTable.state, "waiting"),
    eq(recipientTable.isStranger, prepared.arg("isStranger") as never),
    isNull(recipientTable.pendingStep),
    NOT_IN_DOUBT,
    BY_IT,
  )).orderBy(asc(recipientTable.id)).limit(1).prepare()
);

/** Spelled out, not bound: only so does the partial index serve it. */
const FOLLOWS = sql`${recipientTable.state} = 'sent' and ${recipientTable.nextAt} is not null`;

const following = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    eq(recipientTable.isStranger, prepared.arg("isStranger") as never),
    eq(recipientTable.connectionId, prepared.arg("connectionId")),
    lte(recipientTable.nextAt, prepared.arg("now")),
    FOLLOWS,
    isNull(recipientTable.pendingStep),
  )).orderBy(asc(recipientTable.nextAt)).limit(1).prepare()
);
/** Those whose connection is gone, or is not the campaign's any more. */
const followingLoose = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    eq(recipientTable.isStranger, prepared.arg("isStranger") as never),
    isNull(recipientTable.connectionId),
    lte(recipientTable.nextAt, prepared.arg("now")),
    FOLLOWS,
    isNull(recipientTable.pendingStep),
  )).orderBy(asc(recipientTable.nextAt)).limit(1).prepare()
);
