import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { companyRow, isAtWork } from "../companies/companies.ts";
import type { Note } from "../contract/campaign_report.ts";
import type { Company, Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import type { Tenants } from "../platform/tenants.ts";
import { holidayDates } from "../settings/hours.ts";
import { endOf } from "../shared/campaigns/forecast.ts";
import { averagePause } from "../shared/campaigns/governor.ts";
import { type Calendar, closedUntil } from "../shared/campaigns/hours.ts";
import { dayIn } from "../shared/clock.ts";
import { whoIsMeant } from "./audience.ts";
import { connectionsOf } from "./campaigns.ts";
import { countMeant, NOBODY } from "./count_meant.ts";
import { lineOf, linesOf } from "./lines.ts";
import { askingOf, asksAgainAt, note, notesOf } from "./notes.ts";
import { settingsOfCampaigns } from "./settings.ts";
import { type CampaignRow, recipientTable } from "./table.ts";

/** To how many people a campaign has yet to write, how often, and by which connections. */
export interface Ahead {
  strangers: number;
  known: number;
  connectionIds: number[];
  /** ms; when it goes on. */
  from: number;
  /** The one that is in progress, if it is one. */
  runningId?: number;
}

/** What holds a campaign back, in the order in which a person would want to know, and when it ends. */
export interface Outlook {
  notes: Note[];
  endsAt: string | null;
}

/** ms that the network itself takes for a message, when nothing else makes it wait. */
const PER_MESSAGE = 15;

export function outlookOf(tenants: Tenants, company: Company, ahead: Ahead, now: number): Outlook {
  const db = company.read, settings = settingsOfCampaigns(db);
  const owner = companyRow(tenants, company.id)!, { timeZone } = owner;
  const calendar: Calendar = { hours: settings.hours, holidays: holidayDates(db), timeZone };
  const lines = linesOf(db, ahead.connectionIds, settings, timeZone, now);
  const from = Math.max(ahead.from, now), opensAt = closedUntil(calendar, from);
  const isRunning = ahead.runningId !== undefined;
  const notes = [
    ...isAtWork(owner, new Date(now)) ? [] : [note("overdue", {})],
    ...opensAt === undefined ? [] : [note("waits_for_hours", { at: opensAt })],
    ...lines.length === 0 ? [note("no_connection", {})] : [],
    ...lines.flatMap((line) => notesOf(line, settings, { isOpen: opensAt === undefined, isRunning, timeZone, now })),
    ...ahead.runningId !== undefined && opensAt === undefined ? askingOf(db, ahead.runningId, lines, now) : [],
  ];
  // Roughly: of how many more the numbers are nobody's, nobody knows.
  const asksAt = isRunning && ahead.strangers > 0 ? asksAgainAt(db, lines, now) : undefined;
  const end = endOf({
    calendar,
    from: Math.max(from, asksAt ?? from),
    today: dayIn(timeZone, now),
    strangers: ahead.strangers,
    known: ahead.known,
    perMessage: Math.max(PER_MESSAGE, averagePause(settings)),
    lines: lines.map((line) => lineOf(line, settings, now)),
  });
  return { notes, endsAt: end === undefined ? null : momentOf(end) };
}

/** What lies ahead of a campaign that is in progress or will be, and what its last ones wait for. */
export function outlookOfCampaign(tenants: Tenants, company: Company, campaign: CampaignRow, now: number): Outlook {
  const db = company.read, connectionIds = connectionsOf(db, campaign.id).map(({ id }) => id);
  if (campaign.status === "PROGRAMADA") {
    // It has no recipients yet: it will be for those who are meant now.
    const meant = whoIsMeant(campaign), counts = meant ? countMeant(db, meant, campaign.audience ?? {}, now) : NOBODY;
    const outlook = outlookOf(tenants, company, { ...counts, connectionIds, from: campaign.scheduledAt! }, now);
    return { ...outlook, endsAt: counts.recipients > 0 ? outlook.endsAt : null };
  }
  if (campaign.status !== "EM_ANDAMENTO") return { notes: [], endsAt: null };
  const left = leftOf(db, campaign.id);
  if (left.strangers + left.known === 0) {
    const code = left.asked > 0 ? "waits_for_answers" : "waits_for_follow_ups";
    return left.until === null
      ? { notes: [], endsAt: null }
      : { notes: [note(code, { at: left.until })], endsAt: momentOf(left.until) };
  }
  return outlookOf(tenants, company, { ...left, connectionIds, from: now, runningId: campaign.id }, now);
}

/** Who still waits for a message, and until when answers or further messages are awaited. */
function leftOf(db: Read, id: number) {
  const { state, isStranger, nextAt, campaignId } = recipientTable;
  const count = (where: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${where})`;
  const open = db.select({
    strangers: count(sql`${state} = 'waiting' and ${isStranger} = 1`),
    known: count(sql`(${state} = 'waiting' and ${isStranger} = 0) or ${state} = 'confirmed'`),
    asked: count(sql`${state} = 'asked'`),
  }).from(recipientTable).where(and(eq(campaignId, id), inArray(state, ["waiting", "confirmed", "asked"]))).get()!;
  const last = db.select({ until: sql<number | null>`max(${nextAt})` }).from(recipientTable)
    .where(and(eq(campaignId, id), isNotNull(nextAt))).get()!;
  return { ...open, ...last };
}
