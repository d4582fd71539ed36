import { asTyped } from "../platform/as_typed.ts";
import { BadCommand, NotReached, NotThere } from "../platform/config.ts";
import { FolderHeld, type Holder, holderOf } from "../platform/folder_lock.ts";
import { isThere } from "../platform/is_there.ts";
import { unfinishedIn } from "../platform/unfinished.ts";
import { VERSION } from "../root.ts";
import type { Progress } from "../upgrades/upgrade.ts";
import { ask, NotDone, reach } from "./ask.ts";
import type { AnswerOf, InputOf, OperationName } from "./operations.ts";

/** So long (ms) a command waits for another, or for a server that is just starting. */
const PATIENCE = 60_000;
/** When (ms) it says for whom it waits. */
const SAID_AFTER = 3000;

export interface How {
  /** The data folder. */
  data: string;
  /** Makes the folder where there is none yet; all else would hide a wrong --data. */
  mayCreate?: boolean;
  /** Shows a line beside the answer. */
  say: (text: string) => void;
}

/**
 * Has an operation done: by the server that serves the folder, else here, with the folder to ourselves. One process alone
 * writes a folder's files. Throws a BadCommand that says why it was not done.
 */
export async function perform<N extends OperationName>(name: N, input: InputOf<N>, how: How): Promise<AnswerOf<N>> {
  const { data, say } = how, since = Date.now();
  for (let isSaid = false;;) {
    const holder = holderOf(data), line = holder?.socket ? await reach(holder.socket) : undefined;
    if (line) return await ask(line, { version: VERSION, operation: name, input, data }, say) as AnswerOf<N>;
    const held = await here(name, input, how);
    if ("done" in held) return held.done as AnswerOf<N>;
    const waited = Date.now() - since;
    refuseIfDeaf(data, held.by, waited);
    if (waited > SAID_AFTER && !isSaid) {
      say(`Waiting for process ${held.by?.pid} (balcao ${held.by?.command})`);
      isSaid = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80));
  }
}

function refuseIfDeaf(data: string, by: Holder | undefined, waited: number): void {
  if (by?.version === "") {
    throw new NotReached(
      `${data} is served by process ${by.pid}, an earlier version that takes no commands: stop it first`,
    );
  }
  if (waited < PATIENCE) return;
  const who = by ? `process ${by.pid} (balcao ${by.command}, since ${by.since})` : "another process";
  throw new NotReached(`${data} is held by ${who}, which does not answer: wait until it is done, or stop it`);
}

/** Why a folder has no company. */
function noneIn(data: string): string {
  const add = `balcao company add NAME ${asTyped(["--data", data])}`;
  try {
    return Deno.statSync(data).isDirectory ? `${data} has no company yet: ${add}` : `${data} is a file, and no folder`;
  } catch {
    return `There is no folder ${data}. With a first company it is made: ${add}`;
  }
}

type Outcome = { done: unknown } | { by: Holder | undefined };

/** Does it in this process, or says who has the folder. */
async function here(name: OperationName, input: unknown, { data, mayCreate, say }: How): Promise<Outcome> {
  const owner = ownerOf(`${data}/provider.db`), isNew = owner === undefined;
  if (owner != null && owner !== Deno.uid()) {
    throw new NotReached(
      `${data} belongs to another user, who could not open what this command makes in it: sudo -u '#${owner}' balcao …`,
    );
  }
  // Of a folder that is half made something else is said, once it is nobody else's.
  if (isNew && !mayCreate && unfinishedIn(data) === undefined) {
    throw new NotThere(noneIn(data));
  }
  // The rules and their libraries are read only where this process needs them.
  const [
    { openPrepared },
    { upgradeFolder },
    { readInput, run },
    { refusedOf },
    { knowFormerKeys },
    { refuseForeignKey },
    { LEDGER },
  ] = await Promise
    .all([
      import("../platform/data_folder.ts"),
      import("../upgrades/upgrade.ts"),
      import("./run.ts"),
      import("./refused.ts"),
      import("../moving/former_keys.ts"),
      import("../provider_settings/server_key.ts"),
      import("../backups/ledger.ts"),
    ]);
  // What is written wrongly makes no folder.
  readInput(name, input);
  try {
    const folder = await openPrepared(
      data,
      (folder) => upgradeFolder(folder, { ...telling(say), now: Date.now() }),
      name,
    );
    try {
      if (isNew) say(`${Deno.realPathSync(data)} is the data folder from now on: give it to the other commands, too`);
      const { tenants } = folder, { signal } = new AbortController();
      refuseForeignKey(tenants);
      // Before anybody is looked for by a digest.
      knowFormerKeys(tenants);
      return { done: await run(name, input, { tenants, data, say, signal }) };
    } finally {
      // What is written here the server takes into its backups, as soon as it is there again.
      if (isThere(`${data}/${LEDGER}`)) folder.leave();
      else folder.close();
    }
  } catch (error) {
    if (error instanceof FolderHeld) return { by: error.holder };
    if (error instanceof BadCommand) throw error;
    const { sentence, exit, code } = refusedOf(error);
    throw new NotDone(sentence, exit, code);
  }
}

function telling(say: How["say"]) {
  return {
    begin: async (all: number) => say(`Upgrading ${all === 1 ? "1 file" : `${all} files`}`),
    progress: ({ done, failed, all }: Progress) => {
      if (done % 20 === 0 || done === all) say(`Upgraded ${done - failed} of ${all === 1 ? "1 file" : `${all} files`}`);
    },
  };
}

/** The user whose file it is; nothing where there is none, null where files have no users. */
function ownerOf(path: string): number | null | undefined {
  try {
    const { isFile, uid } = Deno.statSync(path);
    return isFile ? uid : undefined;
  } catch {
    return undefined;
  }
}
