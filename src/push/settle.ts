import { milliseconds } from "date-fns/milliseconds";
import { and, eq } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { BETWEEN } from "./put.ts";
import type { Sent } from "./send.ts";
import { type PushRow, pushTable } from "./table.ts";

/** So long (ms) something is tried, and kept by its service for a device that is off: later it is no news. */
export const PUSH_LIFE = milliseconds({ hours: 1 });
/** How long (ms) until the next try, after so many that failed. */
const WAITS = [
  ...[5, 30].map((seconds) => milliseconds({ seconds })),
  ...[2, 10, 20].map((minutes) => milliseconds({ minutes })),
];

/** What an answer means: it is taken; the device is gone; later; or never. */
export function meaningOf({ status }: Sent): "good" | "gone" | "later" | "never" {
  if (status === null || status >= 500 || status === 408 || status === 429) return "later";
  if (status >= 200 && status < 300) return "good";
  return status === 404 || status === 410 ? "gone" : "never";
}

/** Notes what became of a try, unless the row says something else by now: then that is sent as well. */
export function settlePush(db: Write, row: PushRow, sent: Sent, now: number): void {
  const { deviceId, tag, revision, state } = row, it = and(eq(pushTable.deviceId, deviceId), eq(pushTable.tag, tag));
  const [is] = db.select().from(pushTable).where(it).all(), isGood = meaningOf(sent) === "good";
  const set = (values: Partial<PushRow>) => void db.update(pushTable).set(values).where(it).run();
  if (state === "closing") {
    if (is?.state === "closing" && (meaningOf(sent) !== "later" || row.attempts >= WAITS.length)) {
      db.delete(pushTable).where(it).run();
    } else if (is?.state === "closing") set(later(row, sent, now));
    return;
  }
  // It was read while it was on its way: what is shown now is to be taken back.
  if (!is) {
    return void (isGood && db.insert(pushTable).values({ ...row, state: "closing", nextAt: now, shownAt: now }).run());
  }
  if (is.revision !== revision) {
    if (isGood) set({ shownAt: now, ...(is.state === "waiting" ? { nextAt: now + BETWEEN } : {}) });
    return;
  }
  if (isGood) set({ state: "shown", shownAt: now });
  else if (meaningOf(sent) === "later" && !isOver(row, now)) set(later(row, sent, now));
  else set({ state: "quiet" });
}

/** Whether what happened is too long ago to be told. */
export function isOver({ at }: Pick<PushRow, "at">, now: number): boolean {
  return Math.abs(now - at) >= PUSH_LIFE;
}

/** Ever longer, and never all at the same moment; or as long as the service asks for. */
function later({ attempts }: PushRow, { wait }: Sent, now: number): Partial<PushRow> {
  const usual = WAITS[Math.min(attempts, WAITS.length - 1)]! * (0.9 + Math.random() * 0.2);
  return { attempts: attempts + 1, nextAt: now + Math.round(Math.max(wait ?? 0, usual)) };
}
