/** A line as a phone has it where the network is poor. */
export interface Line {
  /** Bytes in a second, from the server. */
  rate: number;
  /** There and back, ms. */
  roundTrip: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A way to a server of this machine that is as slow as that line, for everything that a browser does: Chromium's own
 * emulation leaves out sockets, and what a service worker asks for.
 */
export function slowLine(to: { hostname: string; port: number }, { rate, roundTrip }: Line) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  /** When (ms) the line is free again for what comes down. */
  let freeAt = 0;

  /** Brings what is read over after half a round trip, no faster than the line carries it. */
  async function carry(from: ReadableStream<Uint8Array>, over: WritableStream<Uint8Array>, isDown: boolean) {
    const writer = over.getWriter();
    let last = Promise.resolve();
    for await (const piece of from) {
      const now = performance.now();
      freeAt = isDown ? Math.max(freeAt, now) + piece.length / rate * 1000 : freeAt;
      const wait = (isDown ? freeAt - now : 0) + roundTrip / 2;
      const before = last;
      last = pause(wait).then(() => before).then(() => writer.write(piece));
      last.catch(() => {});
    }
    await last;
    await writer.close();
  }

  (async () => {
    for await (const phone of listener) {
      void (async () => {
        // The handshake is a way there and back by itself.
        const [server] = await Promise.all([Deno.connect(to), pause(roundTrip)]);
        await Promise.allSettled([
          carry(phone.readable, server.writable, false),
          carry(server.readable, phone.writable, true),
        ]);
      })().catch(() => {});
    }
  })().catch(() => {});
  return { address: `http://127.0.0.1:${listener.addr.port}`, close: () => listener.close() };
}
