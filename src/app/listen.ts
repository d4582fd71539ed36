import type { Doors } from "../https/doors.ts";
import { BadCommand, type Config } from "../platform/config.ts";
import type { Tenants } from "../platform/tenants.ts";

/** Whatever answers requests: the app, or what stands in for it. */
export interface Answers {
  fetch(request: Request, caller: { remoteAddr: { hostname: string } }): Response | Promise<Response>;
}

export interface Listening {
  /** Where it listens: http://127.0.0.1:3000, or https://desk.example where it speaks https by itself. */
  address: string;
  port: number;
  /** On which addresses of this machine. */
  hostname: string;
  /** Only where it speaks https by itself. */
  certificate?: Doors["certificate"];
  shutdown(): Promise<void>;
}

/** Opens the port, or both of https; a BadCommand says what to do where it may not. */
export async function listen(
  config: Config,
  app: Answers,
  { folder, keys }: Pick<Tenants, "folder" | "keys">,
): Promise<Listening> {
  const { https, host } = config;
  if (!https) return listenPlainly(config, app);
  const { openDoors } = await import("../https/doors.ts");
  const doors = await openDoors({ host, https, folder, keys }, (request, caller) => app.fetch(request, caller));
  const { certificate, shutdown } = doors;
  return { address: config.publicUrl!, port: https.httpsPort, hostname: host, certificate, shutdown };
}

function listenPlainly({ port, host }: Config, app: Answers): Listening {
  const http = serveOn({ port, host }, app), { addr } = http;
  const name = addr.hostname === "0.0.0.0" || addr.hostname === "::" ? "127.0.0.1" : addr.hostname;
  const address = `http://${name}:${addr.port}`;
  return { address, port: addr.port, hostname: addr.hostname, shutdown: () => http.shutdown() };
}

function serveOn({ port, host }: Pick<Config, "port" | "host">, app: Answers): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve(
      { port, hostname: host, automaticCompression: true, onListen: () => {} },
      (request, info) => app.fetch(request, info),
    );
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      throw new BadCommand(`Port ${port} is in use: stop the other program, or choose another with --port`);
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new BadCommand(`Port ${port} may not be used by this user: choose one above 1023 with --port`);
    }
    throw new BadCommand(`${host} cannot be listened on: choose an address of this machine with --host (${error})`);
  }
}
