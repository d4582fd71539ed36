import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { contactListTable } from "../contact_lists/table.ts";
import type { Campaign } from "../contract/campaigns.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import { may } from "../contract/permissions.ts";
import type { Company, Emit, Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { revisionOf } from "../platform/revisions.ts";
import { folded } from "../shared/folded.ts";
import { countsOf } from "./counts.ts";
import { campaignConnectionTable, type CampaignRow, campaignTable } from "./table.ts";

export const CAMPAIGN_PAGE = 20;

/** ERR_NO_CAMPAIGN_FOUND when there is none. */
export function campaignRow(db: Read, id: number): CampaignRow {
  return db.select().from(campaignTable).where(eq(campaignTable.id, id)).all()[0] ?? refuse("ERR_NO_CAMPAIGN_FOUND");
}

/** A page of campaigns, the newest first, of those whose names hold all words of the search. */
export function listCampaigns(
  company: Company,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const rows = company.read.select().from(campaignTable).orderBy(desc(campaignTable.id)).all();
  const words = folded(searchParam).split(/\s+/).filter(Boolean);
  const found = rows.filter(({ name }) => words.every((word) => folded(name).includes(word)));
  const from = (pageNumber - 1) * CAMPAIGN_PAGE;
  return {
    records: found.slice(from, from + CAMPAIGN_PAGE).map((row) => campaignOf(company, row)),
    hasMore: found.length > from + CAMPAIGN_PAGE,
  };
}

/** Several, in the order of their numbers; who is gone is left out. */
export function someCampaigns(company: Company, ids: number[]): Campaign[] {
  return company.read.select().from(campaignTable).where(inArray(campaignTable.id, ids)).orderBy(desc(campaignTable.id))
    .all().map((row) => campaignOf(company, row));
}

/** The connections that share a campaign, by id; those that were deleted are gone from it. */
export function connectionsOf(db: Read, campaignId: number): { id: number; name: string }[] {
  return db.select({ id: connectionTable.id, name: connectionTable.name }).from(campaignConnectionTable)
    .innerJoin(connectionTable, eq(connectionTable.id, campaignConnectionTable.connectionId))
    .where(eq(campaignConnectionTable.campaignId, campaignId)).orderBy(connectionTable.id).all();
}

/** As screens see it. `db` is the transaction's where one is under way. */
export function campaignOf(company: Company, row: CampaignRow, db: Read = company.read): Campaign {
  const { id, name, status, stoppedBy, confirmation, listId, queueId, audience, followUps, repeats, template } = row;
  const whatsapps = connectionsOf(db, id);
  const list = listId === null ? undefined : nameOf(db, contactListTable.id, listId);
  return {
    ...{ id, companyId: company.id, name, status, stoppedBy, confirmation, queueId, audience, repeats, template },
    contactListId: list?.id ?? null,
    contactList: list ?? null,
    whatsappId: whatsapps[0]?.id ?? null,
    whatsapp: whatsapps[0] ?? null,
    whatsapps,
    ...textsOf(row),
    ...timesOf(row),
    mediaPath: row.file === null ? null : `/api/campaigns/${id}/media`,
    mediaName: row.file === null ? null : row.fileName,
    mediaSize: row.file === null ? null : row.fileSize,
    mediaType: row.file === null ? null : row.fileMimetype,
    followUps: followUps ?? [],
    counts: countsOf(db, id),
    revision: revisionOf(db, { kind: "campaign", id }),
  };
}

function nameOf(db: Read, key: typeof contactListTable.id, id: number) {
  return db.select({ id: contactListTable.id, name: contactListTable.name }).from(contactListTable).where(eq(key, id))
    .all()[0];
}

function textsOf(row: CampaignRow) {
  const { message1, message2, message3, message4, message5 } = row;
  const { confirmationMessage1, confirmationMessage2, confirmationMessage3 } = row;
  const { confirmationMessage4, confirmationMessage5 } = row;
  return {
    ...{ message1, message2, message3, message4, message5 },
    ...{ confirmationMessage1, confirmationMessage2, confirmationMessage3, confirmationMessage4, confirmationMessage5 },
  };
}

function timesOf({ scheduledAt, startedAt, completedAt, createdAt }: CampaignRow) {
  const moment = (at: number | null) => at === null ? null : momentOf(at);
  return {
    scheduledAt: moment(scheduledAt),
    startedAt: moment(startedAt),
    completedAt: moment(completedAt),
    createdAt: momentOf(createdAt),
  };
}

/** Whoever has campaigns before them. */
export function seesCampaigns(person: Person): boolean {
  return may(person, "campaigns:edit");
}

/** Shows a campaign as it is now to all who have campaigns before them. */
export function emitCampaign(
  company: Company,
  db: Read,
  emit: Emit,
  id: number,
  { action = "update" as "create" | "update", recipients }: { action?: "create" | "update"; recipients?: true } = {},
): Campaign {
  const record = campaignOf(company, campaignRow(db, id), db);
  emit("campaign", { action, record, ...recipients && { recipients } }, seesCampaigns);
  return record;
}

/** The campaigns in these states, the oldest first. */
export function campaignsThat(db: Read, where: SQL | undefined): CampaignRow[] {
  return db.select().from(campaignTable).where(and(where, sql`1`)).orderBy(campaignTable.id).all();
}
