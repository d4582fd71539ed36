import { BadCommand } from "../platform/config.ts";
import type { HttpsConfig } from "../platform/https_config.ts";
import type { Keys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import { type Answers, plainDoor, toFirstName } from "./door.ts";
import { Front } from "./front.ts";
import type { Certificate } from "./kept_certificate.ts";
import { type CertificateState, Renewal } from "./renewal.ts";

interface Opening {
  host: string;
  https: HttpsConfig;
  /** The data folder. */
  folder: string;
  keys: Keys;
  /** For tests: sooner than an authority's patience allows (ms). */
  againAfter?: readonly number[];
}

/** Answers a request of whoever is at this address. */
export type Answer = (request: Request, caller: { remoteAddr: { hostname: string } }) => Response | Promise<Response>;

export interface Doors {
  /** Where they listen; of https only once there is a certificate. */
  httpPort: number;
  httpsPort(): number | undefined;
  /** On this machine alone, of what is behind the front. */
  innerPort: number;
  certificate(): CertificateState;
  /** What is being answered is answered first. */
  shutdown(): Promise<void>;
}

/**
 * Serves https by itself: a plain door that leads there, a certificate that renews itself, and what is behind it. Without a
 * certificate and without a network the plain door stands alone until there is one.
 */
export async function openDoors({ host, https, folder, keys, againAfter }: Opening, answer: Answer): Promise<Doors> {
  const { domains, email, directory, httpPort } = https;
  const answers: Answers = new Map(), ca = https.ca === undefined ? undefined : readPem(https.ca);
  let front: Front | undefined, port = https.httpsPort;
  let door = plainDoor({ domains, port, answers });
  const plain = open(
    () => serveOn({ port: httpPort, hostname: host }, (request) => door(request)),
    httpPort,
    "--http-port",
  );
  const inner = serveOn({ port: 0, hostname: "127.0.0.1", automaticCompression: true }, (request, { remoteAddr }) => {
    const hostname = front?.callerAt(remoteAddr.port);
    // Somebody on this machine who has not come through the front: whoever is behind that is nobody's word.
    if (hostname === undefined) return new Response("Misdirected Request", { status: 421 });
    return toFirstName(request, { domains, port }) ?? answer(request, { remoteAddr: { hostname } });
  });
  const show = async (certificate: Certificate) => {
    if (front) return front.show(certificate);
    front = await Front.listen({ host, port, inner: inner.addr.port }, certificate);
    port = front.port;
    door = plainDoor({ domains, port, answers });
  };
  const renewal = new Renewal({ domains, email, directory, ca, answers, folder, keys, againAfter }, show);
  try {
    // Said at once, and not when the first certificate comes.
    open(() => Deno.listen({ port, hostname: host }), port, "--https-port").close();
    await renewal.start();
  } catch (error) {
    renewal.close();
    await Promise.all([plain.shutdown(), inner.shutdown()]);
    throw error;
  }
  if (!front) log.warn(`There is no certificate for ${domains.join(", ")} yet: it is asked for from ${directory}`);
  return {
    httpPort: plain.addr.port,
    httpsPort: () => front?.port,
    innerPort: inner.addr.port,
    certificate: () => renewal.state,
    async shutdown() {
      renewal.close();
      await Promise.all([plain.shutdown(), inner.shutdown()]).finally(() => front?.close());
    },
  };
}

type Handler = (request: Request, info: { remoteAddr: Deno.NetAddr }) => Response | Promise<Response>;

function serveOn(options: Deno.ServeTcpOptions, handler: Handler): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ ...options, onListen: () => {} }, handler);
}

/** What the system says of a port, as a sentence that says what to do. */
function open<T>(listen: () => T, port: number, flag: string): T {
  try {
    return listen();
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      throw new BadCommand(`Port ${port} is in use: stop the other program, or choose another with ${flag}`);
    }
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new BadCommand(
      `Port ${port} may not be used by this user. Either install the service, which may (balcao install --domain …), ` +
        `or allow it to all (sysctl net.ipv4.ip_unprivileged_port_start=80), ` +
        `or choose one above 1023 with ${flag} and have port ${port} led there`,
    );
  }
}

function readPem(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    throw new BadCommand(`BALCAO_ACME_CA: ${path} cannot be read: ${(error as Error).message}`);
  }
}
