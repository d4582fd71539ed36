import { and, asc, eq, isNull, lte, min, sql } from "drizzle-orm";
import { prepared } from "../platform/prepared.ts";
import { campaignConnectionTable, campaignTable } from "./table.ts";

/** Spelled out, not bound: only so do the partial indexes serve it. */
const IN_PROGRESS = sql`${campaignTable.status} = 'EM_ANDAMENTO'`;
const SCHEDULED = sql`${campaignTable.status} = 'PROGRAMADA'`;

export const runningCampaigns = prepared((db) =>
  db.select().from(campaignTable).where(IN_PROGRESS).orderBy(asc(campaignTable.id)).prepare()
);
export const sharingIt = prepared((db) =>
  db.select().from(campaignTable).where(and(
    IN_PROGRESS,
    // Nothing leaves before all recipients are there: what the names in its texts stand for is known only then.
    isNull(campaignTable.filledTo),
    sql`${campaignTable.id} in
      (select campaign_id from campaign_connections where connection_id = ${prepared.arg("connectionId")})`,
  )).orderBy(asc(campaignTable.id)).prepare()
);
export const dueCampaigns = prepared((db) =>
  db.select({ id: campaignTable.id }).from(campaignTable)
    .where(and(SCHEDULED, lte(campaignTable.scheduledAt, prepared.arg("now")))).prepare()
);
export const firstScheduled = prepared((db) =>
  db.select({ at: min(campaignTable.scheduledAt) }).from(campaignTable).where(SCHEDULED).prepare()
);
export const connectionsAtWork = prepared((db) =>
  db.selectDistinct({ connectionId: campaignConnectionTable.connectionId }).from(campaignConnectionTable)
    .innerJoin(campaignTable, eq(campaignTable.id, campaignConnectionTable.campaignId)).where(IN_PROGRESS)
    .orderBy(asc(campaignConnectionTable.connectionId)).prepare()
);
