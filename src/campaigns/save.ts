import { milliseconds } from "date-fns/milliseconds";
import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { contactListTable } from "../contact_lists/table.ts";
import { type CampaignDraft, type CampaignStatus, EDIT_UNTIL, SLOTS } from "../contract/campaigns.ts";
import { refuse } from "../contract/errors.ts";
import type { Company, Write } from "../platform/company.ts";
import { mediaPath } from "../platform/media.ts";
import { type Maker, noteMaker, refuseIfChanged } from "../platform/revisions.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { queueTable } from "../queues/table.ts";
import { momentIn } from "../shared/clock.ts";
import { campaignOf, campaignRow } from "./campaigns.ts";
import { checkKinds } from "./kinds.ts";
import { letGoOthers, meansOthers } from "./other_list.ts";
import { campaignConnectionTable, type CampaignRow, campaignTable, recipientTable } from "./table.ts";

/** ms: a minute is what it takes to fill in a form that offers "now", and the form knows no seconds. */
const LENIENCE = milliseconds({ minutes: 2 });

/** Whose clocks are meant by a time without a zone, and what time it is (ms). */
interface When {
  timeZone: string;
  now: number;
}

/** With a time it is scheduled, without one it waits to be started (behaviour.md, Campaigns). */
export function addCampaign(db: Write, draft: CampaignDraft, { timeZone, now }: When): CampaignRow {
  const values = valuesOf(db, draft, timeZone);
  refusePast(values.scheduledAt, now);
  const status = statusFor(values.scheduledAt);
  const row = db.insert(campaignTable).values({ ...values, status, createdAt: now }).returning().get();
  setConnections(db, row.id, connectionIdsOf(draft));
  return row;
}

export function changeCampaign(
  company: Company,
  db: Write,
  id: number,
  { was, ...draft }: CampaignDraft & { was?: number },
  { timeZone, by }: { timeZone: string; by: Maker },
): CampaignRow {
  const had = campaignRow(db, id), changed = { kind: "campaign", id } as const;
  if (!isEditable(had, by.now)) refuse("ERR_CAMPAIGN_STATUS", { detail: { status: had.status } });
  refuseIfChanged(db, changed, was, () => campaignOf(company, had, db));
  const values = valuesOf(db, draft, timeZone);
  if (values.scheduledAt !== had.scheduledAt) refusePast(values.scheduledAt, by.now);
  const status = had.status === "CANCELADA" ? had.status : statusFor(values.scheduledAt);
  // A stopped one that gets a new time begins anew then; see restartCampaign.
  const isPutOff = values.scheduledAt !== null && values.scheduledAt !== had.scheduledAt && values.scheduledAt > by.now;
  db.update(campaignTable).set({ ...values, status, ...isPutOff && { startedAt: null } })
    .where(eq(campaignTable.id, id)).run();
  setConnections(db, id, connectionIdsOf(draft));
  noteMaker(db, changed, by);
  const has = campaignRow(db, id);
  if (meansOthers(had, has)) letGoOthers(db, has, by.now);
  return has;
}

/** Inactive, stopped, or scheduled for more than an hour from now (spec 3 §4). */
export function isEditable({ status, scheduledAt }: Pick<CampaignRow, "status" | "scheduledAt">, now: number): boolean {
  if (status === "INATIVA" || status === "CANCELADA") return true;
  return status === "PROGRAMADA" && scheduledAt !== null && scheduledAt - now > EDIT_UNTIL;
}

function statusFor(scheduledAt: number | null): CampaignStatus {
  return scheduledAt === null ? "INATIVA" : "PROGRAMADA";
}

function refusePast(scheduledAt: number | null, now: number): void {
  if (scheduledAt !== null && scheduledAt < now - LENIENCE) {
    refuse("ERR_INVALID_INPUT", { fields: { scheduledAt: "past" } });
  }
}

