import { milliseconds } from "date-fns/milliseconds";
import * as z from "zod/mini";
import { arrivalTable } from "../companies/table.ts";
import type { Read } from "../platform/company.ts";
import { ignoreMissing, isThere } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { arrivingPlace, COMES, PREPARED, removeFolder } from "./places.ts";

/** So long (ms) a whole company is kept that was not handed over: as long as one that was removed. */
const KEPT_FOR = milliseconds({ days: 30 });

/** What lies beside a company that is coming, for whoever looks at the folder and has no key: no more than a name. */
const Coming = z.object({
  name: z._default(z.string().check(z.maxLength(200)), ""),
  /** Which company of which server it is; empty where that one does not say so. */
  origin: z._default(z.string().check(z.maxLength(200)), ""),
});
export type Coming = z.infer<typeof Coming>;

export interface PreparedArrival extends Coming {
  moveId: string;
  /** When all of it was there (ms). */
  at: number;
}

/** Companies that have come whole and were not handed over, the oldest first; `db` is provider.db, where it can be read. */
export function preparedArrivals(folder: string, db: Read | undefined): PreparedArrival[] {
  const handedOver = new Set(db?.select({ id: arrivalTable.moveId }).from(arrivalTable).all().map(({ id }) => id));
  return namesIn(`${folder}/arriving`).flatMap((moveId) => {
    const place = arrivingPlace(folder, moveId);
    const at = handedOver.has(moveId) ? undefined : madeAt(`${place}/${PREPARED}`);
    return at === undefined ? [] : [{ moveId, ...comingIn(place), at }];
  }).sort((one, other) => one.at - other.at);
}

/** When a file was made (ms); nothing where there is none. */
function madeAt(path: string): number | undefined {
  try {
    return Deno.statSync(path).mtime?.getTime() ?? 0;
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

function comingIn(place: string): Coming {
  try {
    return Coming.parse(JSON.parse(Deno.readTextFileSync(`${place}/${COMES}`)));
  } catch {
    return { name: "A company", origin: "" };
  }
}

/** The same company is offered anew: what came of it before was called off, though that word got lost. */
export async function forgetEarlier({ folder, provider }: Tenants, origin: string): Promise<void> {
  if (!origin) return;
  for (const { moveId, origin: other } of preparedArrivals(folder, provider.read)) {
    if (other === origin) await removeFolder(arrivingPlace(folder, moveId));
  }
}

/** Whole companies that nobody has handed over in all that time. */
export async function sweepArrivals({ folder, provider }: Tenants, now: number): Promise<void> {
  for (const { moveId, name, at } of preparedArrivals(folder, provider.read)) {
    if (now - at <= KEPT_FOR) continue;
    log.warn(`${name} has come from another server and was never handed over: it is thrown away`, { moveId });
    await removeFolder(arrivingPlace(folder, moveId));
  }
}

export function namesIn(path: string): string[] {
  return isThere(path) ? [...Deno.readDirSync(path)].map(({ name }) => name) : [];
}
