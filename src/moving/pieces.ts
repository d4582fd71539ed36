import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import { type Beside, openBeside } from "../platform/beside.ts";
import { writeAll } from "../platform/with_file.ts";

/** How much (bytes) is read at once, and what is compared: a page of SQLite's, or a part of one. */
const READ = 1_048_576, BLOCK = 4096;

/** Bytes of a file, and where they belong in it. */
export interface Piece {
  at: number;
  bytes: Uint8Array;
}

/** A file as it is, and how it differs from another: nothing there means that all of it does. */
export interface Compared {
  size: number;
  /** SHA-256 of the whole, in hexadecimal; once all pieces were taken. */
  sum(): string;
  pieces: AsyncGenerator<Piece>;
}

/** Reads a file once, beside an earlier copy of it. Neither may change meanwhile. */
export async function compared(path: string, earlier: string | undefined): Promise<Compared> {
  const { size } = await Deno.stat(path), hash = createHash("sha256");
  let sum: string | undefined;
  async function* pieces(): AsyncGenerator<Piece> {
    const other = earlier === undefined ? undefined : await Deno.open(earlier), beside = openBeside(path);
    try {
      for (let at = 0; at < size;) {
        const bytes = await readBeside(beside), had = other ? await readFull(other) : new Uint8Array();
        if (bytes.length === 0) break;
        hash.update(bytes);
        yield* differing(bytes, had, at);
        at += bytes.length;
      }
      sum = hash.digest("hex");
    } finally {
      beside.giveBack();
      other?.close();
    }
  }
  return { size, sum: () => sum!, pieces: pieces() };
}

/** Blocks beside each other are one piece. */
function* differing(bytes: Uint8Array, had: Uint8Array, at: number): Generator<Piece> {
  if (Buffer.compare(bytes, had) === 0) return;
  let from = -1;
  for (let block = 0; block < bytes.length; block += BLOCK) {
    const end = block + BLOCK, isSame = Buffer.compare(bytes.subarray(block, end), had.subarray(block, end)) === 0;
    if (!isSame && from < 0) from = block;
    if (isSame && from >= 0) {
      yield { at: at + from, bytes: bytes.subarray(from, block) };
      from = -1;
    }
  }
  if (from >= 0) yield { at: at + from, bytes: bytes.subarray(from) };
}

/** The same of a database's file; others have their turn after each quarter. */
async function readBeside(file: Beside): Promise<Uint8Array> {
  const room = new Uint8Array(READ);
  let size = 0;
  for (let count; size < READ && (count = file.read(room.subarray(size, size + READ / 4))) !== null;) {
    size += count;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return room.subarray(0, size);
}

async function readFull(file: Deno.FsFile): Promise<Uint8Array> {
  const room = new Uint8Array(READ);
  let size = 0;
  for (let count; size < READ && (count = await file.read(room.subarray(size))) !== null;) size += count;
  return room.subarray(0, size);
}

/** Writes a piece where it belongs. */
export async function writePiece(file: Deno.FsFile, { at, bytes }: Piece): Promise<void> {
  await file.seek(at, Deno.SeekMode.Start);
  await writeAll(file, bytes);
}

/** SHA-256 of a file, in hexadecimal. */
export async function sumOf(path: string): Promise<string> {
  const hash = createHash("sha256"), beside = openBeside(path);
  try {
    for (let bytes; (bytes = await readBeside(beside)).length > 0;) hash.update(bytes);
  } finally {
    beside.giveBack();
  }
  return hash.digest("hex");
}
