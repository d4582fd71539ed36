import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds";
import { timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";
import { refuse } from "../contract/errors.ts";
import type { Keys } from "../platform/keys.ts";

const HOUR = hoursToMilliseconds(1);
/** How long an address is good for, at least. */
const HOURS = 6;

/** One file of a visitor's chat. */
export interface FileRight {
  key: string;
  companyId: number;
  messageId: number;
}

/** An address that a page's elements fetch by themselves. For an hour it stays the same, so that browsers keep what they got. */
export function fileAddress(keys: Keys, right: FileRight, now: number): string {
  const until = (Math.floor(now / HOUR) + 1 + HOURS) * HOUR;
  return `/widget/${right.key}/files/${right.messageId}?until=${until}&mark=${markOf(keys, right, until)}`;
}

/** Refuses an address that is not ours, or too old. */
export function checkFileAddress(keys: Keys, right: FileRight, { until, mark }: Record<string, string>, now: number) {
  const wanted = Buffer.from(markOf(keys, right, Number(until))), has = Buffer.from(mark ?? "");
  const isOurs = has.length === wanted.length && timingSafeEqual(has, wanted);
  if (!isOurs || Number(until) <= now) refuse("ERR_SESSION_EXPIRED");
}

function markOf(keys: Keys, { key, companyId, messageId }: FileRight, until: number): string {
  return keys.digest(`widget file ${key} ${companyId} ${messageId} ${until}`);
}
