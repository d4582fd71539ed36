import { tmpdir } from "node:os";

/** A file for each port that some test was given, locked as long as that test's process lives. */
const REGISTER = `${tmpdir()}/balcao-ports`;

/** Kept open: with the file its lock would go. */
const held: Deno.FsFile[] = [];

/**
 * A port that nobody listens at and that no other test is given, though it may be long until somebody listens there. It is
 * below those that Linux gives to connections that go out (32768 and more): one of those may be taken by any connection of
 * a neighbour, and a server that is started again there finds it gone.
 */
export function aPort(): number {
  while (true) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    try {
      if (!hold(port)) continue;
      Deno.listen({ port, hostname: "127.0.0.1" }).close();
      return port;
    } catch { /* It is taken. */ }
  }
}

function hold(port: number): boolean {
  Deno.mkdirSync(REGISTER, { recursive: true });
  const file = Deno.openSync(`${REGISTER}/${port}`, { write: true, create: true });
  const isFree = file.tryLockSync(true);
  if (isFree) held.push(file);
  else file.close();
  return isFree;
}
