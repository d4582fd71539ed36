import type { Check } from "../check.ts";
import { freeOf } from "../disk.ts";
import { trendOf } from "../disk_trend.ts";
import { bytesText } from "../files.ts";
import { bad, type Found, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** Bytes and shares of the disk below which it is low, and nearly full: below either. */
const LOW = { bytes: 2_000_000_000, share: 0.1 }, FULL = { bytes: 300_000_000, share: 0.03 };
/** Of which so much is free and still too little, that is neither full nor will it be: it is too small. */
const SMALL_SHARE = 0.5;
/** So many days ahead it is said that the disk will be full. */
const AHEAD = 14;
/** Below this share few names for files are left. */
const FEW_NAMES = 0.05;

const MAKE_ROOM = "Make the disk larger, or delete what is not Balcão's: a full disk stops every company";

export const disk: Check = { name: "disk", fine: "There is room on the disk", look: lookAtRoom };

/** A share counts only where few bytes are left as well: a tenth of a large disk is much. */
function isBelow({ free, size }: { free: number; size: number }, limit: typeof LOW): boolean {
  return free < limit.bytes && (free / size < limit.share || free < limit.bytes / 4);
}

function lookAtRoom({ folder, now }: Patient): Found[] {
  const { free, size } = freeOf(folder), facts = { free, size };
  const left = `${bytesText(free)} of ${bytesText(size)} are free (${Math.floor(100 * free / size)} %)`;
  if (isBelow({ free, size }, FULL)) return [bad(little({ free, size }, left))];
  const lost = trendOf(folder, { now, free }), days = lost !== undefined && lost > 0 ? free / lost : Infinity;
  const isFilling = days < AHEAD, found: Found[] = [];
  if (isBelow({ free, size }, LOW)) found.push(warning(little({ free, size }, left)));
  if (isFilling) {
    const says = `The disk loses ${bytesText(lost!)} a day and is full in about ${Math.ceil(days)} days: ${left}`;
    const trend = { perDay: lost!, days: Math.ceil(days) };
    found.push(warning({ what: "disk_filling", facts: { ...facts, ...trend }, says, todo: MAKE_ROOM }));
  }
  return found;
}

/** How urgent it is, the bytes decide; what to call it, the share that they are of the disk. */
function little(facts: { free: number; size: number }, left: string) {
  const share = facts.free / facts.size, todo = MAKE_ROOM;
  if (share >= SMALL_SHARE) {
    const says = `The disk is too small: ${left}`;
    return {
      what: "disk_small" as const,
      facts,
      says,
      todo: "Move the data folder to a larger disk, or make this one larger",
    };
  }
  return share < LOW.share && isBelow(facts, FULL)
    ? { what: "disk_full" as const, facts, says: `The disk is nearly full: ${left}`, todo }
    : { what: "disk_low" as const, facts, says: `Little room is left on the disk: ${left}`, todo };
}

export const inodes: Check = {
  name: "inodes",
  fine: "The disk takes as many files as will come",
  look({ folder }) {
    const { files, freeFiles } = freeOf(folder);
    if (files === 0 || freeFiles / files >= FEW_NAMES) return [];
    const says = `The disk can take ${freeFiles} more files, of ${files}, however much room there is`;
    const todo = "Delete small files that are not Balcão's, or move the data folder to a disk made for more files";
    const facts = { left: freeFiles, all: files };
    return [(freeFiles < 100 ? bad : warning)({ what: "inodes_low", facts, says, todo })];
  },
};

export const writable: Check = {
  name: "writable",
  fine: "The data folder can be written to",
  look({ folder, now }) {
    const why = probe(folder, now);
    if (why === undefined) return [];
    const says = `${folder} cannot be written to: ${why}`;
    const todo =
      "See in the system's log why the disk is read-only (mount, dmesg), and that the folder is the user's who serves";
    return [bad({ what: "read_only", facts: { path: folder, why }, says, todo })];
  },
};

/** Writes a file and removes it; why that did not work. */
export function probe(folder: string, now: number): string | undefined {
  const path = `${folder}/server.probe-${now}`;
  try {
    Deno.writeTextFileSync(path, "", { mode: 0o600, createNew: true });
    Deno.removeSync(path);
  } catch (error) {
    return (error as Error).message;
  }
}
