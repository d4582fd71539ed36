import { millisecondsInDay } from "date-fns/constants";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { type CampaignStatus, SLOTS, type StopReason } from "../contract/campaigns.ts";
import { refuse } from "../contract/errors.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { choosesContacts } from "./audience.ts";
import { campaignRow, connectionsOf } from "./campaigns.ts";
import { defaultSender, goesByTemplate } from "./kinds.ts";
import { isOpen } from "./open.ts";
import { repeatLater } from "./repeat.ts";
import { settleAll } from "./settle.ts";
import { campaignConnectionTable, type CampaignRow, campaignTable, recipientTable } from "./table.ts";
import { takeBackAll } from "./take_back.ts";

/** Why a campaign cannot start as it is; nothing when it can. */
export function lacksOf(
  db: Read,
  campaign: CampaignRow,
): "recipients" | "message" | "question" | "template" | undefined {
  const { listId, audience, confirmation } = campaign;
  if (listId === null && !(audience && choosesContacts(audience))) return "recipients";
  if (goesByTemplate(db, campaign.id)) {
    if (campaign.template === null) return "template";
    return confirmation && !hasMessage(campaign) ? "message" : undefined;
  }
  if (!hasMessage(campaign)) return "message";
  if (confirmation && !SLOTS.some((slot) => campaign[`confirmationMessage${slot}`])) return "question";
}

function hasMessage(campaign: CampaignRow): boolean {
  return campaign.file !== null || SLOTS.some((slot) => campaign[`message${slot}`]);
}

/** Whose clocks count (IANA name), and what time it is (ms). */
export interface When {
  timeZone: string;
  now: number;
}

/** Starts one that waits for its time, or for being started. */
export function startCampaign(company: Company, db: Write, id: number, when: When): void {
  const { now } = when;
  const campaign = inStatus(db, id, "INATIVA", "PROGRAMADA");
  const lacks = lacksOf(db, campaign);
  if (lacks) refuse("ERR_CAMPAIGN_EMPTY", { detail: { lacks } });
  if (!giveConnection(db, id)) refuse("ERR_NO_DEF_WAPP_FOUND");
  db.update(campaignTable).set({ status: "EM_ANDAMENTO", startedAt: now, stoppedBy: null, filledTo: 0 })
    .where(eq(campaignTable.id, id)).run();
  repeatLater(company, db, campaignRow(db, id), when);
}

/** Its time has come. What stands in the way is kept with it, for nobody is there to be refused. */
export function startOnTime(company: Company, db: Write, emit: Emit, id: number, when: When): void {
  const campaign = campaignRow(db, id);
  if (campaign.status !== "PROGRAMADA") return;
  // Whatever stands in the way this time, it comes again.
  repeatLater(company, db, campaign, when);
  const { now } = when, stop = (by: StopReason) => stopCampaign(db, emit, id, { by, now });
  if (now - campaign.scheduledAt! > TOO_LATE) return stop("too_late");
  if (lacksOf(db, campaign)) return stop("empty");
  if (!giveConnection(db, id)) return stop("no_connection");
  startCampaign(company, db, id, when);
}

/** ms; due longer ago than this when the process comes back: not started any more (behaviour.md, Campaigns). */
const TOO_LATE = millisecondsInDay;

/** The rows stay as they are. What is with the network already arrives, and counts; nothing else leaves any more. */
export function cancelCampaign(db: Write, emit: Emit, id: number, now: number): void {
  inStatus(db, id, "EM_ANDAMENTO", "PROGRAMADA");
  settleAll(db, id, now);
  takeBackAll(db, emit, id, now);
  db.update(campaignTable).set({ status: "CANCELADA", stoppedBy: null }).where(eq(campaignTable.id, id)).run();
}

/** It stops by itself, and says why. */
export function stopCampaign(db: Write, emit: Emit, id: number, { by: stoppedBy, now }: Stop): void {
  takeBackAll(db, emit, id, now);
  db.update(campaignTable).set({ status: "CANCELADA", stoppedBy }).where(eq(campaignTable.id, id)).run();
}

export interface Stop {
  by: StopReason;
  now: number;
}

