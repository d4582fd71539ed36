import * as z from "zod/mini";

/** So many days are remembered: more than anything is kept for. */
const MOST = 200;

const Counted = z.array(z.int());

/** Remembers, in a file of the data folder, that this day (UTC) was lived through; answers them all (ms). */
export function countDay(folder: string, now: number): number[] {
  const path = `${folder}/backup-days.json`, counted = read(path);
  if (counted.some((at) => dayOf(at) === dayOf(now))) return counted;
  const next = [...counted, now].slice(-MOST);
  Deno.writeTextFileSync(`${path}.part`, JSON.stringify(next), { mode: 0o600 });
  Deno.renameSync(`${path}.part`, path);
  return next;
}

/** What cannot be read is counted anew: things are kept longer for it, never shorter. */
function read(path: string): number[] {
  try {
    return Counted.parse(JSON.parse(Deno.readTextFileSync(path)));
  } catch {
    return [];
  }
}

function dayOf(at: number): number {
  return Math.floor(at / 86_400_000);
}
