import { serve } from "../app/serve.ts";
import type { Server } from "../app/server.ts";
import { makeKey } from "../backups/running.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { connectionRows } from "../connections/connections.ts";
import { type Companies, DEMO_PASSWORD } from "../demo/seed.ts";
import { type Phone, type PhoneOptions, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder, companiesOf, until } from "./fixtures.ts";

export const AURORA_PHONE = "551134567800";

export interface Road extends Companies {
  server: Server;
  simulator: Simulator;
  /** The bakery's own phone, and its connection. */
  owner: Phone;
  connectionId: number;
  /** Makes calls as someone, over the wire: `as("ana")("GET", "/tickets")`. */
  as(name: string): (method: string, path: string, body?: unknown) => Promise<Answered>;
  /** A customer with a phone. */
  customer(options?: Partial<PhoneOptions>): Phone;
  stop(): Promise<void>;
}

export interface Answered {
  status: number;
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  body: any;
}

let customers = 0;

interface Wanted {
  graphUrl?: string | undefined;
  backup?: boolean;
  port?: number;
}

/**
 * The whole product, on a port of its own unless one is named, linked to a pretend WhatsApp; beside a pretend Meta if its
 * address is given, and with a backup beside its data folder if that is wanted.
 */
export async function aRoad({ graphUrl, backup = false, port = 0 }: Wanted = {}): Promise<Road> {
  const folder = await aDataFolder();
  if (backup) await backUp(folder);
  const simulator = await startSimulator();
  const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
  const ca = await Deno.makeTempFile({ suffix: ".pem" });
  await Deno.writeTextFile(ca, simulator.ca);
  const server = await serve({
    port,
    host: "127.0.0.1",
    data: folder,
    publicUrl: undefined,
    demo: true,
    whatsappUrl: simulator.url,
    whatsappCa: ca,
    graphUrl,
    backupKey: backup ? backupKeyOf(folder) : undefined,
  });
  const companies = companiesOf(server.tenants);
  const { id: connectionId } = connectionRows(companies.aurora.read)[0]!;
  await server.supervisor.start(companies.aurora, connectionId);
  await owner.scan(await until(() => server.supervisor.liveOf(companies.aurora, connectionId).qrcode));
  await until(() => connectionRows(companies.aurora.read)[0]!.status === "CONNECTED");
  const tokens = new Map<string, Promise<string>>();
  async function send(token: string | undefined, method: string, path: string, body?: unknown): Promise<Answered> {
    const answer = await fetch(`${server.address}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: /^[{[]/.test(text) ? JSON.parse(text) : text };
  }
  async function logIn(name: string): Promise<string> {
    const house = name === "super" ? "balcao" : ["nina", "otto"].includes(name) ? "norte" : "aurora";
    const email = `${name}@${house}.test`;
    return (await send(undefined, "POST", "/auth/login", { email, password: DEMO_PASSWORD })).body.token;
  }
  return {
    ...companies,
    server,
    simulator,
    owner,
    connectionId,
    as: (name) => async (method, path, body) => {
      if (!tokens.has(name)) tokens.set(name, logIn(name));
      return await send(await tokens.get(name), method, path, body);
    },
    customer: (options = {}) =>
      simulator.network.addPhone({ name: "Joana", number: `55119${String(90_000_000 + ++customers)}`, ...options }),
    async stop() {
      await server.stop();
      await simulator.stop();
      await Deno.remove(folder, { recursive: true });
      if (backup) await Deno.remove(`${folder}.backup`, { recursive: true });
      await Deno.remove(ca);
    },
  };
}

function backupKeyOf(folder: string): string {
  return `${folder}.backup/key`;
}

async function backUp(folder: string): Promise<void> {
  await Deno.mkdir(`${folder}.backup/place`, { recursive: true });
  makeKey(backupKeyOf(folder));
  const tenants = new Tenants(folder);
  await addTarget(tenants, { kind: "folder", path: `${folder}.backup/place` });
  tenants.close();
}

export type Talk = Awaited<ReturnType<typeof aTalk>>;

/** A customer who wrote, and whom Ana serves. */
export async function aTalk(road: Road) {
  const joana = road.customer();
  joana.write(AURORA_PHONE, "Olá");
  const ana = road.as("ana");
  const ticket = await until(async () => {
    const { tickets } = (await ana("GET", "/tickets?status=pending&showAll=true")).body;
    return tickets.find(({ contact }: { contact: { number: string } }) => contact.number === joana.number);
  });
  await ana("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 });
  const say = async (body: string, rest: object = {}) =>
    (await ana("POST", `/messages/${ticket.id}`, { body, ...rest })).body[0];
  const sendFile = async (file: File, rest: Record<string, unknown> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(rest)) {
      form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    }
    form.append("medias", file);
    return (await ana("POST", `/messages/${ticket.id}`, form)).body[0];
  };
  const thread = async () => (await ana("GET", `/messages/${ticket.id}`)).body.messages;
  const message = async (id: number) => (await thread()).find((each: { id: number }) => each.id === id);
  return { joana, ana, ticket, say, sendFile, thread, message };
}
