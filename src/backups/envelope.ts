import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";

const compress = promisify(zstdCompress), decompress = promisify(zstdDecompress);

/** What every object of a backup begins with: the kind of file, and the version of this format. */
const MAGIC = new TextEncoder().encode("BALCAO1\n");
/** How much (bytes) is compressed and encrypted at once. */
const CHUNK = 1_048_576;
/** The nonce and tag of AES-256-GCM (bytes). */
const NONCE = 12, TAG = 16;

/** An object of a backup that is not what it should be: cut off, changed, put in another's place, or of another key. */
export class BadObject extends Error {}

/**
 * Compresses and encrypts. Each chunk is bound to the object's name, to its place in it and to whether it is the last, so
 * that a store can neither change, shorten nor swap what it keeps without being found out.
 */
export async function* sealed(
  key: Uint8Array,
  name: string,
  plain: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield MAGIC;
  let nth = 0, held: Uint8Array | undefined;
  for await (const chunk of inChunks(plain)) {
    if (held) yield await sealChunk(key, bound(name, nth++, false), held);
    held = chunk;
  }
  yield await sealChunk(key, bound(name, nth, true), held ?? new Uint8Array());
}

async function sealChunk(key: Uint8Array, about: Uint8Array, plain: Uint8Array): Promise<Uint8Array> {
  const packed = await compress(plain), nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(about);
  const body = Buffer.concat([cipher.update(packed), cipher.final()]), length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, nonce, cipher.getAuthTag(), body]);
}

/** The plain bytes of an object; throws a BadObject before it hands out a byte that is not its own. */
export async function* opened(
  key: Uint8Array,
  name: string,
  stored: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const reader = new Reader(stored);
  const magic = await reader.take(MAGIC.length);
  if (!magic || Buffer.compare(magic, MAGIC) !== 0) throw new BadObject(`${name} is no object of a backup`);
  for (let nth = 0;; nth++) {
    const head = await reader.take(4 + NONCE + TAG);
    if (!head) throw new BadObject(`${name} is cut off`);
    const length = Buffer.from(head).readUInt32BE(0);
    if (length > 2 * CHUNK) throw new BadObject(`${name} is damaged`);
    const body = await reader.take(length);
    if (!body) throw new BadObject(`${name} is cut off`);
    const isLast = await reader.isAtEnd();
    const packed = openChunk(key, bound(name, nth, isLast), head, body) ??
      refuseChunk(name);
    yield await decompress(packed);
    if (isLast) return;
  }
}

function openChunk(key: Uint8Array, about: Uint8Array, head: Uint8Array, body: Uint8Array): Uint8Array | undefined {
  try {
    const opener = createDecipheriv("aes-256-gcm", key, head.subarray(4, 4 + NONCE)).setAAD(about);
    opener.setAuthTag(head.subarray(4 + NONCE));
    return Buffer.concat([opener.update(body), opener.final()]);
  } catch {
    return undefined;
  }
}

function refuseChunk(name: string): never {
  throw new BadObject(`${name} cannot be opened: it was changed, or belongs to another key`);
}

function bound(name: string, nth: number, isLast: boolean): Uint8Array {
  return new TextEncoder().encode(`${name}\n${nth}\n${isLast ? "last" : "more"}`);
}

async function* inChunks(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [], size = 0;
  for await (let bytes of source) {
    while (size + bytes.length >= CHUNK) {
      const rest = CHUNK - size;
      yield Buffer.concat([...held, bytes.subarray(0, rest)]);
      bytes = bytes.subarray(rest);
      held = [];
      size = 0;
    }
    if (bytes.length > 0) held.push(bytes);
    size += bytes.length;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Takes bytes from a stream, so many at a time. */
class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Exactly so many, or nothing when there are fewer left. */
  async take(count: number): Promise<Uint8Array | undefined> {
    const parts = [this.#held];
    for (let size = this.#held.length; size < count;) {
      const { value, done } = await this.#source.next();
      if (done) return undefined;
      parts.push(value);
      size += value.length;
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts);
    this.#held = all.subarray(count);
    return all.subarray(0, count);
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) {
      const { value, done } = await this.#source.next();
      if (done) return true;
      this.#held = value;
    }
    return false;
  }
}
