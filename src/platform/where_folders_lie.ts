import { dirname, relative, resolve } from "node:path";
import { isThere } from "./is_there.ts";
import { within } from "../shared/within.ts";

/** The nearest folder or file on the way to a whole path that is there: the path itself, or one above it. */
export function nearestThere(path: string): string {
  let there = path;
  while (!isThere(there)) there = dirname(there);
  return there;
}

/** So long (ms) it is waited for a disk, which may be another machine's. */
const PATIENCE = 2000;

/**
 * Whether a whole path, there or not, lies in a folder or is that, whatever links lead to it. False where the folder is not
 * there, does not answer, or one of them may not be looked at: whoever uses it is told.
 */
export async function liesIn(path: string, folder: string): Promise<boolean> {
  try {
    const there = nearestThere(path);
    const [real, above] = await within(PATIENCE, Promise.all([Deno.realPath(there), Deno.realPath(folder)]));
    return `${resolve(real, relative(there, path))}/`.startsWith(`${above}/`);
  } catch {
    return false;
  }
}

/** Which are being compared just now: a disk that does not answer holds up one of them, and not one for each question. */
const compared = new Map<string, Promise<boolean>>();

/** Whether two folders lie on one disk, so that whatever takes one takes the other; false where nobody knows. */
export async function areOnOneDisk(path: string, other: string): Promise<boolean> {
  const both = `${path}\n${other}`,
    going = compared.get(both) ?? compare(path, other).finally(() => compared.delete(both));
  compared.set(both, going);
  return await within(PATIENCE, going).catch(() => false);
}

async function compare(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([Deno.stat(path), Deno.stat(other)]);
  return one.dev === two.dev;
}
