import { dirname, relative, resolve } from "node:path";
import { BadUsage } from "../platform/config.ts";
import { isThere } from "../platform/is_there.ts";

/**
 * The whole path of a folder by which a company is to go to another server, whether it is there or not; a BadUsage where it
 * cannot be one.
 */
export function wayFolder(named: string, data: string): string {
  if (named === "") throw new BadUsage("No folder is named: a company goes by one that both machines see");
  const way = resolve(named);
  let there = way;
  while (!isThere(there)) there = dirname(there);
  if (!Deno.statSync(there).isDirectory) {
    throw new BadUsage(`${there} is no folder: a company goes by one that both machines see`);
  }
  const real = resolve(Deno.realPathSync(there), relative(there, way));
  if (`${real}/`.startsWith(`${Deno.realPathSync(data)}/`)) {
    throw new BadUsage(`${way} lies in the data folder, which is this server's alone: choose another one`);
  }
  return way;
}
