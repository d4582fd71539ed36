import type { EventName, Events } from "../contract/events.ts";
import { application, serve, type Server } from "../app/serve.ts";
import { type Companies, DEMO_PASSWORD, seedCompanies } from "../demo/seed.ts";
import type { Company, Write } from "../platform/company.ts";
import type { Config } from "../platform/config.ts";
import { Tenants } from "../platform/tenants.ts";
import { Supervisor } from "../supervisor/supervisor.ts";
import { type Phone, type PhoneOptions, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { connectionRows } from "../connections/connections.ts";
import { queuesOfUser } from "../queues/queues.ts";
import { rememberContact } from "../contacts/remember.ts";
import type { ContactRow } from "../contacts/table.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { setHashCost } from "../users/passwords.ts";
import { userTable } from "../users/table.ts";

// Tests log in a thousand times, and nobody guesses their passwords.
setHashCost(10);

/** Seeding takes its time: it is done once, and each test gets a copy. */
let template: Promise<string> | undefined;
/** Names the folder that testing_setup.ts made for all files. */
export const TEMPLATE = "BALCAO_TEST_TEMPLATE";

export async function makeTemplate(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "balcao-template-" });
  const tenants = new Tenants(folder);
  await seedCompanies(tenants, new Date(), { conversations: false });
  tenants.close();
  return folder;
}

function copyFolder(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copyFolder(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}

/** A data folder of its own with Padaria Aurora and Oficina Norte in it. */
export async function aDataFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "balcao-test-" });
  copyFolder(Deno.env.get(TEMPLATE) ?? await (template ??= makeTemplate()), folder);
  return folder;
}

export interface Heard {
  name: EventName;
  payload: Events[EventName];
}

/** The two companies on real files, and the application in front of them, without a network. */
export async function aBalcao(before: (folder: string) => void = () => {}, config: Partial<Config> = {}) {
  const folder = await aDataFolder();
  before(folder);
  const tenants = new Tenants(folder);
  const supervisor = new Supervisor(tenants);
  const app = application(tenants, supervisor, { demo: true, ...config });
  const companies = companiesOf(tenants);
  const tokens = new Map<string, string>();

  async function send(
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: HeadersInit = {},
  ) {
    const isForm = body instanceof FormData || typeof body === "string";
    const answer = await app.request(`/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body !== undefined && !(body instanceof FormData) ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : isForm ? body as FormData : JSON.stringify(body),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
      body: (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text) as any,
      headers: answer.headers,
    };
  }

  async function logIn(email: string): Promise<string> {
    const { body } = await send(undefined, "POST", "/auth/login", { email, password: DEMO_PASSWORD });
    tokens.set(email, body.token);
    return body.token;
  }

  /** Makes calls as someone: `as("ana@aurora.test")("GET", "/tickets")`. */
  function as(email: string | undefined) {
    return async (method: string, path: string, body?: unknown) =>
      await send(email && (tokens.get(email) ?? await logIn(email)), method, path, body);
  }

  /** Everything that a person's screen would hear from now on. */
  function listenAs(company: Company, name: string): Heard[] {
    const heard: Heard[] = [];
    const user = company.read.select().from(userTable).all().find((each) => each.name.startsWith(name))!;
    const queueIds = queuesOfUser(company.read, user.id).map(({ id }) => id);
    company.hub.join({
      person: { id: user.id, profile: user.profile, super: false, queueIds },
      sessionId: crypto.randomUUID(),
      send: ({ name, payload }) => void heard.push({ name, payload }),
      close: () => {},
    });
    return heard;
  }

  return {
    ...companies,
    folder,
    tenants,
    supervisor,
    app,
    send,
    logIn,
    as,
    listenAs,
    async close() {
      await supervisor.closeAll();
      tenants.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

let customers = 0;

/** A customer nobody has heard of before. */
export function aContact(db: Write, { name = `Cliente ${++customers}` } = {}): ContactRow {
  const phone = `55119${String(80_000_000 + ++customers)}`;
  return rememberContact(db, { jid: `${phone}@s.whatsapp.net`, phone }, name, Date.now()).contact;
}

/** A ticket of a new customer on the first connection: pending in queue 1 unless said otherwise. */
export function aTicket(db: Write, { name, ...is }: { name?: string } & Partial<TicketRow> = {}): TicketRow {
  const now = Date.now();
  return db.insert(ticketTable).values({
    uuid: crypto.randomUUID(),
    status: "pending",
    queueId: 1,
    connectionId: 1,
    contactId: is.contactId ?? aContact(db, { name }).id,
    createdAt: now,
    updatedAt: now,
    ...is,
  }).returning().get();
}

function companiesOf(tenants: Tenants): Companies {
  return { provider: tenants.company(1), aurora: tenants.company(2), norte: tenants.company(3) };
}

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

/** The whole product on a port of its own, linked to a pretend WhatsApp. */
export async function aRoad(): Promise<Road> {
  const folder = await aDataFolder();
  const simulator = await startSimulator();
  const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
  const ca = await Deno.makeTempFile({ suffix: ".pem" });
  await Deno.writeTextFile(ca, simulator.ca);
  const server = await serve({
    port: 0,
    host: "127.0.0.1",
    data: folder,
    publicUrl: undefined,
    demo: true,
    whatsappUrl: simulator.url,
    whatsappCa: ca,
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
      await Deno.remove(ca);
    },
  };
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

/** Waits until something is true, or fails after `ms`. */
export async function until<T>(look: () => T | Promise<T>, ms = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + ms;
  while (true) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`Nothing came of it in ${ms} ms: ${look.toString().slice(0, 120)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
