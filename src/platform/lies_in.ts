import { dirname, relative, resolve } from "node:path";
import { isThere } from "./is_there.ts";

/** The nearest folder or file on the way to a whole path that is there: the path itself, or one above it. */
export function nearestThere(path: string): string {
  let there = path;
  while (!isThere(there)) there = dirname(there);
  return there;
}

/** Whether a whole path, there or not, lies in a folder or is that, whatever links lead to it. */
export function liesIn(path: string, folder: string): boolean {
  const there = nearestThere(path), real = resolve(Deno.realPathSync(there), relative(there, path));
  return `${real}/`.startsWith(`${Deno.realPathSync(folder)}/`);
}
