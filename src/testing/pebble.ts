import { get } from "node:https";
import { aPort } from "./a_port.ts";
import { aCertificate } from "./certificates.ts";
import { until } from "./fixtures.ts";

/** An authority for certificates (Debian's pebble) with a name server of its own, in which every name leads to 127.0.0.1. */
export interface Pebble {
  directory: string;
  /** A PEM file with what its own server is signed by. */
  ca: string;
  /** What the certificates are signed by that it gives; another one after each start. */
  root(): Promise<string>;
  /** Where a name leads from now on. */
  lead(name: string, address: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** Where it looks for the answers to its challenges. */
  httpPort: number;
  /** For how long (s) its certificates are good. */
  validity?: number;
}

export async function aPebble({ httpPort, validity = 86_400 }: Options): Promise<Pebble> {
  const folder = await Deno.makeTempDir({ prefix: "balcao-pebble-" });
  const [port, management, names, namesManagement] = [aPort(), aPort(), aPort(), aPort()];
  const ca = await aCertificate({ name: "authority of the authority" });
  const own = await aCertificate({ name: "localhost", by: ca });
  const files = { "ca.pem": ca.cert, "own.pem": own.cert, "own.key": own.key };
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${name}`, text);
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: `${folder}/own.pem`,
    privateKey: `${folder}/own.key`,
    httpPort,
    tlsPort: 1,
    certificateValidityPeriod: validity,
  };
  await Deno.writeTextFile(`${folder}/pebble.json`, JSON.stringify({ pebble }));
  const nameServer = run("pebble-challtestsrv", [
    ...["-dns01", `127.0.0.1:${names}`, "-management", `127.0.0.1:${namesManagement}`, "-defaultIPv6", ""],
    ...["-http01", "", "-https01", "", "-tlsalpn01", ""],
  ]);
  let authority: Deno.ChildProcess | undefined;
  const read = (path: string, at = port) =>
    new Promise<string | undefined>((resolve) => {
      get({ host: "127.0.0.1", port: at, path, ca: ca.cert }, (answer) => {
        let text = "";
        answer.on("data", (part) => text += part).on(
          "end",
          () => resolve(answer.statusCode === 200 ? text : undefined),
        );
      }).on("error", () => resolve(undefined));
    });
  const self = {
    directory: `https://127.0.0.1:${port}/dir`,
    ca: `${folder}/ca.pem`,
    root: async () => await until(() => read("/roots/0", management)),
    async lead(name: string, address: string) {
      const tell = (what: string, record: object) =>
        fetch(`http://127.0.0.1:${namesManagement}/${what}`, { method: "POST", body: JSON.stringify(record) })
          .then(async (answer) => (await answer.body?.cancel(), answer.ok), () => false);
      // It adds to what it has.
      await until(() => tell("clear-a", { host: `${name}.` }));
      await until(() => tell("add-a", { host: `${name}.`, addresses: [address] }));
    },
    async start() {
      authority = run("pebble", ["-config", `${folder}/pebble.json`, "-dnsserver", `127.0.0.1:${names}`]);
      const ended = authority.status.then(({ code }) => Promise.reject(new Error(`pebble ended with ${code}`)));
      ended.catch(() => {/* It was stopped. */});
      await Promise.race([until(() => read("/dir")), ended]);
    },
    async stop() {
      await end(authority);
      authority = undefined;
    },
    async close() {
      await self.stop();
      await end(nameServer);
      await Deno.remove(folder, { recursive: true });
    },
  };
  return self;
}

function run(program: string, args: string[]): Deno.ChildProcess {
  // It waits for some seconds before it looks, and forgets one nonce in twenty, unless it is told not to.
  const env = { PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "5" };
  try {
    return new Deno.Command(program, { args, env, stdout: "null", stderr: "null" }).spawn();
  } catch (error) {
    throw new Error(`${program} is not there: make pebble installs it (${error})`);
  }
}

async function end(child: Deno.ChildProcess | undefined): Promise<void> {
  try {
    child?.kill("SIGKILL");
  } catch { /* It has ended by itself, and the test said why. */ }
  await child?.status;
}
