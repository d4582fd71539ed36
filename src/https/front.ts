import { connect, type Socket } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { log } from "../platform/log.ts";
import type { Certificate } from "./kept_certificate.ts";

type Shown = Pick<Certificate, "cert" | "key">;

/** Whoever has not finished the handshake by then (ms) is sent away. */
const HANDSHAKE_WITHIN = 10_000;

interface Listening {
  host: string;
  port: number;
  /** Where requests are answered, in plain text, on this machine alone. */
  inner: number;
}

/**
 * Speaks TLS to browsers and hands what they say to the server behind it. Deno.serve cannot change its certificate, and what
 * is open would be cut by a second server in its place; `setSecureContext` counts from the next handshake on, and what is open goes on.
 */
export class Front {
  readonly #server: Server;
  /** The inner end of each connection, by its port: whose it is. */
  readonly #callers = new Map<number, string>();
  readonly #open = new Set<TLSSocket>();
  readonly port: number;

  private constructor(server: Server, inner: number) {
    this.#server = server;
    this.port = (server.address() as { port: number }).port;
    server.on("secureConnection", (outer) => this.#join(outer, inner));
    // Scanners and browsers that do not trust us yet: no news.
    server.on("tlsClientError", (error) => log.debug("A TLS handshake failed", { error }));
  }

  /** Refuses with what the system says of the port. */
  static async listen({ host, port, inner }: Listening, { cert, key }: Shown): Promise<Front> {
    const server = createServer({
      ...{ cert, key },
      minVersion: "TLSv1.2",
      ALPNProtocols: ["h2", "http/1.1"],
      handshakeTimeout: HANDSHAKE_WITHIN,
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => resolve());
    });
    return new Front(server, inner);
  }

  /** From the next handshake on. */
  show({ cert, key }: Shown): void {
    this.#server.setSecureContext({ cert, key, minVersion: "TLSv1.2" });
  }

  /** The address of whoever is behind an inner connection; nothing for one that has not come through here. */
  callerAt(innerPort: number): string | undefined {
    return this.#callers.get(innerPort);
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #join(outer: TLSSocket, port: number): void {
    const inner: Socket = connect(port, "127.0.0.1");
    let own = 0;
    this.#open.add(outer);
    inner.on("connect", () => {
      // Before a byte passes, so that no request comes from nobody.
      own = inner.localPort!;
      this.#callers.set(own, outer.remoteAddress ?? "");
      outer.pipe(inner);
      inner.pipe(outer);
    });
    const end = () => {
      this.#open.delete(outer);
      this.#callers.delete(own);
      outer.destroy();
      inner.destroy();
    };
    for (const socket of [outer, inner]) socket.on("error", end).on("close", end);
  }
}
