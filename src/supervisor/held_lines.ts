import * as z from "zod/mini";
import { ignoreMissing } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import { writeWhole } from "../platform/write_whole.ts";

/** In a data folder that was made from a backup: the installation it was made from may still have the lines. */
const placeIn = (data: string) => `${data}/lines.held`;

/** Whose lines start all the same: companies that came since, from a server that has let go of them. Empty in earlier versions. */
const Held = z.object({ except: z.array(z.int()) });

/** No line starts by itself from now on, whoever serves the folder. */
export function holdLines(data: string): void {
  write(data, []);
}

/** Whether they are held; of a company that came since, they are not. */
export function areLinesHeld(data: string, companyId?: number): boolean {
  const except = exceptedIn(data);
  return except !== undefined && (companyId === undefined || !except.includes(companyId));
}

/** The other server has let go of this company's lines: they start here, whatever is held. */
export function exceptFromHeld(data: string, companyId: number): void {
  const except = exceptedIn(data);
  if (except && !except.includes(companyId)) write(data, [...except, companyId]);
}

/** Whether they were held. */
export function releaseLines(data: string): boolean {
  try {
    Deno.removeSync(placeIn(data));
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

function write(data: string, except: number[]): void {
  writeWhole(placeIn(data), new TextEncoder().encode(JSON.stringify({ except })));
}

/** Nothing where no lines are held. What cannot be read holds them all. */
function exceptedIn(data: string): number[] | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(placeIn(data));
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
  if (text === "") return [];
  try {
    return Held.parse(JSON.parse(text)).except;
  } catch (error) {
    log.warn("Which lines are not held cannot be read: all are held", { error });
    return [];
  }
}
