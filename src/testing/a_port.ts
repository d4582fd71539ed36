/** Held as long as this process lives: by them the tests of other processes see that a port is somebody's. */
const held: Deno.DatagramConn[] = [];
/** Where nothing of the product or its tests listens; a port's number there is taken by whoever was given it. */
const REGISTER = "127.0.0.9";

/**
 * A port that nobody listens at and that no other test is given, though it may be long until somebody listens there. It is
 * below those that Linux gives to connections that go out (32768 and more): one of those may be taken by any connection of
 * a neighbour, and a server that is started again there finds it gone.
 */
export function aPort(): number {
  while (true) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    try {
      held.push(Deno.listenDatagram({ transport: "udp", port, hostname: REGISTER }));
      Deno.listen({ port, hostname: "127.0.0.1" }).close();
      return port;
    } catch { /* It is taken. */ }
  }
}
