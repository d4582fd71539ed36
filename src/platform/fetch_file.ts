import { createWriteStream } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { request as requestTls } from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline } from "node:stream/promises";
import { NoAnswer } from "./ask_outside.ts";
import { outerAddresses } from "./inner_network.ts";

/** How often an address may send us on to another; each is looked at like the first. */
const MOST_REDIRECTS = 3;

export interface FetchLimits {
  /** Bytes. */
  most: number;
  /** ms for all of it. */
  within: number;
  /** Said to the address itself, and to none that it sends on to. */
  headers?: Record<string, string>;
}

/** What an address says of the file that it serves. */
export interface FetchedFile {
  name: string;
  mimetype: string;
  size: number;
}

/** Why a file could not be fetched, in the words of `ERR_MEDIA_ADDRESS`'s detail. */
export class FetchFailure extends Error {
  constructor(readonly reason: "inner" | "unreachable" | "status" | "too_large" | "too_slow" | "redirects") {
    super(reason);
  }
}

/**
 * Writes the file behind an address to `path`. Nothing in the network in which this process runs is asked, also not by a
 * redirect or a name that means another machine a moment later. Throws a FetchFailure, and leaves no file.
 */
export async function fetchFile(
  address: string,
  path: string,
  { most, within, headers }: FetchLimits,
): Promise<FetchedFile> {
  const patience = AbortSignal.timeout(within);
  try {
    const { answer, url } = await follow(address, patience, headers);
    const size = await save(answer, path, most, patience);
    const mimetype = (answer.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
    return { name: nameOf(answer, url), mimetype: mimetype || "application/octet-stream", size };
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    if (error instanceof FetchFailure) throw error;
    if (error instanceof NoAnswer && /inner/.test(error.message)) throw new FetchFailure("inner");
    throw new FetchFailure(patience.aborted ? "too_slow" : "unreachable");
  }
}

async function follow(
  address: string,
  signal: AbortSignal,
  headers: Record<string, string> | undefined,
): Promise<{ answer: IncomingMessage; url: string }> {
  let url = address;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const answer = await ask(url, signal, hops === 0 ? headers : undefined);
    const { statusCode: status = 0, headers: { location } } = answer;
    if (status === 200) return { answer, url };
    answer.destroy();
    const next = status >= 300 && status < 400 && location ? URL.parse(location, url) : null;
    if (!next || !/^https?:$/.test(next.protocol)) throw new FetchFailure("status");
    url = next.href;
  }
  throw new FetchFailure("redirects");
}

async function ask(
  url: string,
  signal: AbortSignal,
  more: Record<string, string> | undefined,
): Promise<IncomingMessage> {
  const at = await outerAddresses(url);
  const lookup: LookupFunction = (_, { all }, found) =>
    all ? found(null, at) : found(null, at[0]!.address, at[0]!.family);
  const open = new URL(url).protocol === "https:" ? requestTls : request;
  return await new Promise((resolve, reject) => {
    open(url, { lookup, agent: false, signal, headers: { ...more, "accept-encoding": "identity" } }, resolve)
      .on("error", reject).end();
  });
}

async function save(answer: IncomingMessage, path: string, most: number, signal: AbortSignal): Promise<number> {
  if (Number(answer.headers["content-length"]) > most) {
    answer.destroy();
    throw new FetchFailure("too_large");
  }
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      if ((size += chunk.length) > most) throw new FetchFailure("too_large");
      yield chunk;
    }
  };
  await pipeline(answer, counted, createWriteStream(path), { signal });
  return size;
}

/** As the server calls it; else the last part of the address. */
function nameOf({ headers }: IncomingMessage, url: string): string {
  const given = headers["content-disposition"] ?? "";
  const [, quoted, plain] = /filename="([^"]+)"|filename=([^;\s]+)/i.exec(given) ?? [];
  const [, extended] = /filename\*=UTF-8''([^;\s]+)/i.exec(given) ?? [];
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return decoded(extended) ?? quoted ?? plain ?? decoded(last) ?? "";
}

function decoded(text: string | undefined): string | undefined {
  if (!text) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
