import { dirname } from "node:path";
import { openDbFile } from "../platform/db.ts";
import { isThere } from "../platform/is_there.ts";
import { syncFolder } from "../platform/wal.ts";
import { noteRecovery } from "../privacy/after_recovery.ts";
import type { BringBack } from "./bring_back.ts";
import { carryOver } from "./carry_over.ts";
import { removeIfThere } from "../service/steps.ts";
import type { About } from "./executable.ts";
import { keep, type Kept, keptFile, ROLLBACK } from "./kept.ts";
import { companyIds, fileOf, kindOf, PROVIDER } from "./schemas.ts";
import { schemaOf } from "../platform/file_header.ts";
import { noteRollback, undoneIn } from "./half_way.ts";
import { schemaNow } from "./schema_now.ts";
import { emptyLog } from "./upgrade_copy.ts";
import { startWorking } from "./workers.ts";

/** Which files the version from before cannot read, and of which of them the old one is kept. */
export function filesToBringBack(folder: string, { schemas }: About): { kept: number[]; missing: number[] } {
  const tooNew = [PROVIDER, ...companyIds(folder)].filter((id) => schemaNow(fileOf(folder, id)) > schemas[kindOf(id)]);
  const isKept = (id: number) => {
    const schema = schemaOf(keptFile(folder, id));
    return schema !== undefined && schema <= schemas[kindOf(id)];
  };
  return { kept: tooNew.filter(isKept), missing: tooNew.filter((id) => !isKept(id)) };
}

export interface RollingBack {
  /** Those whose old file is kept. */
  kept: readonly number[];
  /** Companies that the files from before do not have. */
  founded: readonly number[];
  moment: Kept["at"];
  /** Of the version from before, and where that lies. */
  schemas: About["schemas"];
  previous: string;
  /** Starts the executable from before, which makes its files good again. */
  spawn(): Deno.ChildProcess;
}

/**
 * Puts the files from before an upgrade in the place of the new ones, which stay aside for a while. Nobody may serve the
 * folder, from the first of them until `forgetRollback` says that the version from before is back. What could not be reconciled
 * with the newer file is not brought back, and named. Whatever ends it before, it can be said again.
 */
export async function rollBackFiles(
  folder: string,
  { kept, founded, moment, schemas, previous, spawn }: RollingBack,
): Promise<Map<number, string>> {
  const undone = undoneIn(folder), failed = new Map<number, string>();
  makeFolderLike(undone, folder);
  ownLike(noteRollback(folder, { ...schemas, previous }), folder);
  // What the old files do not know of who was erased since is done again before anybody is served.
  const companies = kept.filter((id) => id !== PROVIDER);
  ownLike(await noteRecovery(folder, companies.map((companyId) => ({ companyId, newest: moment }))), folder);
  const providers = kept.includes(PROVIDER) ? keptFile(folder, PROVIDER) : fileOf(folder, PROVIDER);
  const people = peopleIn(providers), worker = startWorking<BringBack>(spawn);
  try {
    for (const id of companies.toSorted((one, other) => other - one)) {
      const path = fileOf(folder, id);
      emptyLog(path);
      const order = { id, path: keptFile(folder, id), newest: path, people: people.get(id) ?? [], moment };
      const { fault } = await worker.carryOut(order);
      if (fault === undefined) exchange(folder, id, freeName(`${undone}/${id}`, ".db"));
      else failed.set(id, fault);
    }
  } finally {
    await worker.end();
  }
  if (!kept.includes(PROVIDER)) forgetFounded(fileOf(folder, PROVIDER), founded);
  // Before the provider's file, which alone knows them.
  for (const id of founded) {
    if (isThere(`${folder}/${id}`)) Deno.renameSync(`${folder}/${id}`, freeName(`${undone}/${id}`));
  }
  syncFolder(folder);
  if (kept.includes(PROVIDER)) bringProviderBack(folder, freeName(`${undone}/${PROVIDER}`, ".db"));
  return failed;
}

function bringProviderBack(folder: string, aside: string): void {
  const path = fileOf(folder, PROVIDER);
  emptyLog(path);
  carryOver(path, keptFile(folder, PROVIDER));
  exchange(folder, PROVIDER, aside);
}

/** What somebody has set aside before, in another rollback of this upgrade, stays. */
function freeName(path: string, ending = ""): string {
  for (let nth = 1;; nth++) {
    const name = nth === 1 ? `${path}${ending}` : `${path}.${nth}${ending}`;
    if (!isThere(name)) return name;
  }
}

/**
 * Companies that were founded since are none any more, where the provider's file is the same before and after: as what was never
 * made whole they are seen by nobody, and their rows go with the next start.
 */
function forgetFounded(path: string, founded: readonly number[]): void {
  if (founded.length === 0) return;
  const file = openDbFile(path, { isDurable: true }), ids = founded.join(", ");
  try {
    file.exec(`BEGIN IMMEDIATE;
      UPDATE companies SET removed_at = ${Date.now()}, removed_state = NULL, plan_id = NULL
        WHERE id IN (${ids}) AND removed_at IS NULL AND NOT EXISTS (SELECT 1 FROM company_moves WHERE company_id = companies.id);
      DELETE FROM logins WHERE company_id IN (${ids});
      COMMIT`);
  } finally {
    file.close();
    for (const ending of ["-wal", "-shm"]) removeIfThere(`${path}${ending}`);
  }
}

/** Who logs in where, by company. */
function peopleIn(path: string): Map<number, number[]> {
  const file = openDbFile(path);
  try {
    const rows = JSON.parse(
      String(file.one("SELECT json_group_array(json_array(company_id, user_id)) AS rows FROM logins")!.rows),
    ) as [number, number][];
    const byCompany = Map.groupBy(rows, ([company]) => company);
    return new Map([...byCompany].map(([company, each]) => [company, each.map(([, user]) => user)]));
  } finally {
    file.close();
    for (const ending of ["-wal", "-shm"]) removeIfThere(`${path}${ending}`);
  }
}

/** Wherever this ends, one of the two is the company's file. */
function exchange(folder: string, id: number, aside: string): void {
  const path = fileOf(folder, id), kept = keptFile(folder, id);
  for (const each of [path, kept]) for (const ending of ["-wal", "-shm"]) removeIfThere(`${each}${ending}`);
  keep(path, aside);
  Deno.renameSync(kept, path);
  for (const each of [`${folder}/${ROLLBACK}`, dirname(path)]) syncFolder(each);
}

/** Of the user whose the data are, also where an administrator makes it. */
function makeFolderLike(path: string, like: string): void {
  Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
  ownLike(path, like);
}

function ownLike(path: string, like: string): void {
  const { uid, gid } = Deno.statSync(like);
  if (uid !== null && uid !== Deno.uid()) Deno.chownSync(path, uid, gid);
}
