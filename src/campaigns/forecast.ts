import { millisecondsInDay } from "date-fns/constants";
import { and, eq, inArray, sql } from "drizzle-orm";
import { isAtWork } from "../companies/companies.ts";
import { companyRow } from "../companies/companies.ts";
import { type ConnectionRow, connectionTable } from "../connections/table.ts";
import { CHECK_LIFE } from "../contact_lists/items.ts";
import type { Note } from "../contract/campaigns.ts";
import type { CampaignSettings } from "../contract/campaign_settings.ts";
import type { Company, Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import type { Tenants } from "../platform/tenants.ts";
import { holidayDates } from "../settings/hours.ts";
import { endOf, type ForecastLine } from "../shared/campaigns/forecast.ts";
import { averagePause, type Cap, capOf } from "../shared/campaigns/governor.ts";
import { type Calendar, closedUntil } from "../shared/campaigns/hours.ts";
import { dayAfter, dayIn, startOfDay } from "../shared/clock.ts";
import { whoIsMeant } from "./audience.ts";
import { connectionsOf } from "./campaigns.ts";
import { countMeant, NOBODY } from "./count_meant.ts";
import { toCheck } from "./numbers.ts";
import { capFor, paceOf, type PaceRow, strangersToday } from "./paces.ts";
import { type Heard, heardOf, networkLeaves } from "./reach.ts";
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

/** A connection with what it may send today. */
interface Line {
  connection: ConnectionRow;
  pace: PaceRow | undefined;
  cap: Cap;
  done: number;
  /** What the network said last; nothing while it is not known. */
  heard: Heard | undefined;
  /** To how many more strangers the network lets it write; Infinity where it does not say. */
  allowed: number;
  /** To how many it may write yet today. */
  left: number;
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
  const end = endOf({
    calendar,
    from,
    today: dayIn(timeZone, now),
    strangers: ahead.strangers,
    known: ahead.known,
    perMessage: Math.max(PER_MESSAGE, averagePause(settings)),
    lines: lines.map((line) => lineOf(line, settings, now)),
  });
  return { notes, endsAt: end === undefined ? null : momentOf(end) };
}

function linesOf(db: Read, ids: number[], settings: CampaignSettings, timeZone: string, now: number): Line[] {
  const rows = ids.length > 0
    ? db.select().from(connectionTable).where(inArray(connectionTable.id, ids)).orderBy(connectionTable.id).all()
    : db.select().from(connectionTable).where(eq(connectionTable.isDefault, true)).all();
  return rows.map((connection) => {
    const pace = paceOf(db, connection);
    const cap = pace
      ? capFor(db, pace, settings, now)
      : capOf({ since: connection.createdAt, now, strangers: 0, answered: 0 }, { ...settings, dayCap: null });
    const done = strangersToday(db, connection.id, timeZone, now), heard = heardOf(db, connection.id, now);
    const allowed = allowedBy(db, connection, heard, now);
    return { connection, pace, cap, done, heard, allowed, left: Math.max(0, Math.min(cap.perDay - done, allowed)) };
  });
}

function allowedBy(db: Read, { id, situation }: ConnectionRow, heard: Heard | undefined, now: number): number {
  if (situation === "restricted") return 0;
  return heard ? networkLeaves(db, id, heard, now) : Infinity;
}

function lineOf({ connection, pace, cap, left }: Line, { newNumberCap }: CampaignSettings, now: number): ForecastLine {
  const since = pace?.since ?? connection.createdAt;
  return {
    isUp: connection.status === "CONNECTED",
    strangersOn(day) {
      if (day === 0) return left;
      const then = { since, now: now + day * millisecondsInDay, strangers: 0, answered: 0 };
      const byAge = capOf(then, { newNumberCap, dayCap: pace?.dayCap ?? null }).perDay;
      return cap.why === "few_answers" ? Math.max(1, Math.floor(byAge / 2)) : byAge;
    },
  };
}

function notesOf(
  { connection, pace, cap, done, heard, allowed, left }: Line,
  settings: CampaignSettings,
  { isOpen, isRunning, timeZone, now }: { isOpen: boolean; isRunning: boolean; timeZone: string; now: number },
): Note[] {
  const { id, name } = connection, whose = { connection: { id, name } };
  if (connection.status !== "CONNECTED") return [note("disconnected", whose)];
  const { lockedUntil = 0 } = heard?.reach ?? {};
  if (connection.situation === "restricted") return [note("restricted", whose)];
  if (lockedUntil > now) return [note("restricted", { ...whose, at: lockedUntil })];
  const notes: Note[] = [];
  if (allowed !== Infinity) notes.push(note("network_cap", { ...whose, count: allowed }));
  if (cap.perDay !== Infinity) {
    const code = cap.why === "person" ? "day_cap" : cap.why === "few_answers" ? "few_answers" : "young_number";
    const goesOn = done >= cap.perDay ? startOfDay(timeZone, dayAfter(dayIn(timeZone, now))) : undefined;
    notes.push(note(code, { ...whose, count: cap.perDay, done, days: cap.days, at: goesOn }));
  }
  if (isOpen && pace && pace.nextAt > now) notes.push(note("pause", { ...whose, at: pace.nextAt }));
  else if (isOpen && left > 0 && (heard || !isRunning)) {
    notes.push(note("sends", { ...whose, count: Math.round(averagePause(settings) / 1000) }));
  }
  return notes;
}

function note(
  code: Note["code"],
  { connection, at, count, done, days }: Partial<Omit<Note, "at" | "code">> & { at?: number },
): Note {
  return {
    code,
    connection: connection ?? null,
    // Never is no date.
    at: at === undefined || at === Infinity ? null : momentOf(at),
    count: count ?? null,
    done: done ?? null,
    days: days ?? null,
  };
}

/** What strangers wait for while the network is asked about a connection, or about their numbers. */
function askingOf(db: Read, campaignId: number, lines: readonly Line[], now: number): Note[] {
  const up = lines.filter(({ connection }) =>
    connection.status === "CONNECTED" && connection.situation !== "restricted"
  );
  const silent = up.filter(({ heard }) => !heard), ready = up.filter(({ heard, left }) => heard && left > 0);
  if (!hasWaitingStranger(db, campaignId)) return [];
  return [
    ...silent.map(({ connection: { id, name } }) => note("asks_network", { connection: { id, name } })),
    ...ready.length > 0 && toCheck(db, campaignId, 1, now - CHECK_LIFE).length > 0 ? [note("checks_numbers", {})] : [],
  ];
}

function hasWaitingStranger(db: Read, id: number): boolean {
  const { campaignId, state, isStranger } = recipientTable;
  return db.select({ id: recipientTable.id }).from(recipientTable)
    .where(and(eq(campaignId, id), eq(state, "waiting"), eq(isStranger, true))).limit(1).all().length > 0;
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
  return db.select({
    strangers: count(sql`${state} = 'waiting' and ${isStranger} = 1`),
    known: count(sql`(${state} = 'waiting' and ${isStranger} = 0) or ${state} = 'confirmed'`),
    asked: count(sql`${state} = 'asked'`),
    until: sql<number | null>`max(${nextAt})`,
  }).from(recipientTable).where(and(eq(campaignId, id))).get()!;
}
