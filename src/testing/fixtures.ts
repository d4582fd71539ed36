import type { EventName, Events } from "../contract/events.ts";
import { application } from "../app/application.ts";
import { RunningBackups } from "../backups/running.ts";
import { type Companies, DEMO_PASSWORD, seedCompanies } from "../demo/seed.ts";
import type { Company, Write } from "../platform/company.ts";
import type { Config } from "../platform/config.ts";
import { Tenants } from "../platform/tenants.ts";
import { Supervisor } from "../supervisor/supervisor.ts";
import { queuesOfUser } from "../queues/queues.ts";
import { rememberContact } from "../contacts/remember.ts";
import type { ContactRow } from "../contacts/table.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { hashPassword, setHashCost } from "../users/passwords.ts";
import { userTable } from "../users/table.ts";

// Tests log in a thousand times, and nobody guesses their passwords.
setHashCost(10);

/** A password's hash as it costs everybody, for measuring. */
export async function aTodaysHash(password: string): Promise<string> {
  setHashCost();
  try {
    return await hashPassword(password);
  } finally {
    setHashCost(10);
  }
}

/** Seeding takes its time: it is done once, and each test gets a copy. */
let template: Promise<string> | undefined;
/** Names the folder that testing_setup.ts made for all files. */
export const TEMPLATE = "BALCAO_TEST_TEMPLATE";
/** Names the folder for the product as processes of tests run it (program.ts). */
export const PROGRAM = "BALCAO_TEST_PROGRAM";

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
    // Empty once the file is closed, and gone as soon as the last connection to it is collected.
    if (/-(wal|shm)$/.test(name)) continue;
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

export interface Emitted {
  name: EventName;
  payload: Events[EventName];
}

/** The two companies on real files, and the application in front of them, without a network. */
export async function aBalcao(before: (folder: string) => void = () => {}, config: Partial<Config> = {}) {
  const folder = await aDataFolder();
  before(folder);
  const tenants = new Tenants(folder);
  const supervisor = new Supervisor(tenants);
  const backups = new RunningBackups(tenants, config.backupKey);
  const app = application(tenants, supervisor, { demo: true, ...config }, undefined, backups);
  return {
    ...companiesOf(tenants),
    folder,
    tenants,
    supervisor,
    backups,
    app,
    ...callsOf(app),
    listenAs,
    async close() {
      await supervisor.closeAll();
      tenants.close();
      await backups.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

export function companiesOf(tenants: Tenants): Companies {
  return { provider: tenants.company(1), aurora: tenants.company(2), norte: tenants.company(3) };
}

/** Calls to an application, by anybody. */
function callsOf(app: ReturnType<typeof application>) {
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

  return { send, logIn, as };
}

/** Every event that a person's screen would get from now on. */
function listenAs(company: Company, name: string, { isSuper = false } = {}): Emitted[] {
  const emitted: Emitted[] = [];
  const user = company.read.select().from(userTable).all().find((each) => each.name.startsWith(name))!;
  const queueIds = queuesOfUser(company.read, user.id).map(({ id }) => id);
  company.hub.join({
    person: { id: user.id, profile: user.profile, super: isSuper, queueIds },
    sessionId: crypto.randomUUID(),
    send: ({ name, payload }) => void emitted.push({ name, payload }),
    close: () => {},
  });
  return emitted;
}

let customers = 0;

/** A customer nobody has heard of before. */
export function aContact(
  db: Write,
  { name = `Cliente ${++customers}`, phone = `55119${String(80_000_000 + ++customers)}` } = {},
): ContactRow {
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

/** Waits until something is true, or fails after `ms`. */
export async function until<T>(look: () => T | Promise<T>, ms = 90_000): Promise<NonNullable<T>> {
  const end = Date.now() + ms;
  while (true) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`Nothing came of it in ${ms} ms: ${look.toString().slice(0, 120)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
