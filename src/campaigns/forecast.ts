import { and, eq, inArray, sql } from "drizzle-orm";
import { isAtWork } from "../companies/companies.ts";
import { companyRow } from "../companies/companies.ts";
import { type ConnectionRow, connectionTable } from "../connections/table.ts";
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
import { connectionsOf } from "./campaigns.ts";
import { capFor, paceOf, type PaceRow, strangersToday } from "./paces.ts";
import { settingsOfCampaigns } from "./settings.ts";
import { type CampaignRow, recipientTable } from "./table.ts";

/** To how many people a campaign has yet to write, how often, and by which connections. */
export interface Ahead {
  strangers: number;
  known: number;
  connectionIds: number[];
  /** ms; when it goes on. */
  from: number;
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
}

/** ms that the network itself takes for a message, when nothing else makes it wait. */
const PER_MESSAGE = 15;

export function outlookOf(tenants: Tenants, company: Company, ahead: Ahead, now: number): Outlook {
  const db = company.read, settings = settingsOfCampaigns(db);
  const owner = companyRow(tenants, company.id)!, { timeZone } = owner;
  const calendar: Calendar = { hours: settings.hours, holidays: holidayDates(db), timeZone };
  const lines = linesOf(db, ahead.connectionIds, settings, timeZone, now);
  const from = Math.max(ahead.from, now), opensAt = closedUntil(calendar, from);
  const notes = [
    ...isAtWork(owner, new Date(now)) ? [] : [note("overdue", {})],
    ...opensAt === undefined ? [] : [note("waits_for_hours", { at: opensAt })],
    ...lines.length === 0 ? [note("no_connection", {})] : [],
    ...lines.flatMap((line) => notesOf(line, settings, { isOpen: opensAt === undefined, timeZone, now })),
  ];
  const end = endOf({
    calendar,
    from,
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
    return { connection, pace, cap, done: strangersToday(db, connection.id, timeZone, now) };
  });
}

function lineOf({ connection, pace, cap, done }: Line, { newNumberCap }: CampaignSettings, now: number): ForecastLine {
  const since = pace?.since ?? connection.createdAt, isRestricted = connection.situation === "restricted";
  return {
    isUp: connection.status === "CONNECTED",
    strangersOn(day) {
      if (day === 0) return isRestricted ? 0 : Math.max(0, cap.perDay - done);
      const then = { since, now: now + day * 86_400_000, strangers: 0, answered: 0 };
      const byAge = capOf(then, { newNumberCap, dayCap: pace?.dayCap ?? null }).perDay;
      return cap.why === "few_answers" ? Math.max(1, Math.floor(byAge / 2)) : byAge;
    },
  };
}

function notesOf(
  { connection, pace, cap, done }: Line,
  settings: CampaignSettings,
  { isOpen, timeZone, now }: { isOpen: boolean; timeZone: string; now: number },
): Note[] {
  const { id, name } = connection, whose = { connection: { id, name } };
  if (connection.status !== "CONNECTED") return [note("disconnected", whose)];
  if (connection.situation === "restricted") return [note("restricted", whose)];
  const notes: Note[] = [];
  if (cap.perDay !== Infinity) {
    const code = cap.why === "person" ? "day_cap" : cap.why === "few_answers" ? "few_answers" : "young_number";
    const goesOn = done >= cap.perDay ? startOfDay(timeZone, dayAfter(dayIn(timeZone, now))) : undefined;
    notes.push(note(code, { ...whose, count: cap.perDay, done, days: cap.days, at: goesOn }));
  }
  if (isOpen && pace && pace.nextAt > now) notes.push(note("pause", { ...whose, at: pace.nextAt }));
  else if (isOpen && done < cap.perDay) {
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

/** What lies ahead of a campaign that is in progress, and what its last ones wait for. */
export function outlookOfCampaign(tenants: Tenants, company: Company, campaign: CampaignRow, now: number): Outlook {
  if (campaign.status !== "EM_ANDAMENTO" && campaign.status !== "PROGRAMADA") return { notes: [], endsAt: null };
  const db = company.read, connectionIds = connectionsOf(db, campaign.id).map(({ id }) => id);
  const left = leftOf(db, campaign.id);
  if (campaign.status === "EM_ANDAMENTO" && left.strangers + left.known === 0) {
    const code = left.asked > 0 ? "waits_for_answers" : "waits_for_follow_ups";
    return left.until === null
      ? { notes: [], endsAt: null }
      : { notes: [note(code, { at: left.until })], endsAt: momentOf(left.until) };
  }
  const from = campaign.status === "PROGRAMADA" ? campaign.scheduledAt! : now;
  return outlookOf(tenants, company, { ...left, connectionIds, from }, now);
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
