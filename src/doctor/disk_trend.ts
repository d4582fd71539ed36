import { milliseconds } from "date-fns/milliseconds";
import * as z from "zod/mini";
import { freeOf } from "./disk.ts";

/** How full the disk was: ms, and bytes. */
const Sample = z.object({ at: z.int(), free: z.number() });
type Sample = z.infer<typeof Sample>;

/** So many hours are kept. */
const KEPT = 48;
const DAY = milliseconds({ days: 1 });
/** A shorter span (ms) says nothing about days. */
const SHORTEST = milliseconds({ hours: 6 });

/** `server.` names what is the server's own in a data folder. */
function pathIn(folder: string): string {
  return `${folder}/server.disk`;
}

/** Notes how much room there is; to be called once an hour. */
export function noteDisk(folder: string, now: number): void {
  const path = pathIn(folder), { free } = freeOf(folder);
  const samples = [...readSamples(folder).filter(({ at }) => at <= now), { at: now, free }].slice(-KEPT);
  Deno.writeTextFileSync(`${path}.new`, JSON.stringify(samples), { mode: 0o600 });
  Deno.renameSync(`${path}.new`, path);
}

/** Bytes a day by which the room has become less, by what was noted a day ago; nothing where that is not known. */
export function trendOf(folder: string, { now, free }: { now: number; free: number }): number | undefined {
  const past = readSamples(folder).filter(({ at }) => at <= now - SHORTEST);
  const nearest = past.toSorted((one, other) => Math.abs(now - DAY - one.at) - Math.abs(now - DAY - other.at))[0];
  return nearest && (nearest.free - free) * DAY / (now - nearest.at);
}

/** What was noted; nothing of it where it is damaged. */
function readSamples(folder: string): Sample[] {
  try {
    return z.array(Sample).parse(JSON.parse(Deno.readTextFileSync(pathIn(folder))));
  } catch {
    return [];
  }
}
