import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { prepared, type Read } from "../platform/company.ts";
import { type RecipientRow, recipientTable } from "./table.ts";

/** Who is next: those who said yes, those to whom something follows, those who wait. `who` leaves strangers out or not. */
export function nextRecipient(db: Read, of: Turn, who: Who): RecipientRow | undefined {
  const { campaignId, connectionId, now } = of;
  return confirmed(db, { campaignId, connectionId })[0] ??
    (who === "confirmed" ? undefined : following(db, { campaignId, connectionId, now })[0] ?? nextWaiting(db, of, who));
}

/** Strangers, too; only who has written to us before; only who said yes. */
export type Who = "all" | "known" | "confirmed";
interface Turn {
  campaignId: number;
  connectionId: number;
  now: number;
}

function nextWaiting(db: Read, { campaignId, connectionId }: Turn, who: "all" | "known"): RecipientRow | undefined {
  const known = waiting(db, { campaignId, connectionId, isStranger: 0 })[0];
  const stranger = who === "all" ? waiting(db, { campaignId, connectionId, isStranger: 1 })[0] : undefined;
  return !known || (stranger && stranger.id < known.id) ? stranger : known;
}

/** Whom one connection has written to gets everything else by it, too. */
const BY_IT = sql`(${recipientTable.connectionId} is null or ${recipientTable.connectionId} = ${
  prepared.arg("connectionId")
})`;

const confirmed = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    eq(recipientTable.state, "confirmed"),
    isNull(recipientTable.pendingStep),
    BY_IT,
  )).orderBy(asc(recipientTable.isStranger), asc(recipientTable.id)).limit(1).prepare()
);
const following = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    lte(recipientTable.nextAt, prepared.arg("now")),
    eq(recipientTable.state, "sent"),
    isNull(recipientTable.pendingStep),
    BY_IT,
  )).orderBy(asc(recipientTable.nextAt)).limit(1).prepare()
);
const waiting = prepared((db) =>
  db.select().from(recipientTable).where(and(
    eq(recipientTable.campaignId, prepared.arg("campaignId")),
    eq(recipientTable.state, "waiting"),
    eq(recipientTable.isStranger, prepared.arg("isStranger") as never),
    isNull(recipientTable.pendingStep),
    BY_IT,
  )).orderBy(asc(recipientTable.id)).limit(1).prepare()
);
