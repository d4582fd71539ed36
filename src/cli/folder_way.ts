import { NotThere } from "../platform/config.ts";
import { isThere } from "../platform/is_there.ts";
import type { Ends } from "./bridge.ts";
import { CALL, callIn, removeCall, sweepCalls, whenEnded } from "./way_files.ts";

/** How often (ms) it is looked whether the other side has said something. */
const LOOKED_EVERY = 50;
const PIECE = 1_048_576;
/** So long (ms) whoever has called may take to say something. */
const SILENT_AFTER = 10_000;
/** So long (ms) whoever has called is left to read what was said last. */
const LAST_WORDS = 10_000;

interface FolderWay extends Ends {
  /** Takes away what is of no use any more, as does a signal that ends the command; whoever still reads it sees that it is over. */
  clear(): Promise<void>;
}

/**
 * The way to another server by a folder that both machines see: each side adds to a file, which the other reads. `waits` is
 * called when there is something to be read from the other side and it has not come yet.
 */
export async function callBy(folder: string, waits: () => void): Promise<FolderWay> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  sweepCalls(folder, Date.now());
  const id = crypto.randomUUID(), signal = new AbortController();
  const isOver = whenEnded(() => removeCall(folder, id));
  await Deno.writeFile(`${folder}/${id}.there`, new Uint8Array(), { mode: 0o600 });
  await Deno.writeTextFile(`${folder}/${id}.call`, id, { mode: 0o600 });
  await Deno.rename(`${folder}/${id}.call`, `${folder}/${CALL}`);
  return {
    readable: ReadableStream.from(growing(`${folder}/${id}.here`, { signal: signal.signal, waits })),
    writable: added(`${folder}/${id}.there`),
    async clear() {
      signal.abort();
      isOver();
      removeCall(folder, id);
    },
  };
}

interface Heard {
  /** Nobody has called yet. */
  waits(): void;
  /** Somebody has called and then said nothing: their command was perhaps ended. */
  isSilent(): void;
}

/** The other end of it, once somebody has called. */
export async function answerIn(folder: string, { waits, isSilent }: Heard): Promise<FolderWay> {
  if (!isThere(folder)) throw new NotThere(`There is no ${folder}`);
  sweepCalls(folder, Date.now());
  for (let isSaid = false;; isSaid = true) {
    const id = callIn(folder);
    // One call has one answer.
    if (id !== undefined && !isThere(`${folder}/${id}.here`)) return answered(folder, id, isSilent);
    if (!isSaid) waits();
    await pause();
  }
}

function answered(folder: string, id: string, isSilent: Heard["isSilent"]): FolderWay {
  const signal = new AbortController(), isOver = whenEnded(() => removeCall(folder, id));
  return {
    readable: ReadableStream.from(growing(`${folder}/${id}.there`, { signal: signal.signal, isSilent })),
    writable: added(`${folder}/${id}.here`),
    async clear() {
      signal.abort();
      // Whoever has called takes away everything, unless they were killed.
      for (const until = Date.now() + LAST_WORDS; isThere(`${folder}/${id}.there`) && Date.now() < until;) {
        await pause();
      }
      isOver();
      removeCall(folder, id);
    },
  };
}

/** What is added to a file, until its writer says that it is over, or it is gone; with `waits` it is not there from the beginning. */
async function* growing(
  path: string,
  { signal, waits, isSilent }: { signal: AbortSignal } & Partial<Heard>,
): AsyncGenerator<Uint8Array> {
  if (!isThere(path)) waits?.();
  while (!isThere(path)) {
    if (signal.aborted || !waits) return;
    await pause();
  }
  const file = await Deno.open(path),
    room = new Uint8Array(PIECE),
    silent = setTimeout(() => isSilent?.(), SILENT_AFTER);
  try {
    while (!signal.aborted) {
      const isOver = isThere(`${path}.over`) || !isThere(path), count = await file.read(room);
      if (count) clearTimeout(silent);
      if (count) yield room.slice(0, count);
      else if (isOver) return;
      else await pause();
    }
  } finally {
    clearTimeout(silent);
    file.close();
  }
}

function added(path: string): WritableStream<Uint8Array> {
  const file = Deno.openSync(path, { write: true, create: true, append: true, mode: 0o600 });
  const end = async () => {
    file.close();
    if (isThere(path)) await Deno.writeFile(`${path}.over`, new Uint8Array()).catch(() => {});
  };
  return new WritableStream({
    async write(bytes) {
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    },
    close: end,
    abort: end,
  });
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOKED_EVERY));
}
