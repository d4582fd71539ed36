import { milliseconds } from "date-fns/milliseconds";
import { checkApart } from "../backups/check_apart.ts";
import { BadObject } from "../backups/envelope.ts";
import { newestPlan, targetsToRestoreFrom, type Way } from "../backups/newest_plan.ts";
import { MAIN_TABLES } from "../backups/rows.ts";
import { BadCommand, NotThere } from "../platform/config.ts";
import { ignoreMissing, isThere } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import { momentOf } from "../platform/moment.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { bringNewest, linkAll, makeReady, type Ready, stampOf } from "./make_ready.ts";
import { type Aside, asides, isEmpty, readyPlace } from "./places.ts";
import { dropUnfinished, type Put, putInPlace, type PuttingInPlace } from "./put_in_place.ts";

/** How long (ms) the state before a restoration is kept aside. */
export const ASIDE_FOR = milliseconds({ days: 7 });

export interface Here {
  tenants: Tenants;
  /** Whose lines they are, where the folder is served. */
  supervisor?: Pick<Supervisor, "stopAll" | "startAll">;
}

/** Companies that are being brought to another state: one at a time each. */
const underWay = new Set<number>();

/** One restoration of a company at a time; ERR as a BadCommand for a second. */
async function alone<T>(companyId: number, work: () => Promise<T>): Promise<T> {
  if (underWay.has(companyId)) throw new BadCommand("This company is being restored already");
  underWay.add(companyId);
  try {
    return await work();
  } finally {
    underWay.delete(companyId);
  }
}

/** The same of what leaves nothing behind where it fails: on a full disk that would be what is missing. */
function wholly<T>(dataFolder: string, companyId: number, work: () => Promise<T>): Promise<T> {
  return alone(companyId, async () => {
    try {
      return await work();
    } catch (error) {
      dropUnfinished(dataFolder, companyId);
      throw error;
    }
  });
}

export interface Restored extends Put, Ready {}

export type { Ready };

/** Whether somebody brings this company to another state just now. */
export function isUnderWay(companyId: number): boolean {
  return underWay.has(companyId);
}

/**
 * Brings a company back to an earlier moment, in its own place; the others are not touched. The state that it has now is kept
 * aside for `undo`; the keys of its lines, and who may log in, do not go back with it.
 */
export function restoreCompany(here: Here, key: Uint8Array, way: Way): Promise<Restored> {
  const { folder } = here.tenants, { companyId } = way.plan;
  return wholly(folder, companyId, async () => {
    const ready = await makeReady({ dataFolder: folder, target: way.known.target, key, plan: way.plan });
    return { ...ready, ...await swapTo(here, key, way) };
  });
}

/** The first half of it: the moment is ready to be looked at, and nothing is changed. */
export function prepareCompany({ tenants }: Here, key: Uint8Array, { plan, known }: Way): Promise<Ready> {
  return wholly(
    tenants.folder,
    plan.companyId,
    () => makeReady({ dataFolder: tenants.folder, target: known.target, key, plan }),
  );
}

/** The second half; a BadCommand when somebody else has made another moment ready meanwhile. */
export function swapReady(here: Here, key: Uint8Array, way: Way, { stamp }: Ready): Promise<Put> {
  const { companyId } = way.plan, { folder } = here.tenants;
  return alone(companyId, async () => {
    if (stampOf(folder, companyId) !== stamp) throw new BadCommand("What was made ready is not there any more");
    // What came meanwhile.
    await linkAll(`${folder}/${companyId}/media`, `${readyPlace(folder, companyId)}/new/media`);
    return await swapTo(here, key, way);
  });
}

function swapTo(here: Here, key: Uint8Array, { plan, known }: Way): Promise<Put> {
  const { tenants } = here, { companyId, newest: moment } = plan;
  return change(here, { companyId, why: "restore", moment }, newestOf);

  /** Of a company that cannot be read the newest keys of its lines are in the backup. */
  async function newestOf(): Promise<string | undefined> {
    const newest = await newestPlan(targetsToRestoreFrom(tenants, known.id), companyId, Infinity);
    const from = { dataFolder: tenants.folder, target: known.target, key };
    return newest.plan.newest > moment ? await bringNewest(from, newest.plan) : undefined;
  }
}

/** Brings back the state that was set aside last, as if it had been restored; the one of now is kept aside in its turn. */
export function undoRestoration(here: Here, companyId: number): Promise<Put & { moment: number }> {
  const { folder } = here.tenants;
  return wholly(folder, companyId, async () => {
    const aside = asides(folder).find((each) => each.companyId === companyId);
    if (!aside) throw new NotThere("No earlier state of this company is kept");
    const ready = readyPlace(folder, companyId);
    await Deno.remove(ready, { recursive: true }).catch(ignoreMissing);
    await Deno.mkdir(`${ready}/new/media`, { recursive: true, mode: 0o700 });
    await copyAside(aside, `${ready}/new/company.db`);
    await linkAll(`${aside.path}/media`, `${ready}/new/media`);
    return { moment: aside.at, ...await change(here, { companyId, why: "undo", moment: aside.at }) };
  });
}

/** Copies the file of a state that was set aside; a BadCommand where it is not a company's, whole. */
async function copyAside({ path, at }: Aside, to: string): Promise<void> {
  if (isEmpty(path)) {
    throw new BadCommand(
      `When the company was restored at ${
        momentOf(at)
      }, nothing of it was there to be set aside: there is nothing to undo. ` +
        "Nothing was changed: balcao restore COMPANY --at TIME brings back a moment from the backups",
    );
  }
  const file = `${path}/company.db`, why = await faultOf(file, to);
  if (why === undefined) return;
  throw new BadCommand(
    `The state that was set aside at ${momentOf(at)} is damaged (${file}: ${why}). The company is as it was, ` +
      "nothing was changed: balcao restore COMPANY --at TIME brings back a moment from the backups",
  );
}

async function faultOf(file: string, copy: string): Promise<string | undefined> {
  try {
    await Deno.copyFile(file, copy);
    const { integrity, rows } = await checkApart(copy);
    if (integrity !== "ok") return integrity.split("\n")[0];
    return MAIN_TABLES.every((table) => table in rows) ? undefined : "it is no company's file";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "it is not there";
    if (error instanceof BadObject) return "it is no file that SQLite can open, or only a part of one";
    throw error;
  }
}

async function change(
  { tenants, supervisor }: Here,
  { companyId, ...what }: Omit<PuttingInPlace, "newest" | "now">,
  newestOf: () => Promise<string | undefined> = () => Promise.resolve(undefined),
): Promise<Put> {
  const newest = isServable(tenants, companyId) ? undefined : await newestOf();
  if (isServable(tenants, companyId)) await supervisor?.stopAll(tenants.company(companyId));
  try {
    return await putInPlace(tenants, { companyId, ...what, newest, now: Date.now() });
  } finally {
    const company = tenants.company(companyId);
    if (isServable(tenants, companyId)) {
      supervisor?.startAll([company]).catch((error) =>
        log.error("The lines of a restored company could not be started", { company: companyId, error })
      );
    }
  }
}

function isServable(tenants: Tenants, companyId: number): boolean {
  // A file whose folder was deleted is still open.
  return isThere(`${tenants.folder}/${companyId}/company.db`) && tenants.checkAll([companyId]).length > 0;
}

/** Deletes what was set aside longer ago than it is kept. */
export async function forgetAsides({ folder }: Tenants, now: number): Promise<void> {
  for (const { path, at } of asides(folder)) {
    if (now - at > ASIDE_FOR) await Deno.remove(path, { recursive: true });
  }
}
