import { resolve } from "node:path";
import { BadUsage } from "../platform/config.ts";
import { liesIn, nearestThere } from "../platform/lies_in.ts";

/**
 * The whole path of a folder by which a company is to go to another server, whether it is there or not; a BadUsage where it
 * cannot be one.
 */
export function wayFolder(named: string, data: string): string {
  if (named === "") throw new BadUsage("No folder is named: a company goes by one that both machines see");
  const way = resolve(named), there = nearestThere(way);
  if (!Deno.statSync(there).isDirectory) {
    throw new BadUsage(`${there} is no folder: a company goes by one that both machines see`);
  }
  if (liesIn(way, data)) {
    throw new BadUsage(`${way} lies in the data folder, which is this server's alone: choose another one`);
  }
  return way;
}
