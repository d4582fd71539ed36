import type { Proof } from "./table.ts";

const HOUR = 3_600_000, MINUTE = 60_000;
/** The quiet hours begin at half past one by the machine's clock, or up to three hours later, and last so long (ms). */
const FROM_HOUR = 1.5, SPREAD_MINUTES = 180, LASTS = 3 * HOUR;
/** Without a proof for so long (ms) the hour does not matter any more. */
const OVERDUE = 36 * HOUR;

export interface Quiet {
  /** When (ms) the quiet hours began last. */
  at: number;
  isNow: boolean;
}

/** The quiet hours of an installation, told from others by `own`, so that not all ask their stores at once. */
export function quietMoment(now: number, own: Uint8Array): Quiet {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const after = FROM_HOUR * HOUR + ((own[0]! * 256 + own[1]!) % SPREAD_MINUTES) * MINUTE;
  const today = midnight + after;
  const at = today <= now ? today : new Date(midnight - HOUR).setHours(0, 0, 0, 0) + after;
  return { at, isNow: now - at < LASTS };
}

/** Whether it is time to restore a company's backup: by night, an hour after a fault, or because it is overdue. */
export function isDue(last: Proof | undefined, now: number, quiet: Quiet): boolean {
  if (!last || last.at > now + MINUTE) return quiet.isNow;
  if (last.fault !== null) return now - last.at >= HOUR;
  return (quiet.isNow && last.at < quiet.at) || now - last.at > OVERDUE;
}
