import { once } from "node:events";
import type { Buffer } from "node:buffer";
import { type Entry, type Extract, extract, type Pack, pack } from "tar-stream";

/** A file within a file. */
export interface Part {
  name: string;
  /** Bytes. */
  size: number;
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A value as a part that people can read, too. */
export function partOfJson(name: string, value: unknown): Part {
  const bytes = new TextEncoder().encode(JSON.stringify(value, undefined, 2));
  return { name, size: bytes.length, bytes: [bytes] };
}

/** How much (bytes) of a file is read at once. */
const PIECE = 1_048_576;

/** A file on the disk as a part. From here on it may be deleted, or grow: what is read is as it was now. */
export async function partOfFile(name: string, path: string): Promise<Part> {
  const file = await Deno.open(path), { size } = await file.stat();
  return { name, size, bytes: readFrom(file, size) };
}

async function* readFrom(file: Deno.FsFile, size: number): AsyncGenerator<Uint8Array> {
  try {
    for (let left = size; left > 0;) {
      const room = new Uint8Array(Math.min(PIECE, left)), count = await file.read(room);
      if (count === null) return;
      yield room.subarray(0, count);
      left -= count;
    }
  } finally {
    file.close();
  }
}

/** Parts as one stream: a tar file, which every system opens. What a part is read from is read while the stream is. */
export async function* packed(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array> {
  const stream = pack();
  const feeding = feed(stream, parts).catch((error) => stream.destroy(error));
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } finally {
    stream.destroy();
    await feeding;
  }
}

async function feed(stream: Pack, parts: AsyncIterable<Part>): Promise<void> {
  for await (const { name, size, bytes } of parts) {
    const done = Promise.withResolvers<void>();
    const entry = stream.entry(
      { name, size, mode: 0o600 },
      (error) => error ? done.reject(error) : done.resolve(),
    );
    // Whoever fails first says why; the stream that it belongs to is destroyed with that.
    done.promise.catch(() => {});
    entry.on("error", () => {});
    for await (const chunk of bytes) {
      if (!entry.write(chunk)) await Promise.race([once(entry as never, "drain"), done.promise]);
    }
    entry.end();
    await done.promise;
  }
  stream.finalize();
}

/** The parts of a tar stream, each to be read before the next is asked for. */
export async function* unpacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const stream = extract();
  const feeding = drink(stream, source).catch((error) => stream.destroy(error));
  try {
    for await (const entry of stream as unknown as AsyncIterable<Entry>) {
      const { name, size = 0, type } = entry.header;
      if (type !== "file") throw new Error(`${name} is no file`);
      yield { name, size, bytes: entry as unknown as AsyncIterable<Buffer> };
    }
  } finally {
    stream.destroy();
    await feeding;
  }
}

async function drink(stream: Extract, source: AsyncIterable<Uint8Array>): Promise<void> {
  const closed = once(stream as never, "close").catch(() => {});
  for await (const chunk of source) {
    if (stream.destroyed) return;
    if (!stream.write(chunk)) await Promise.race([once(stream as never, "drain").catch(() => {}), closed]);
  }
  stream.end();
}
