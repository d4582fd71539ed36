import { createHash, createHmac } from "node:crypto";
import { freeBytes } from "../platform/disk_room.ts";
import { openDbFile } from "../platform/db.ts";
import { piecesOf } from "../platform/with_file.ts";
import { log } from "../platform/log.ts";
import { checkApart } from "./check_apart.ts";
import type { FileFacts } from "./check_file.ts";
import { faultOfChain } from "./complete.ts";
import { BadObject } from "./envelope.ts";
import { mediaKey, prefixOf } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { readNames } from "./media_names.ts";
import type { BackupKeys } from "./recovery_key.ts";
import { openStored } from "./open_stored.ts";
import { namesAt, type Plan, planTo, restorableOf, restoreFile, restoreMedia } from "./restore.ts";
import type { Proof } from "./table.ts";
import type { Taker } from "./taker.ts";
import { NotKept, type Target } from "./targets/target.ts";

/** So many media files of a company are compared. */
const SAMPLE = 20;
/** Room that others need on the disk of temporary files (bytes). */
const SPARED = 268_435_456;
/** A list that was made while pieces were joined may lack both (ms until it is asked for again). */
const LISTED_AGAIN_AFTER = 3000;

export interface Proving {
  target: Target & { id: number };
  keys: BackupKeys;
  ledger: Ledger;
  /** Resolves when the target has all that was taken by now; false when it fails. */
  broughtAll(): Promise<boolean>;
  /** The id of the newest message of the company as it is now; nothing for what has none, or is not served. */
  newestMessage(companyId: number): number | undefined;
  now(): number;
}

/** What is wrong with a company's backup at a target: with its chain, or with some of its media. */
interface Finding {
  facts?: FileFacts;
  fault?: string;
  badMedia: string[];
  /** How many files that messages have the place lacks, as it did before: they could not be taken once more. */
  missed?: number;
}

/**
 * Restores a company's newest backup from a target, checks it and throws it away. A fault is noted, and what is broken is taken
 * again: the chain by a new copy of the file, media one by one. Nothing is answered when it could not be tried.
 */
export async function prove(proving: Proving, taker: Taker): Promise<Proof | undefined> {
  const { ledger, target, now } = proving, { companyId } = taker, at = now();
  if (!taker.take()) return undefined;
  const { reached } = taker, before = proving.newestMessage(companyId);
  if (reached.baseAt === null || !await proving.broughtAll()) return undefined;
  const finding = await findingOf(proving, taker, { reached, before });
  if (finding === undefined || taker.reached.baseAt !== reached.baseAt) return undefined;
  const { facts, badMedia, missed = 0 } = finding, bad = badMedia.length + missed;
  const fault = finding.fault ?? (bad > 0 ? mediaText(bad) : undefined);
  if (finding.fault) taker.beginAnew(`place ${target.id}: ${finding.fault}`);
  if (badMedia.length > 0) ledger.forgetMedia(companyId, badMedia);
  const last = ledger.proofs.find((one) => one.targetId === target.id && one.companyId === companyId);
  const proof: Proof = {
    targetId: target.id,
    companyId,
    at,
    newest: fault ? last?.newest ?? null : at,
    messages: facts?.rows.messages ?? last?.messages ?? null,
    fault: fault ?? null,
  };
  ledger.setProof(proof);
  if (fault) log.error("A company's backup could not be restored", { company: companyId, target: target.id, fault });
  return proof;
}

function mediaText(count: number): string {
  return count === 1 ? "1 file is missing or damaged" : `${count} files are missing or damaged`;
}

type Before = { reached: Taker["reached"]; before: number | undefined };