/** What a form says, as it is stored; what it names must be there. */
export function valuesOf(db: Write, draft: CampaignDraft, timeZone: string) {
  const { name, confirmation, contactListId = null, queueId = null, audience = null, followUps, repeats = null } =
    draft;
  const scheduledAt = draft.scheduledAt ? momentIn(timeZone, draft.scheduledAt) : null;
  if (Number.isNaN(scheduledAt)) refuse("ERR_INVALID_INPUT", { fields: { scheduledAt: "invalid" } });
  mustExist(db, contactListTable, contactListId, "contactListId");
  mustExist(db, queueTable, queueId, "queueId");
  const template = checkKinds(db, connectionIdsOf(draft), draft);
  const texts = Object.fromEntries(
    SLOTS.flatMap((slot) => [`message${slot}`, `confirmationMessage${slot}`] as const)
      .map((key) => [key, (draft[key] ?? "").trim()]),
  ) as Record<`message${1 | 2 | 3 | 4 | 5}` | `confirmationMessage${1 | 2 | 3 | 4 | 5}`, string>;
  return {
    ...{ name, confirmation: confirmation ?? false, listId: contactListId, queueId, scheduledAt },
    ...texts,
    ...{ audience: audience ?? null, followUps: followUps ?? [], repeats: repeats ?? null, template },
  };
}

function mustExist(
  db: Write,
  table: typeof contactListTable | typeof queueTable,
  id: number | null,
  field: string,
): void {
  if (id === null || db.select({ id: table.id }).from(table).where(eq(table.id, id)).all().length > 0) return;
  refuse("ERR_INVALID_INPUT", { fields: { [field]: "invalid" } });
}

function connectionIdsOf({ whatsappId, whatsappIds }: CampaignDraft): number[] {
  return whatsappIds ?? (whatsappId ? [whatsappId] : []);
}

function setConnections(db: Write, campaignId: number, ids: number[]): void {
  const { id } = connectionTable, wanted = [...new Set(ids)];
  const there = db.select({ id }).from(connectionTable).where(inArray(id, wanted)).all();
  if (there.length < wanted.length) refuse("ERR_INVALID_INPUT", { fields: { whatsappId: "invalid" } });
  db.delete(campaignConnectionTable).where(eq(campaignConnectionTable.campaignId, campaignId)).run();
  for (const connectionId of wanted) db.insert(campaignConnectionTable).values({ campaignId, connectionId }).run();
  // Whoever is still to get something gets it by those that it has now. A report says by which it went.
  const { connectionId, state, nextAt } = recipientTable;
  db.update(recipientTable).set({ connectionId: null }).where(and(
    eq(recipientTable.campaignId, campaignId),
    notInArray(connectionId, wanted),
    sql`(${inArray(state, ["waiting", "asked", "confirmed"])} or ${nextAt} is not null)`,
  )).run();
}

/** With its recipients and its report; what was sent stays in the threads. One that is in progress is stopped first. */
export function removeCampaign(company: Company, db: Write, id: number): void {
  const had = campaignRow(db, id);
  if (had.status === "EM_ANDAMENTO") refuse("ERR_CAMPAIGN_STATUS", { detail: { status: had.status } });
  db.delete(campaignTable).where(eq(campaignTable.id, id)).run();
  forgetFile(company, had.file);
}

/** The one file that was received goes along with every message, instead of any before. */
export function setMedia(company: Company, db: Write, id: number, files: ReceivedFile[], by: Maker): CampaignRow {
  const had = campaignRow(db, id), [received] = files;
  if (!isEditable(had, by.now)) refuse("ERR_CAMPAIGN_STATUS", { detail: { status: had.status } });
  if (!received?.path || files.length > 1) {
    refuse("ERR_INVALID_INPUT", { fields: { file: received ? "too_long" : "required" } });
  }
  const { path, name, mimetype, size } = received;
  const about = { file: path.split("/").at(-1)!, fileName: name, fileMimetype: mimetype, fileSize: size };
  const row = db.update(campaignTable).set(about).where(eq(campaignTable.id, id)).returning().get();
  // It now belongs to the campaign, not to the request.
  received.path = undefined;
  noteMaker(db, { kind: "campaign", id }, by);
  forgetFile(company, had.file);
  return row;
}

export function dropMedia(company: Company, db: Write, id: number, by: Maker): CampaignRow {
  const had = campaignRow(db, id);
  if (!isEditable(had, by.now)) refuse("ERR_CAMPAIGN_STATUS", { detail: { status: had.status } });
  const none = { file: null, fileName: "", fileMimetype: "", fileSize: 0 };
  const row = db.update(campaignTable).set(none).where(eq(campaignTable.id, id)).returning().get();
  noteMaker(db, { kind: "campaign", id }, by);
  forgetFile(company, had.file);
  return row;
}

/** What was sent has a name of its own for the same file; a campaign that repeats has one for each time. */
function forgetFile(company: Company, file: string | null): void {
  if (file === null) return;
  company.afterwards(() => void Deno.remove(mediaPath(company, file)).catch(() => {/* It is gone already. */}));
}
