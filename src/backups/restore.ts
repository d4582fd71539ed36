import { isPart, newPartPath } from "../platform/media.ts";
import { withFile, writeAll } from "../platform/with_file.ts";
import { BadObject, opened } from "./envelope.ts";
import { claimsAt, isOf, lineageOf } from "./claims.ts";
import type { Installation } from "./installation.ts";
import { baseKey, keyBy, mediaKey, type Named, prefixOf, readKey } from "./keys.ts";
import { type NameList, readNames } from "./media_names.ts";
import { wholeOf } from "./open_stored.ts";
import { readPages } from "./pages.ts";
import type { Target } from "./targets/target.ts";

type Piece = Extract<Named, { what: "wal" }> & { key: string };

/** What a company's backup at one target can be restored to. */
export interface Restorable {
  companyId: number;
  /** Milliseconds: the moments that bases were taken at, oldest first. */
  bases: number[];
  /** Of bases that say whose they are. */
  basesBy?: ReadonlyMap<number, string>;
  pieces: Piece[];
}

/**
 * What is there of a company, by what the target itself says. Only what leads to the state of that installation counts, or
 * of the one that has the place: what another wrote since both had the same is passed over.
 */
export async function restorableOf(
  target: Target,
  companyId: number,
  installation?: Installation,
): Promise<Restorable> {
  const bases: number[] = [], basesBy = new Map<number, string>(), pieces: Piece[] = [];
  const lineage = lineageOf(await claimsAt(target), installation);
  for (const { key } of await target.list(prefixOf(companyId, "base"))) {
    const named = readKey(key);
    if (named?.what !== "base" || !isOf(lineage, named)) continue;
    bases.push(named.generation);
    if (named.by) basesBy.set(named.generation, named.by);
  }
  for (const { key } of await target.list(prefixOf(companyId, "wal"))) {
    const named = readKey(key);
    if (named?.what === "wal" && isOf(lineage, named)) pieces.push({ ...named, key });
  }
  return { companyId, bases, basesBy, pieces };
}

/** What leads from a base to a moment. */
export interface Plan {
  companyId: number;
  base: number;
  baseBy?: string | undefined;
  /** By generation, each in the order of the log. */
  generations: Piece[][];
  /** Milliseconds: what was committed by then is in it. */
  newest: number;
  /** Where the chain is broken, if it is: what comes after it cannot be reached from this base. */
  gap?: string;
}

/** How to come to a moment (ms), as near to it from before as there is; nothing when all is younger. */
export function planTo({ companyId, bases, basesBy, pieces }: Restorable, at: number): Plan | undefined {
  const base = bases.filter((each) => each <= at).at(-1);
  if (base === undefined) return undefined;
  const byGeneration = Map.groupBy(pieces.filter((piece) => piece.generation >= base), ({ generation }) => generation);
  const plan: Plan = { companyId, base, baseBy: basesBy?.get(base), generations: [], newest: base };
  // Of which all is there; what follows on a base begins with the base's own.
  let whole: number | undefined;
  for (const generation of [...byGeneration.keys()].sort((a, b) => a - b)) {
    const all = byGeneration.get(generation)!,
      isNext = whole === undefined ? generation === base : all[0]!.previous === whole;
    if (!isNext) {
      // Of an old base all that followed was let go (keep.ts): it stands for its day. Else one is missing in between.
      if (whole !== undefined && all.some((piece) => piece.at <= at)) plan.gap = gapAfter(plan);
      break;
    }
    const { used, end } = inOrder(all.filter((piece) => piece.at <= at));
    if (used.length > 0) {
      plan.generations.push(used);
      plan.newest = Math.max(plan.newest, ...used.map((piece) => piece.at));
    }
    const isWhole = used.some(({ to, isLast }) => isLast && to === end);
    if (isWhole) {
      whole = generation;
      continue;
    }
    const isEnd = all.every((piece) => piece.at > at || piece.to <= end);
    const later = [...byGeneration.keys()].some((each) => each > generation && (byGeneration.get(each)![0]!.at <= at));
    if (!isEnd || later) plan.gap = gapAfter(plan);
    break;
  }
  return plan;
}

