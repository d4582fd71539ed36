import * as z from "zod/mini";
import { typed } from "../../contract/fields.ts";
import { restoreAs } from "../../exports/restore_as.ts";
import { publishRecord } from "../../provisioning/shown.ts";
import { Backups, type Brought } from "../../backups/backups.ts";
import { LEDGER } from "../../backups/ledger.ts";
import { checkBackupsKey } from "../../backups/key_print.ts";
import { keysOf, readKey, type RecoveryKey } from "../../backups/recovery_key.ts";
import { newestPlan, targetsToRestoreFrom, type Way } from "../../backups/newest_plan.ts";
import { restoreToFolder } from "../../backups/to_folder.ts";
import { knownTargets } from "../../backups/targets/targets.ts";
import { BadCommand, NotThere } from "../../platform/config.ts";
import type { Tenants } from "../../platform/tenants.ts";
import { isThere } from "../../platform/is_there.ts";
import { liesIn } from "../../platform/where_folders_lie.ts";
import { usable } from "../../platform/system_words.ts";
import { momentOf } from "../../platform/moment.ts";
import { countMessages, newerThan } from "../../restoring/newer.ts";
import { restoreCompany, undoRestoration } from "../../restoring/restore_company.ts";
import { erasedFrom } from "../../privacy/erased.ts";
import { noteExport } from "../../privacy/reports.ts";
import { companyNamed } from "../named.ts";
import { note } from "../noting.ts";
import { noteRestored } from "../noting_restored.ts";
import { type Asked, operation } from "../operation.ts";

const Moment = z.object({
  company: z.string(),
  /** Milliseconds; nothing = the newest that there is. */
  at: z.optional(z.int()),
  /** The number of the target; nothing = whichever has the newest. */
  from: z.optional(z.int()),
  keyPath: z.string(),
});

/**
 * In the data folder a later company would be given what lies there, and in a place of backups it would lie readable among what
 * is encrypted.
 */
async function refuseOurs(tenants: Tenants, path: string): Promise<void> {
  const places = knownTargets(tenants).filter(({ kind }) => kind === "folder").map(({ place }) => place);
  for (const ours of [tenants.folder, ...places]) {
    if (!await liesIn(path, ours)) continue;
    throw new BadCommand(`${path} lies in ${ours}, which Balcão needs for itself: choose another folder`);
  }
}

/** Writes a company as it was at a moment into a folder; the company itself stays as it is. */
export const restoreTo = operation(
  "restore to",
  z.extend(Moment, { to: z.string().check(z.startsWith("/")) }),
  async (asked) => {
    const { input, say } = asked, { id, name } = companyNamed(asked, input.company);
    await usable(input.to, () => refuseFull(input.to));
    await refuseOurs(asked.tenants, input.to);
    const { key, plan, known } = await wayTo(asked, id);
    await usable(input.to, () => Deno.mkdir(input.to, { recursive: true, mode: 0o700 }));
    say(`Restoring ${name} from ${known.place}`);
    const { gap, ...restored } = await restoreToFolder({ target: known.target, key, plan }, input.to).catch(
      async (error) => {
        // Half a company is of no use, and would be in the way of the next try.
        await empty(input.to).catch(() => {});
        throw error;
      },
    );
    if (gap) say(`The backup has a gap ${gap}: this is the last moment before it`);
    tellOfErased(asked, { companyId: id, path: input.to, moment: restored.newest });
    noteRestored(asked, "copied", {
      company: id,
      moment: restored.newest,
      changes: [{ field: "path", after: input.to }],
    });
    return { id, name, to: input.to, from: known.place, ...restored };
  },
);

/** Brings a company back to a moment, in its own place. */
export const restoreHere = operation("restore here", Moment, async (asked) => {
  const { tenants, serving, say, input } = asked, { id, name } = companyNamed(asked, input.company);
  const { key, plan, known } = await wayTo(asked, id);
  say(`Restoring ${name} from ${known.place}`);
  const { gap, stamp: _, ...restored } = await restoreCompany({ tenants, supervisor: serving?.supervisor }, key, {
    plan,
    known,
  });
  if (gap) say(`The backup has a gap ${gap}: this is the last moment before it`);
  noteRestored(asked, "restored", { company: id, moment: restored.newest });
  // Whoever was erased since that moment is not in it any more.
  const messages = countMessages(tenants.company(id).read);
  return { id, name, from: known.place, ...restored, messages, newer: newerThan(tenants, id) };
});

