import { createHash } from "node:crypto";
import { copyFile } from "../exports/copy_file.ts";
import { isPart } from "../platform/media.ts";
import type { Tenants } from "../platform/tenants.ts";
import { compared } from "./pieces.ts";
import type { Talk } from "./talk.ts";

/** Rounds of what has changed end with one that is smaller than this (bytes), or with so many. */
const SMALL = 4_000_000, MOST_ROUNDS = 4;
const PIECE = 1_048_576;

export interface Sending {
  tenants: Tenants;
  companyId: number;
  talk: Talk;
  /** A folder of our own. */
  spool: string;
  signal: AbortSignal;
  say(text: string): void;
}

/** What the other side has by now. */
export interface Sent {
  /** A copy of the company's file as it is there. */
  copy: string;
  /** Files by their names, each as it was when it was read. */
  media: Map<string, string>;
  bytes: number;
}

/** Sends the company's file and its media while it goes on working, until little is left to be sent. */
export async function sendWhileItWorks(sending: Sending): Promise<Sent> {
  const { tenants, companyId, talk, spool, signal, say } = sending;
  const sent: Sent = { copy: "", media: new Map(), bytes: 0 };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = sent.bytes, next = `${spool}/${round}.db`;
    await copyFile(() => tenants.fileOf(companyId), next, signal);
    await sendFile(sending, sent, next);
    if (sent.copy) await Deno.remove(sent.copy);
    sent.copy = next;
    await sendMedia(sending, sent);
    const bytes = sent.bytes - before;
    say(`${round === 0 ? "All of it" : "What came meanwhile"}: ${(bytes / 1e6).toFixed(1)} MB`);
    if (round > 0 && bytes < SMALL) break;
    // It is looked through while nobody waits for it.
    if (round === 0) {
      await talk.say({ say: "look", size: (await Deno.stat(next)).size });
      await talk.expect("good");
    }
  }
  return sent;
}

/** The last round, while the file lies still: says what the whole of it is. */
export async function sendLast(sending: Sending, sent: Sent, path: string): Promise<void> {
  const whole = await sendFile(sending, sent, path);
  await sendMedia(sending, sent);
  await sending.talk.say({ say: "whole", ...whole, media: sent.media.size });
}

/** Sends in what a file differs from what the other side has; answers what the whole of it is. */
async function sendFile({ talk, signal }: Sending, sent: Sent, path: string): Promise<{ size: number; sum: string }> {
  const { size, pieces, sum } = await compared(path, sent.copy || undefined);
  for await (const { at, bytes } of pieces) {
    signal.throwIfAborted();
    await talk.say({ say: "piece", at }, bytes);
    sent.bytes += bytes.length;
  }
  return { size, sum: sum() };
}

/** One that somebody was still writing when it was read is sent again. */
async function sendMedia({ tenants, companyId, talk, signal }: Sending, sent: Sent): Promise<void> {
  const folder = `${tenants.folder}/${companyId}/media`;
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile || isPart(name)) continue;
    const file = await openUnlessSent(`${folder}/${name}`, sent.media.get(name));
    if (!file) continue;
    await talk.say({ say: "media", name });
    try {
      await talk.say({ say: "end", sum: await sendBytes(file.opened, { talk, signal }, sent) });
    } finally {
      file.opened.close();
    }
    sent.media.set(name, file.shape);
  }
}

/** SHA-256 of what was sent, in hexadecimal. */
async function sendBytes(
  file: Deno.FsFile,
  { talk, signal }: Pick<Sending, "talk" | "signal">,
  sent: Sent,
): Promise<string> {
  const hash = createHash("sha256"), room = new Uint8Array(PIECE);
  for (let count; (count = await file.read(room)) !== null; sent.bytes += count) {
    signal.throwIfAborted();
    hash.update(room.subarray(0, count));
    await talk.say({ say: "more" }, room.slice(0, count));
  }
  return hash.digest("hex");
}

async function openUnlessSent(path: string, known: string | undefined) {
  try {
    const { size, mtime } = await Deno.stat(path), shape = `${size} ${mtime?.getTime()}`;
    return shape === known ? undefined : { opened: await Deno.open(path), shape };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