function gapAfter({ newest }: Plan): string {
  return `after ${new Date(newest).toISOString()}`;
}

/** The pieces that follow each other without a gap from the beginning; those that say the same again are left out. */
function inOrder(pieces: Piece[]): { used: Piece[]; end: number } {
  const used: Piece[] = [];
  let end = 0;
  for (const piece of pieces.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (piece.from > end) break;
    // One without a byte says that the log ends here.
    if (piece.to <= end && !(piece.isLast && piece.to === end)) continue;
    used.push(piece);
    end = Math.max(end, piece.to);
  }
  return { used, end };
}

/** Writes the file as it was into `path`, which must not be there. Throws a BadObject for what was changed or is cut off. */
export async function restoreFile(target: Target, key: Uint8Array, plan: Plan, path: string): Promise<void> {
  await withFile(path, { read: true, write: true, createNew: true, mode: 0o600 }, async (file) => {
    const plain = baseKey(plan.companyId, plan.base), base = plan.baseBy ? keyBy(plan.baseBy, plain) : plain;
    for await (const bytes of opened(key, base, target.get(base))) await writeAll(file, bytes);
    for (const piece of plan.generations.flat()) await replay(file, target, key, piece);
    await file.sync();
  });
}

/** Brings a piece's pages into the file, as SQLite's own checkpoint does. */
async function replay(file: Deno.FsFile, target: Target, key: Uint8Array, piece: Piece): Promise<void> {
  const bytes = await wholeOf(opened(key, piece.key, target.get(piece.key)));
  // That the log ended here, and no more.
  if (bytes.length === 0 && piece.isLast && piece.from === piece.to) return;
  const { pageSize, filePages, pages } = readPages(bytes, piece.key);
  for (const [number, page] of pages) await writeAt(file, page, (number - 1) * pageSize);
  await file.truncate(filePages * pageSize);
}

/** Which media a company had at a moment (ms): their names, and what is in each. */
export async function namesAt(target: Target, key: Uint8Array, companyId: number, at: number): Promise<NameList> {
  const all: NameList = new Map();
  for (const stored of await target.list(prefixOf(companyId, "names"))) {
    const named = readKey(stored.key);
    if (named?.what !== "names") continue;
    // Names given later do no harm: a file that no row names is not shown.
    if (named.at > at + LATER && all.size > 0) break;
    for (const [name, hash] of readNames(await wholeOf(opened(key, stored.key, target.get(stored.key))))) {
      // What was being written when it was taken.
      if (!isPart(name)) all.set(name, hash);
    }
  }
  return all;
}

/** Media is taken after the row that names it (ms). */
const LATER = 600_000;

/** What is kept is whole, and is not what its message has: it was changed before it was taken. */
export class OtherSize extends BadObject {}

/**
 * Brings one media file back into `path`, over what lies there, as a whole or not at all. Throws a BadObject for what is
 * damaged, an OtherSize where it has not the size that it should have (bytes; 0 = any), a NotKept where it is not there.
 */
export async function restoreMedia(
  target: Target,
  key: Uint8Array,
  { companyId, hash, size = 0 }: { companyId: number; hash: string; size?: number },
  path: string,
): Promise<void> {
  const name = mediaKey(companyId, hash), part = newPartPath(path);
  try {
    await withFile(part, { write: true, createNew: true, mode: 0o600 }, async (file) => {
      let count = 0;
      for await (const bytes of opened(key, name, target.get(name))) {
        await writeAll(file, bytes);
        count += bytes.length;
      }
      if (size > 0 && count !== size) throw new OtherSize(`${name} has ${count} bytes instead of ${size}`);
      await file.syncData();
    });
    await Deno.rename(part, path);
  } catch (error) {
    await Deno.remove(part).catch(() => {});
    throw error;
  }
}

async function writeAt(file: Deno.FsFile, bytes: Uint8Array, at: number): Promise<void> {
  await file.seek(at, Deno.SeekMode.Start);
  await writeAll(file, bytes);
}
