import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import { fetchFile } from "../../platform/fetch_file.ts";
import { askGraph, type GraphCaller } from "./client.ts";
import { GraphFault } from "./faults.ts";
import { isOurs } from "./where.ts";

/** A file must be here after this long (ms). */
const FETCHED_WITHIN = 300_000;

/** Part of a message as it is kept: of the Cloud API with the file's id, else with its address. */
const WithFile = z.looseObject({
  type: z.string(),
  payload: z.optional(z.looseObject({ url: z.optional(z.string()) })),
});
const Id = z.looseObject({ id: z.string() });
const Media = z.looseObject({ url: z.string() });

/** Writes the file of a message to `path`; throws when it cannot, and then there is none. */
export async function fetchGraphMedia(caller: GraphCaller, raw: Uint8Array, path: string, most: number): Promise<void> {
  const message = WithFile.parse(JSON.parse(new TextDecoder().decode(raw)));
  const url = message.payload?.url;
  if (url) return await fetchFrom(url, path, most);
  const { id } = Id.parse(message[message.type]);
  // The address is good for five minutes, and for who shows the token.
  const { url: signed } = await askGraph(caller, id, Media);
  await fetchFrom(signed, path, most, caller.token);
}

/** Meta's address is one outside; nobody who forges a notice makes us ask the inner network. */
async function fetchFrom(url: string, path: string, most: number, token?: string): Promise<void> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (!isOurs(url)) return void await fetchFile(url, path, { most, within: FETCHED_WITHIN, headers });
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(FETCHED_WITHIN), redirect: "error" });
  if (!answer.ok || !answer.body) throw new GraphFault(answer.status);
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      if ((size += chunk.length) > most) throw new Error("The file is larger than it may be");
      yield chunk;
    }
  };
  await pipeline(answer.body, counted, createWriteStream(path));
}
