import * as z from "zod/mini";
import { NotReached } from "./config.ts";
import { isThere } from "./is_there.ts";
import { log } from "./log.ts";
import { makeFolder } from "./private_files.ts";
import { VERSION } from "../root.ts";

const Holder = z.object({
  pid: z.int(),
  /** `serve`, or the command that is at work. */
  command: z.string(),
  version: z.string(),
  /** When it took the folder. */
  since: z.string(),
  /** Where browsers reach it, once it listens. */
  address: z.optional(z.string()),
  /** The Unix socket by which it takes commands. */
  socket: z.optional(z.string()),
  /** Of the lock itself: whoever copies the folder copies what stands in it, and not who holds it. */
  inode: z.optional(z.int()),
});

/** Who holds a data folder, as its serve.lock says. */
export type Holder = z.infer<typeof Holder>;

/** Somebody else holds the folder: a server, or another command. */
export class FolderHeld extends NotReached {
  constructor(readonly folder: string, readonly holder: Holder | undefined, readonly isLookedAt = false) {
    super(isLookedAt ? lookedAtSentence(folder) : sentenceOf(folder, holder));
  }

  /** A command is soon over; a server stays. */
  get isByCommand(): boolean {
    return this.isLookedAt || (this.holder !== undefined && this.holder.command !== "serve");
  }
}

function lookedAtSentence(folder: string): string {
  return `${folder} is being looked at (balcao doctor): wait until that is done, or choose another with --data`;
}

function sentenceOf(folder: string, holder: Holder | undefined): string {
  const by = holder ? `, by process ${holder.pid}` : "";
  if (holder && holder.command !== "serve") {
    return `${folder} is held${by} (balcao ${holder.command}): wait until that is done, or choose another with --data`;
  }
  return `${folder} is served already${by}${detailsOf(holder)}: stop that one first, or choose another with --data`;
}

function detailsOf(holder: Holder | undefined): string {
  if (!holder?.version) return "";
  const { version, address, since } = holder;
  return ` (Balcão ${version}${address ? ` at ${address}` : ""} since ${since})`;
}

export interface FolderLock {
  /** Who held the folder last and did not let it go: a process that died. */
  readonly before: Holder | undefined;
  /** Lets others know more of who holds it. */
  say(more: Pick<Holder, "address" | "socket">): void;
  release(): void;
}

/**
 * Takes a data folder for this process alone, by a lock that the system takes back when the process ends, however it ends
 * (flock(2)): two that serve one folder would both answer every customer, and two that write one file can damage it. Throws
 * FolderHeld, which names who has it.
 */
export function lockFolder(folder: string, command: string): FolderLock {
  makeFolder(folder);
  const path = pathOf(folder);
  const file = Deno.openSync(path, { read: true, write: true, create: true, mode: 0o600 });
  if (!tryLock(file, path)) {
    // Who looks at it shares the lock with whoever else does, and stands nowhere.
    const isLookedAt = tryLock(file, path, false);
    file.close();
    throw isLookedAt ? new FolderHeld(folder, undefined, true) : new FolderHeld(folder, holderOf(folder));
  }
  const before = holderOf(folder);
  let holder: Holder = { pid: Deno.pid, command, version: VERSION, since: new Date().toISOString() };
  const { ino } = file.statSync();
  if (ino !== null) holder.inode = ino;
  try {
    write(file, JSON.stringify(holder));
  } catch (error) {
    // Its disk is full.
    file.close();
    throw error;
  }
  return {
    before,
    say(more) {
      holder = { ...holder, ...more };
      write(file, JSON.stringify(holder));
    },
    release() {
      // That a server died is told by the next one that serves; a command in between does not hide it.
      write(file, command !== "serve" && before?.command === "serve" ? JSON.stringify(before) : "");
      file.close();
    },
  };
}

/**
 * Keeps others from taking a data folder while somebody looks at it, and changes nothing in it: a folder without a lock gets
 * none, as nobody has it. Several may look at once. Throws FolderHeld, which names who has it.
 */
export function lookAtFolder(folder: string): Pick<FolderLock, "before" | "release"> {
  const path = pathOf(folder);
  if (!isThere(path)) return { before: undefined, release() {} };
  const file = Deno.openSync(path, { read: true, write: true });
  if (!tryLock(file, path, false)) {
    file.close();
    throw new FolderHeld(folder, holderOf(folder));
  }
  return { before: holderOf(folder), release: () => file.close() };
}

/** Who holds the folder, or held it when they died; nothing where it was let go. */
export function holderOf(folder: string): Holder | undefined {
  try {
    const path = pathOf(folder), holder = readHolder(Deno.readTextFileSync(path).trim());
    if (holder?.inode !== undefined && holder.inode !== Deno.statSync(path).ino) return undefined;
    return holder?.socket && !isOfSameUser(holder.socket, path) ? { ...holder, socket: undefined } : holder;
  } catch {
    return undefined;
  }
}

/**
 * Where a server died long ago, somebody else may have made a socket of the same name in the folder for temporary files, and
 * would be told passwords.
 */
function isOfSameUser(socket: string, lock: string): boolean {
  try {
    return Deno.lstatSync(socket).uid === Deno.statSync(lock).uid;
  } catch (error) {
    // That it may not be seen is for whoever connects to say.
    return !(error instanceof Deno.errors.NotFound);
  }
}

function readHolder(text: string): Holder | undefined {
  // Earlier versions wrote nothing but their process.
  if (/^\d+$/.test(text)) return { pid: Number(text), command: "serve", version: "", since: "" };
  try {
    return Holder.safeParse(JSON.parse(text)).data;
  } catch {
    // It is being written just now.
    return undefined;
  }
}

function pathOf(folder: string): string {
  return `${folder}/serve.lock`;
}

function write(file: Deno.FsFile, text: string): void {
  file.truncateSync();
  file.seekSync(0, Deno.SeekMode.Start);
  if (text) file.writeSync(new TextEncoder().encode(`${text}\n`));
}

function tryLock(file: Deno.FsFile, path: string, isAlone = true): boolean {
  try {
    return file.tryLockSync(isAlone);
  } catch (error) {
    log.warn(`${path} cannot be locked on this file system: see to it that one process alone serves it`, { error });
    return true;
  }
}