/**
 * Goes on with those who wait, and with those whom its list got meanwhile: at once, or at its time when that still lies
 * ahead and it has not been started since it was given that time.
 */
export function restartCampaign(company: Company, db: Write, id: number, when: When): void {
  const { now } = when, campaign = inStatus(db, id, "CANCELADA");
  // Else what failed before it was stopped would be counted after it, and stop it again.
  settleAll(db, id, now);
  const lacks = lacksOf(db, campaign);
  if (lacks) refuse("ERR_CAMPAIGN_EMPTY", { detail: { lacks } });
  const { startedAt, scheduledAt } = campaign, fresh = { stoppedBy: null, failuresInARow: 0, completedAt: null };
  if (startedAt === null && scheduledAt !== null && scheduledAt > now) {
    db.update(campaignTable).set({ status: "PROGRAMADA", ...fresh }).where(eq(campaignTable.id, id)).run();
    return;
  }
  if (!giveConnection(db, id)) refuse("ERR_NO_DEF_WAPP_FOUND");
  db.update(campaignTable)
    .set({ status: "EM_ANDAMENTO", startedAt: startedAt ?? now, filledTo: 0, ...fresh })
    .where(eq(campaignTable.id, id)).run();
  repeatLater(company, db, campaignRow(db, id), when);
}

/** Trying once more changes nothing about these. */
const FOR_GOOD = ["ERR_WAPP_INVALID_CONTACT", "ERR_META_UNDELIVERABLE"];

/**
 * Those who failed for a reason that may be over wait again, each with the message that it has; who has no WhatsApp is not
 * among them. Answers how many. A campaign that is finished goes on.
 */
export function retryFailed(db: Write, id: number, now: number): number {
  const campaign = inStatus(db, id, "EM_ANDAMENTO", "CANCELADA", "FINALIZADA");
  settleAll(db, id, now);
  const { campaignId, state, reason } = recipientTable;
  const again = db.update(recipientTable)
    .set({
      state: sql`iif(${recipientTable.confirmedAt} is null, 'waiting', 'confirmed')`,
      reason: null,
      changedAt: now,
    })
    .where(and(
      ...[eq(campaignId, id), eq(state, "failed"), notInArray(reason, FOR_GOOD)],
      // Meta asks not to try these again on the same day (Cloud API, code 131049).
      sql`not (${reason} = 'ERR_META_CAPPED' and ${recipientTable.changedAt} > ${now - millisecondsInDay})`,
    ))
    .returning({ id: recipientTable.id }).all().length;
  if (again > 0 && campaign.status === "FINALIZADA") {
    if (!giveConnection(db, id)) refuse("ERR_NO_DEF_WAPP_FOUND");
    db.update(campaignTable).set({ status: "EM_ANDAMENTO", completedAt: null, failuresInARow: 0 })
      .where(eq(campaignTable.id, id)).run();
  }
  return again;
}

function inStatus(db: Read, id: number, ...statuses: CampaignStatus[]): CampaignRow {
  const campaign = campaignRow(db, id);
  if (!statuses.includes(campaign.status)) refuse("ERR_CAMPAIGN_STATUS", { detail: { status: campaign.status } });
  return campaign;
}

/** One that names no connection gets the default one when it starts. Whether it has any now. */
function giveConnection(db: Write, id: number): boolean {
  if (connectionsOf(db, id).length > 0) return true;
  const connectionId = defaultSender(db);
  if (connectionId) db.insert(campaignConnectionTable).values({ campaignId: id, connectionId }).run();
  return connectionId !== undefined;
}

/** Nobody waits, is asked, or is to get something more: it is over. */
export function finishIfOver(db: Write, emit: Emit, campaign: CampaignRow, now: number): boolean {
  const { id, filledTo } = campaign;
  if (filledTo !== null) return false;
  if (isOpen(db, id)) return false;
  const any = db.select({ id: recipientTable.id }).from(recipientTable).where(eq(recipientTable.campaignId, id)).limit(
    1,
  ).all();
  if (any.length === 0) stopCampaign(db, emit, id, { by: "empty", now });
  else {
    db.update(campaignTable).set({ status: "FINALIZADA", completedAt: now, stoppedBy: null })
      .where(eq(campaignTable.id, id)).run();
  }
  return true;
}
