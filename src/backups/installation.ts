import { createHash, randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { ignoreMissing } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import { writeWhole } from "../platform/write_whole.ts";

/** Which installation keeps a data folder: one made by `recover`, or by copying, is another than the one whose state it has. */
const Installation = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  /** Whose state it began with, up to which moment (ms); no id = one from before they had any. */
  from: z.optional(z.object({ id: z.optional(z.string()), until: z.int() })),
  /** Where it lives: what a copy of the folder does not have. Nothing in what earlier versions wrote. */
  home: z.optional(z.object({ machine: z.string(), inode: z.int() })),
  /** Its accounts are still the other's: all is taken anew. */
  isNew: z.optional(z.literal(true)),
});
export type Installation = z.infer<typeof Installation>;

const placeIn = (data: string) => `${data}/installation.json`;

/** The one of a data folder as it is written; nothing as long as nothing of it was backed up. */
export function readInstallation(data: string): Installation | undefined {
  try {
    return Installation.parse(JSON.parse(Deno.readTextFileSync(placeIn(data))));
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

/**
 * The one of a data folder that this process alone has. A folder that is not where it was is perhaps a copy of one that goes
 * on: it becomes an installation of its own, which claims its places, and the other one notices. One that was brought to
 * another disk goes on by that, too. Files of accounts are to be opened after it: they say until when both were one.
 */
export function installationOf(data: string): Installation | undefined {
  const known = readInstallation(data), home = homeOf(data);
  if (!known) return undefined;
  if (!known.home) return write(data, { ...known, home });
  if (known.home.machine === home.machine && known.home.inode === home.inode) return known;
  log.warn("The data folder is not where it was, and may be a copy: it claims its places for backups anew");
  return write(data, { ...madeNow(data, { id: known.id, until: lastAccounts(data) }), isNew: true });
}

export function newInstallation(data: string, from?: Installation["from"]): Installation {
  return write(data, madeNow(data, from));
}

/** Its accounts are its own from now on. */
export function settleInstallation(data: string, { isNew: _, ...installation }: Installation): Installation {
  return write(data, installation);
}

function madeNow(data: string, from: Installation["from"]): Installation {
  return { id: randomBytes(4).toString("hex"), ...(from && { from }), home: homeOf(data) };
}

function write(data: string, installation: Installation): Installation {
  writeWhole(placeIn(data), new TextEncoder().encode(JSON.stringify(installation)));
  return installation;
}

/** Numbers of devices are others after the next start of the machine; a folder keeps its own, also when it is renamed. */
function homeOf(data: string) {
  return { machine: machine(), inode: Deno.statSync(data).ino ?? 0 };
}

/** Of the machine's name for itself (machine-id(5)), which nobody else is to know, a digest; empty where it has none. */
function machine(): string {
  try {
    const id = Deno.readTextFileSync("/etc/machine-id").trim();
    return id && createHash("sha256").update(`balcao ${id}`).digest("hex").slice(0, 16);
  } catch {
    return "";
  }
}

/** The clock by which files are stamped is a little late (ms). */
const LATE = 100;

/** When (ms) the accounts were last written to: until then both were one. Without any, now. */
function lastAccounts(data: string): number {
  const times = ["backup.db", "backup.db-wal"].flatMap((name) => {
    try {
      return Deno.statSync(`${data}/${name}`).mtime?.getTime() ?? [];
    } catch (error) {
      ignoreMissing(error);
      return [];
    }
  });
  return times.length > 0 ? Math.floor(Math.max(...times)) + LATE : Date.now();
}
