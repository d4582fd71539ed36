/**
 * A port that nobody listens at, below those that Linux gives to connections that go out (32768 and more): one of those
 * may be taken by any connection of a neighbour, and a server that is started again there finds it gone.
 */
export function aPort(): number {
  while (true) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    try {
      Deno.listen({ port, hostname: "127.0.0.1" }).close();
      return port;
    } catch { /* It is taken. */ }
  }
}
