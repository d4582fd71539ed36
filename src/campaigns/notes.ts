import { and, eq } from "drizzle-orm";
import { CHECK_LIFE } from "../contact_lists/items.ts";
import type { Note } from "../contract/campaign_report.ts";
import type { CampaignSettings } from "../contract/campaign_settings.ts";
import { kindOf } from "../contract/channels.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { averagePause } from "../shared/campaigns/governor.ts";
import { dayAfter, dayIn, startOfDay } from "../shared/clock.ts";
import { leaveToAsk } from "./check_pace.ts";
import type { Line } from "./lines.ts";
import { toCheck } from "./numbers.ts";
import { recipientTable } from "./table.ts";

/** What a connection does, or what holds it back. */
export function notesOf(
  { connection, pace, cap, done, heard, allowed, left, turnedAway }: Line,
  settings: CampaignSettings,
  { isOpen, isRunning, timeZone, now }: { isOpen: boolean; isRunning: boolean; timeZone: string; now: number },
): Note[] {
  const { id, name } = connection, whose = { connection: { id, name } };
  if (connection.status !== "CONNECTED") return [note("disconnected", whose)];
  const { lockedUntil = 0 } = heard?.reach ?? {};
  if (connection.situation === "restricted") return [note("restricted", whose)];
  if (lockedUntil > now) return [note("restricted", { ...whose, at: lockedUntil })];
  const notes: Note[] = [];
  if (turnedAway > 0) notes.push(note("network_slows", { ...whose, count: turnedAway }));
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

export function note(
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
export function askingOf(db: Read, campaignId: number, lines: readonly Line[], now: number): Note[] {
  const up = lines.filter(({ connection }) =>
    connection.status === "CONNECTED" && connection.situation !== "restricted"
  );
  const silent = up.filter(({ heard }) => !heard),
    ready = up.filter(({ heard, left }) => heard && left > 0)
      .filter(({ connection }) => kindOf(connection) === "linked");
  if (!hasWaitingStranger(db, campaignId)) return [];
  const isAsked = ready.length > 0 && toCheck(db, campaignId, 1, now - CHECK_LIFE).length > 0;
  return [
    ...silent.map(({ connection: { id, name } }) => note("asks_network", { connection: { id, name } })),
    ...isAsked ? [note("checks_numbers", { at: asksAgainAt(db, ready, now) })] : [],
  ];
}

/** When the first of these connections may ask about numbers again (ms); nothing while one of them may. */
export function asksAgainAt(db: Read, lines: readonly Line[], now: number): number | undefined {
  const at = Math.min(...lines.map(({ connection }) => leaveToAsk(db, connection, now).goesOnAt));
  return at > now && at !== Infinity ? at : undefined;
}

function hasWaitingStranger(db: Read, id: number): boolean {
  const { campaignId, state, isStranger } = recipientTable;
  return db.select({ id: recipientTable.id }).from(recipientTable)
    .where(and(eq(campaignId, id), eq(state, "waiting"), eq(isStranger, true))).limit(1).all().length > 0;
}
