import { BadCommand } from "../platform/config.ts";
import { BadObject, opened } from "./envelope.ts";
import { baseKey, keyBy } from "./keys.ts";
import { type Plan, planTo, type Restorable } from "./restore.ts";
import { NotKept, type Target } from "./targets/target.ts";
import { type Parts, type RestoredFolder, restoreParts } from "./to_folder.ts";

export interface Newest extends RestoredFolder {
  /** Why it is not the newest state of all: what of that is damaged. */
  damage?: string;
}

interface Asked {
  target: Target;
  /** What its objects are encrypted with. */
  key: Uint8Array;
  restorable: Restorable;
  /** Milliseconds. */
  until: number;
  say(text: string): void;
}

/**
 * Writes the newest state of a company that can be opened: around each damaged object another way is looked for, such as from
 * an older base. Throws a BadCommand where no way is left; what is wrong with the place itself is thrown as it is.
 */
export async function restoreNewest({ target, key, restorable, until, say }: Asked, parts: Parts): Promise<Newest> {
  let left = restorable, at = until, newest = -Infinity, damage: string | undefined;
  for (;;) {
    const plan = planTo(left, at);
    if (!plan) throw new BadCommand(nothingOf(damage));
    newest = Math.max(newest, plan.newest);
    try {
      const restored = await restoreParts({ target, key, plan }, parts);
      return damage !== undefined && plan.newest < newest ? { ...restored, damage } : restored;
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (damage === undefined) say(`${error.message}: the newest state beside that is looked for`);
      damage ??= error.message;
      for (const end of ["", "-wal", "-shm"]) await Deno.remove(`${parts.file}${end}`).catch(() => {});
      const bad = await firstDamaged(target, key, plan);
      // All was as it was written, and the file is damaged nonetheless: what follows on it is, too.
      if (bad === undefined) at = plan.base - 1;
      left = without(left, bad ?? baseOf(plan));
    }
  }
}

function nothingOf(damage: string | undefined): string {
  return damage === undefined
    ? "its backup was never finished"
    : `nothing of it can be opened here: ${damage}. Another place for backups may have it whole: recover from that one`;
}

function isDamage(error: unknown): error is Error {
  return error instanceof BadObject || error instanceof NotKept;
}

function baseOf({ companyId, base, baseBy }: Pick<Plan, "companyId" | "base" | "baseBy">): string {
  const plain = baseKey(companyId, base);
  return baseBy ? keyBy(baseBy, plain) : plain;
}

function without({ bases, pieces, ...rest }: Restorable, bad: string): Restorable {
  const { companyId, basesBy } = rest;
  return {
    ...rest,
    bases: bases.filter((base) => baseOf({ companyId, base, baseBy: basesBy?.get(base) }) !== bad),
    pieces: pieces.filter((piece) => piece.key !== bad),
  };
}

/** The first object on a way that cannot be opened, if there is one. */
async function firstDamaged(target: Target, key: Uint8Array, plan: Plan): Promise<string | undefined> {
  for (const name of [baseOf(plan), ...plan.generations.flat().map((piece) => piece.key)]) {
    try {
      for await (const _ of opened(key, name, target.get(name)));
    } catch (error) {
      if (!isDamage(error)) throw error;
      return name;
    }
  }
  return undefined;
}
