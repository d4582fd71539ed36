/**
 * Files that are closed again however their reader ends. This is not left to `using`: the bundler that makes the executable
 * takes its disposal away where the name is read once, so that only the executable, and no test, would keep them open.
 */

/** Bytes that are read at once, at most. */
const PIECE = 262_144;

/** Gives the open file to `work`, and closes it when that is over. Throws as `Deno.open` and `work` do. */
export async function withFile<T>(
  path: string,
  options: Deno.OpenOptions,
  work: (file: Deno.FsFile) => Promise<T>,
): Promise<T> {
  const file = await Deno.open(path, options);
  try {
    return await work(file);
  } finally {
    file.close();
  }
}

/** The same, at one go. */
export function withFileSync<T>(path: string, options: Deno.OpenOptions, work: (file: Deno.FsFile) => T): T {
  const file = Deno.openSync(path, options);
  try {
    return work(file);
  } finally {
    file.close();
  }
}

/** A file's bytes from its beginning, in pieces, each in its own room. */
export async function* piecesOf(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const file = await Deno.open(path);
  try {
    for (;;) {
      const room = new Uint8Array(PIECE), count = await file.read(room);
      if (count === null) return;
      yield room.subarray(0, count);
    }
  } finally {
    file.close();
  }
}

/** A file's first bytes: `length`, or as many as it has. */
export async function headOf(path: string, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  return await withFile(path, { read: true }, async (file) => bytes.subarray(0, await file.read(bytes) ?? 0));
}

/** The same, at one go. */
export function headOfSync(path: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  return withFileSync(path, { read: true }, (file) => bytes.subarray(0, file.readSync(bytes) ?? 0));
}

/** Writes all of the bytes where the file stands: one write may take fewer than it is given. */
export async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

/** Brings a file's bytes onto the disk. */
export function syncFile(path: string): void {
  withFileSync(path, { read: true, write: true }, (file) => file.syncSync());
}
