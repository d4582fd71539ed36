import { newWaySocket } from "../control/way_sockets.ts";

/** Bytes in both directions. */
export interface Ends {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
}

/** How long (ms) is waited for what an operation has said when it was over. */
const LAST_WORDS = 5000;

/**
 * Has an operation speak with somebody whom only this process can reach: what comes by a socket that only the folder's user
 * may open is passed on, in both directions. The operation may run in the server, as another user than ours.
 */
export async function bridged<T>(data: string, ends: Ends, work: (socket: string) => Promise<T>): Promise<T> {
  const path = newWaySocket(data), listener = Deno.listen({ transport: "unix", path });
  const over = new AbortController();
  let line: Deno.Conn | undefined, passing: Promise<void> | undefined;
  try {
    letOwnerIn(data, path);
    passing = passOn().catch(() => {});
    return await work(path);
  } finally {
    // Where the operation fails before it asks, nobody comes any more.
    listener.close();
    // What was said last is on its way still: why it failed, too.
    await atMost(LAST_WORDS, passing);
    over.abort();
    quietly(() => line?.close());
    // The other side is not to wait for more.
    await ends.writable.abort().catch(() => {});
    quietly(() => Deno.removeSync(path));
  }

  async function passOn(): Promise<void> {
    line = await listener.accept();
    void ends.readable.pipeTo(line.writable, { preventClose: true, signal: over.signal }).catch(() => {}).then(() =>
      line?.closeWrite()
    )
      .catch(() => {});
    await line.readable.pipeTo(ends.writable);
  }
}

/** Waits for it, but no longer than so (ms). */
async function atMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>(), timer = setTimeout(resolve, ms);
  await Promise.race([work, late]);
  clearTimeout(timer);
}

function letOwnerIn(data: string, path: string): void {
  Deno.chmodSync(path, 0o600);
  const { uid, gid } = Deno.statSync(data);
  if (Deno.uid() === 0 && uid !== null && uid !== 0) Deno.chownSync(path, uid, gid);
}

function quietly(work: () => void): void {
  try {
    work();
  } catch { /* It is gone already. */ }
}