/** Makes a company of its own of an earlier moment of another. */
export const restoreAnother = operation("restore as", z.extend(Moment, { as: typed(1, 50) }), async (asked) => {
  const { tenants, say, signal, input } = asked, { id: of, name } = companyNamed(asked, input.company);
  const { key, plan, known } = await wayTo(asked, of);
  say(`Restoring ${name} from ${known.place}`);
  const way = { plan, known, key, name: input.as };
  const { gap, ...restored } = await restoreAs({ tenants, ...way, signal, now: Date.now() });
  if (gap) say(`The backup has a gap ${gap}: this is the last moment before it`);
  const { id } = restored;
  note(tenants, { companyId: id, what: "companies.add", target: id });
  const changes = [{ field: "name", after: input.as }];
  noteRestored(asked, "beside", { company: of, made: id, moment: restored.newest, changes });
  publishRecord(tenants, id, "create");
  const messages = countMessages(tenants.company(id).read);
  return { ...restored, messages, name: input.as, of: name };
});

/** Brings back the state that a company had before it was restored. */
export const restoreUndo = operation("restore undo", z.object({ company: z.string() }), async (asked) => {
  const { tenants, serving, input } = asked, { id, name } = companyNamed(asked, input.company);
  const undone = await undoRestoration({ tenants, supervisor: serving?.supervisor }, id);
  noteRestored(asked, "undone", { company: id, moment: undone.moment });
  return { id, name, ...undone };
});

/** It is a file as it was: whoever was erased since is in it, and the reports of that name it as long as it is there. */
function tellOfErased(
  { tenants, say }: Pick<Asked<unknown>, "tenants" | "say">,
  { companyId, path, moment }: { companyId: number; path: string; moment: number },
): void {
  noteExport(tenants, { companyId, path, isAnonymised: false }, moment);
  if (erasedFrom(tenants, [companyId], moment).isEmpty) return;
  say(`Contacts that were erased after that moment are in ${path}: remove it when it has served`);
}

async function wayTo({ tenants, serving, input }: Asked<z.output<typeof Moment>>, companyId: number) {
  const keyPath = serving?.backups.keyPath ?? input.keyPath, key = readKey(keyPath);
  if (!key) throw new NotThere(`There is no key in ${keyPath}: balcao backup key --words makes it from its words`);
  checkBackupsKey(tenants.provider.read, key, keyPath);
  const isNow = input.at === undefined || input.at >= Date.now() - SECOND;
  // What was written a moment ago belongs to "now".
  const brought = isNow ? await bringNow({ tenants, serving, key }, companyId) : undefined;
  const way = await newestPlan(targetsToRestoreFrom(tenants, input.from), companyId, isNow ? Infinity : input.at!);
  const lacks = lacksOf(brought, way);
  if (lacks !== undefined) {
    const newest = momentOf(way.plan.newest);
    throw new BadCommand(
      `${lacks}. Nothing was changed: its newest moment at ${way.known.place} is ${newest}; to go back to that, say --at ${newest}`,
    );
  }
  return { key: keysOf(key).data, ...way };
}

const SECOND = 1000;

/** Why what a company has by now is not where it would be restored from; nothing where it is, or is damaged. */
function lacksOf(brought: Brought | undefined, { known }: Way): string | undefined {
  const fault = brought?.faults.get(known.id), untaken = brought?.untaken;
  if (untaken) {
    return `What the company has written since ${
      momentOf(untaken.since)
    } could not be taken for the backup: ${untaken.why}`;
  }
  return fault === undefined ? undefined : `${known.place} does not take what the company has by now: ${fault}`;
}

/** Has the backup what the company's own file has, whether somebody serves it or a server has died with it. */
async function bringNow(
  { tenants, serving, key }: Pick<Asked<unknown>, "tenants" | "serving"> & { key: RecoveryKey },
  companyId: number,
): Promise<Brought | undefined> {
  if (serving) return await serving.backups.current?.bring(companyId);
  // Nothing of this folder is at the places yet.
  if (!isThere(`${tenants.folder}/${LEDGER}`)) return undefined;
  const backups = new Backups(tenants, key);
  try {
    return await backups.bring(companyId, PATIENCE);
  } finally {
    tenants.watchFiles(() => UNWATCHED);
    await backups.close(0);
  }
}

/** So long (ms) is waited for files that a server has just written which died. */
const PATIENCE = 30_000;

/** A log that nobody takes any more. */
const UNWATCHED = { beforeCheckpoint() {}, afterCheckpoint() {} };

async function empty(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) await Deno.remove(`${folder}/${name}`, { recursive: true });
}

async function refuseFull(folder: string): Promise<void> {
  try {
    for await (const _ of Deno.readDir(folder)) throw new BadCommand(`${folder} is not empty: choose another folder`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
