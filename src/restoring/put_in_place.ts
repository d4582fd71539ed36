import { eq } from "drizzle-orm";
import type { HoldReason } from "../contract/holding.ts";
import { countHeld } from "../holding/hold.ts";
import { ignoreMissing, isThere } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import { momentOf } from "../platform/moment.ts";
import type { Company } from "../platform/company.ts";
import { markReplaced } from "../platform/replaced.ts";
import type { Tenants } from "../platform/tenants.ts";
import { eraseAgain } from "../privacy/erase_again.ts";
import { syncFolder } from "../platform/wal.ts";
import { loginTable } from "../users/table.ts";
import { newAsidePlace, readyPlace } from "./places.ts";
import { type PeopleReport, reconcileProvider } from "./provider_side.ts";
import { reconcile } from "./reconcile.ts";

/** Beside a state that can be put in place as it is; its content is the moment (ms) that it is of. */
const RECONCILED = "reconciled";

export interface PuttingInPlace {
  companyId: number;
  why: HoldReason;
  /** Which moment the state is of (ms). */
  moment: number;
  /** The newest state, where the company's own file cannot be read. */
  newest?: string;
  now: number;
}

export interface Put extends PeopleReport {
  /** How many things wait for an administrator's word. */
  held: number;
}

/**
 * Puts the state that was made ready in the place of the one that a company has, which is kept aside. Nobody else is touched.
 * Whatever happens on the way, the company is one of the two afterwards: until the last step it is the old one (`finish`).
 */
export async function putInPlace(tenants: Tenants, { companyId, newest, ...holding }: PuttingInPlace): Promise<Put> {
  const { folder } = tenants, place = `${folder}/${companyId}`, ready = readyPlace(folder, companyId);
  const isReadable = newest === undefined && isThere(`${place}/company.db`) && !tenants.quarantine.has(companyId);
  return await tenants.replace(companyId, async (own) => {
    const known = isReadable ? `${place}/company.db` : newest;
    reconcile(`${ready}/new/company.db`, {
      ...holding,
      newest: known,
      people: peopleOf(tenants, companyId),
    });
    clean(`${ready}/new`);
    markReplaced(`${ready}/new`);
    Deno.writeTextFileSync(`${ready}/${RECONCILED}`, String(holding.moment));
    swap(folder, companyId, holding.now);
    const company = own(), report = await settle(tenants, company, holding);
    return { held: countHeld(company.read), ...report };
  });
}

/** The last steps of it, before anybody is served; they may be done again. */
async function settle(
  tenants: Tenants,
  company: Company,
  { moment, now }: Pick<PuttingInPlace, "moment" | "now">,
): Promise<PeopleReport> {
  try {
    const report = reconcileProvider(tenants, company);
    // Whoever asked to be forgotten since then is in it once more.
    await eraseAgain(tenants, company, { now, since: moment });
    throwAway(tenants.folder, company.id);
    return report;
  } catch (error) {
    tenants.quarantine.set(company.id, `${company.folder} was not restored to its end: start balcao serve anew`);
    throw error;
  }
}

function swap(dataFolder: string, companyId: number, now: number): void {
  const place = `${dataFolder}/${companyId}`, ready = readyPlace(dataFolder, companyId);
  Deno.mkdirSync(`${dataFolder}/aside`, { recursive: true, mode: 0o700 });
  for (const folder of [`${ready}/new`, ready, `${dataFolder}/restores`]) syncFolder(folder);
  const aside = newAsidePlace(dataFolder, companyId, now);
  if (isThere(place)) Deno.renameSync(place, aside);
  // Whoever undoes this is not given the state before an earlier one.
  else Deno.mkdirSync(aside, { mode: 0o700 });
  Deno.renameSync(`${ready}/new`, place);
  for (const folder of [`${dataFolder}/aside`, ready, dataFolder]) syncFolder(folder);
}

export interface Finished {
  companyId: number;
  /** ms */
  moment: number;
}

/**
 * What a process has left that died on the way: a state that was not in place yet is thrown away, one that was is settled.
 * Answers which companies came back that way.
 */
export async function finishPutting(tenants: Tenants): Promise<Finished[]> {
  const finished: Finished[] = [];
  emptyBin(tenants.folder);
  for (const companyId of readyOnes(tenants.folder)) {
    const place = `${tenants.folder}/${companyId}`, ready = readyPlace(tenants.folder, companyId);
    try {
      if (dropUnfinished(tenants.folder, companyId)) {
        log.warn("A restoration that was not finished is thrown away", { company: companyId });
        continue;
      }
      if (isThere(`${ready}/new`)) Deno.renameSync(`${ready}/new`, place);
      const moment = Number(Deno.readTextFileSync(`${ready}/${RECONCILED}`));
      await settle(tenants, tenants.company(companyId), { moment, now: Date.now() });
      log.info("A restoration that was in place is finished", { company: companyId, moment: momentOf(moment) });
      finished.push({ companyId, moment });
    } catch (error) {
      log.error("A restoration could not be finished", { company: companyId, error });
    }
  }
  return finished;
}

/** Throws away a state that was made ready, unless it is in place already, or about to be. Whether it did. */
export function dropUnfinished(dataFolder: string, companyId: number): boolean {
  const ready = readyPlace(dataFolder, companyId), isAlone = !isThere(`${dataFolder}/${companyId}`);
  if (!isThere(`${ready}/new`) || (isAlone && isThere(`${ready}/${RECONCILED}`))) return false;
  throwAway(dataFolder, companyId);
  return true;
}

const BIN = "gone-";

/** A process that looked through the file for one that was killed may still have it open: it is out of the way at once. */
function throwAway(dataFolder: string, companyId: number): void {
  const ready = readyPlace(dataFolder, companyId);
  Deno.renameSync(ready, ready.replace(/[^/]+$/, `${BIN}${crypto.randomUUID()}`));
  emptyBin(dataFolder);
}

function emptyBin(dataFolder: string): void {
  const place = `${dataFolder}/restores`;
  try {
    for (const { name } of Deno.readDirSync(place)) {
      if (name.startsWith(BIN)) Deno.removeSync(`${place}/${name}`, { recursive: true });
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      log.warn("What was restored before could not be removed yet", { error });
    }
  }
}

function readyOnes(dataFolder: string): number[] {
  try {
    return [...Deno.readDirSync(`${dataFolder}/restores`)].map(({ name }) => Number(name)).filter((id) => id > 0);
  } catch (error) {
    ignoreMissing(error);
    return [];
  }
}

function peopleOf({ provider }: Tenants, companyId: number): number[] {
  return provider.read.select({ id: loginTable.userId }).from(loginTable).where(eq(loginTable.companyId, companyId))
    .all()
    .map(({ id }) => id);
}

/** The copy that a migration makes beside a file is of no use here: the file itself was made a moment ago. */
function clean(folder: string): void {
  for (const { name } of Deno.readDirSync(folder)) {
    if (/\.before-\d+\.db$|-(wal|shm)$/.test(name)) Deno.removeSync(`${folder}/${name}`);
  }
}
