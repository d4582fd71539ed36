import { resolve } from "node:path";
import { BadUsage } from "../platform/config.ts";
import { liesIn, nearestThere } from "../platform/where_folders_lie.ts";

/**
 * The whole path of a folder by which a company is to go to another server, whether it is there or not; a BadUsage where it
 * cannot be one.
 */
export async function wayFolder(named: string, data: string): Promise<string> {
  if (named === "") throw new BadUsage("No folder is named: a company goes by one that both machines see");
  const way = resolve(named), there = nearestThere(way);
  if (!Deno.statSync(there).isDirectory) {
    throw new BadUsage(`${there} is no folder: a company goes by one that both machines see`);
  }
  if (await liesIn(way, data)) {
    throw new BadUsage(`${way} lies in the data folder, which is this server's alone: choose another one`);
  }
  return way;
}
