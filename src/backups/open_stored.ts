import { Buffer } from "node:buffer";
import { opened } from "./envelope.ts";
import type { Target } from "./targets/target.ts";

/** What an object holds, whole. */
export function openStored(target: Target, key: Uint8Array, name: string): Promise<Uint8Array> {
  return wholeOf(opened(key, name, target.get(name)));
}

export async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