async function findingOf(proving: Proving, taker: Taker, was: Before): Promise<Finding | undefined> {
  const { companyId } = taker;
  const plan = await planOf(proving, companyId, was.reached), fault = faultOfChain(plan, was.reached);
  if (fault) return { fault, badMedia: [] };
  const folder = await Deno.makeTempDir({ prefix: "balcao-proof-" });
  try {
    if (!await hasRoom(folder, taker.path)) return undefined;
    const facts = await restored(proving, plan!, `${folder}/company.db`);
    const fault = faultOf(facts, was.before, proving.newestMessage(companyId));
    if (fault) return { facts, fault, badMedia: [] };
    const missed = await missedAt(proving, companyId, folder);
    return { facts, badMedia: await badMediaOf(proving, companyId, folder), missed };
  } catch (error) {
    if (!(error instanceof BadObject || error instanceof NotKept)) throw error;
    return { fault: error.message, badMedia: [] };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function planOf({ target, ledger }: Proving, companyId: number, reached: Taker["reached"]) {
  const planNow = async () => planTo(await restorableOf(target, companyId, ledger.installation), Infinity);
  const plan = await planNow();
  if (!faultOfChain(plan, reached)) return plan;
  await new Promise((resolve) => setTimeout(resolve, LISTED_AGAIN_AFTER));
  return await planNow();
}

async function restored({ target, keys }: Proving, plan: Plan, path: string): Promise<FileFacts> {
  await restoreFile(target, keys.data, plan, path);
  return await checkApart(path);
}

function faultOf(facts: FileFacts, before: number | undefined, after: number | undefined): string | undefined {
  if (facts.integrity !== "ok") return `the restored file is damaged: ${facts.integrity}`;
  if (before === undefined || after === undefined) return undefined;
  const { newestMessage } = facts;
  if (newestMessage < Math.min(before, after)) return "the restored file lacks the newest messages";
  return newestMessage > Math.max(before, after)
    ? "the restored file has messages that the company has not"
    : undefined;
}

/** Of the files that some place has lacked, and that were not taken since: how many that messages have this one lacks. */
async function missedAt({ target, keys, ledger }: Proving, companyId: number, folder: string): Promise<number> {
  const missed = ledger.missedMedia(companyId);
  if (missed.length === 0) return 0;
  const files = inMessages(`${folder}/company.db`, missed),
    names = await namesAt(target, keys.data, companyId, Infinity);
  let count = 0;
  for (const file of files) {
    const hash = names.get(file);
    if (hash === undefined || !await hasWhole({ target, keys }, { companyId, hash }, `${folder}/media`)) count++;
  }
  return count;
}

function inMessages(path: string, names: readonly string[]): string[] {
  const file = openDbFile(path, { readonly: true });
  try {
    const all = JSON.stringify(names).replaceAll("'", "''");
    const has = `SELECT json_group_array(DISTINCT file) AS files FROM message_media
      WHERE file IN (SELECT value FROM json_each('${all}'))`;
    return JSON.parse(String(file.one(has)!.files)) as string[];
  } finally {
    file.close();
  }
}

/** Whether a place has a content as it was taken. */
async function hasWhole(
  { target, keys }: Pick<Proving, "target" | "keys">,
  content: { companyId: number; hash: string },
  path: string,
): Promise<boolean> {
  try {
    await restoreMedia(target, keys.data, content, path);
    return await nameOf(path, keys) === content.hash;
  } catch (error) {
    if (!(error instanceof BadObject || error instanceof NotKept)) throw error;
    return false;
  }
}

/** Twice the file: a restored one and what is left of an earlier state. */
async function hasRoom(folder: string, path: string): Promise<boolean> {
  const { size } = await Deno.stat(path);
  const hasRoom = freeBytes(folder) > 2 * size + SPARED;
  if (!hasRoom) log.warn("There is too little room for temporary files to prove a backup", { path: folder });
  return hasRoom;
}

/** The contents that are not at the target, and those of a sample that are not what they should be. */
async function badMediaOf({ target, keys, ledger }: Proving, companyId: number, folder: string): Promise<string[]> {
  const live = [...new Set(ledger.mediaOf(companyId, 0).values())];
  if (live.length === 0) return [];
  const owed = ledger.owedKeys(companyId);
  const kept = new Set((await target.list(prefixOf(companyId, "media"))).map(({ key }) => key));
  const due = live.filter((hash) => !owed.has(mediaKey(companyId, hash)));
  const bad = due.filter((hash) => !kept.has(mediaKey(companyId, hash)));
  const there = due.filter((hash) => kept.has(mediaKey(companyId, hash)));
  for (const hash of sampleOf(there)) {
    if (!await hasWhole({ target, keys }, { companyId, hash }, `${folder}/media`)) bad.push(hash);
  }
  // The lists of names are as needed as what they name.
  return await hasBadNames(target, keys.data, companyId) ? live : bad;
}

/** A list that cannot be read goes: all media are taken and named again. */
async function hasBadNames(target: Target, key: Uint8Array, companyId: number): Promise<boolean> {
  const lists = await target.list(prefixOf(companyId, "names")), bad: string[] = [];
  for (const { key: list } of lists) {
    try {
      readNames(await openStored(target, key, list));
    } catch (error) {
      if (!(error instanceof BadObject || error instanceof NotKept)) throw error;
      bad.push(list);
    }
  }
  if (bad.length > 0) await target.remove(bad);
  return bad.length > 0;
}

function sampleOf(all: readonly string[]): string[] {
  const rest = [...all];
  return Array.from(
    { length: Math.min(SAMPLE, rest.length) },
    () => rest.splice(Math.floor(Math.random() * rest.length), 1)[0]!,
  );
}

async function nameOf(path: string, { names }: BackupKeys): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of piecesOf(path)) hash.update(chunk);
  return createHmac("sha256", names).update(hash.digest()).digest("hex");
}
