import { asc, eq, isNull } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { journalTable } from "../channels/whatsapp/table.ts";
import { messageTable } from "../messages/table.ts";
import { outboxTable } from "../outbox/table.ts";
import { openDbFile } from "../platform/db.ts";
import { Tenants } from "../platform/tenants.ts";
import { aProcess, pause } from "../testing/process.ts";
import { type Phone, startSimulator } from "../simulator/simulator.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { AURORA_PHONE } from "../testing/road.ts";

/** `make crash` kills two hundred times. */
const KILLS = Number(Deno.env.get("BALCAO_KILLS") ?? 10);
/** How long (ms) a start may take, on machines that do other things, too. */
const PATIENCE = 120_000;
const PHONES = 4;
const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"];
const LAST_REACTION = "🎉";

test(`killed ${KILLS} times while messages come and go, nothing is lost, doubled or out of order`, async () => {
  const simulator = await startSimulator();
  const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
  const phones = Array.from(
    { length: PHONES },
    (_, nth) => simulator.network.addPhone({ name: `Cliente ${nth}`, number: `551198888000${nth}` }),
  );
  const folder = await aDataFolder();
  const { start, end, isUp, caller } = aProcess(folder, simulator.url);
  let isOver = false;
  onTestFinished(async () => {
    isOver = true;
    await end();
    await simulator.stop();
    await Deno.remove(folder, { recursive: true });
  });
  let server = start();
  await until(isUp, 60_000);
  const ana = await caller();

  await ana("POST", "/whatsappsession/1", {});
  await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));
  const written = new Map<string, string[]>(
    phones.map((phone) => [phone.number, [phone.write(AURORA_PHONE, "primeira")]]),
  );
  type Waiting = { id: number; contact: { number: string } }[];
  const tickets: Waiting = await until(async () => {
    const { tickets } = await ana("GET", "/tickets?status=pending&showAll=true") as { tickets: Waiting };
    return tickets.length === PHONES ? tickets : undefined;
  });
  for (const { id } of tickets) await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });

  /** Customers write without pause, whether anybody is there or not. */
  const incoming = phones.map(async (phone) => {
    for (let nth = 0; !isOver; nth++) {
      // Sometimes many at once, which share a commit.
      const burst = nth % 7 === 0 ? 15 : 1;
      for (let each = 0; each < burst; each++) {
        written.get(phone.number)!.push(phone.write(AURORA_PHONE, `pergunta ${nth} ${each}`));
      }
      await pause(80 + Math.random() * 200);
    }
  });
  /** An attendant answers; an answer that got lost with the server is given again, under its own mark. */
  const answered = new Map<string, string[]>(phones.map(({ number }) => [number, []]));
  /** And changes the reaction to the customer's first words each time; the last one is given until it is taken. */
  const reacted = new Map<string, string>();
  const outgoing = tickets.map(async ({ id, contact }) => {
    const [first] = (await ana("GET", `/messages/${id}`)).messages as { id: number }[];
    for (let nth = 0; !isOver; nth++) {
      const body = `resposta ${nth}`, localId = crypto.randomUUID();
      answered.get(contact.number)!.push(body);
      while (!await ana("POST", `/messages/${id}`, { body, localId }).then(() => true, () => false)) await pause(60);
      const emoji = REACTIONS[nth % REACTIONS.length]!;
      await ana("PUT", `/messages/${first!.id}/reaction`, { emoji }).catch(() => {/* The next one settles it. */});
      await pause(80 + Math.random() * 160);
    }
    await ana("PUT", `/messages/${first!.id}/reaction`, { emoji: LAST_REACTION });
    reacted.set(contact.number, LAST_REACTION);
  });

  let startedAt = 0;
  const isLinked = async () => {
    const connection = await ana("GET", "/whatsapp/1").catch(() => undefined);
    return connection?.status === "CONNECTED" && Date.parse(connection.since) > startedAt;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    // Most die in the middle of traffic, every fifth while it is still on its way up.
    await until(kill % 5 === 4 ? isUp : isLinked, PATIENCE);
    await pause(Math.random() * 500);
    server.kill("SIGKILL");
    await server.status;
    startedAt = Date.now();
    server = start();
  }
  await until(isLinked, PATIENCE);
  isOver = true;
  await Promise.all([...incoming, ...outgoing]);
  await until(() => phones.every((phone) => bodiesAt(phone).length >= answered.get(phone.number)!.length), 120_000);
  const reactionAt = (phone: Phone) => phone.chats.find(written.get(phone.number)![0]!)?.reaction;
  await until(() => phones.every((phone) => reactionAt(phone) === reacted.get(phone.number)), 60_000);
  const file = openDbFile(`${folder}/2/company.db`, { readonly: true });
  const count = (of: string) => file.one(`SELECT count(*) AS count FROM ${of}`)!.count as number;
  // What the network still holds was not lost: it comes as fast as the machine takes it.
  const wanted = phones.reduce((sum, { number }) => sum + written.get(number)!.length, 0);
  await until(() => count("messages WHERE from_me = 0") >= wanted, PATIENCE);
  await until(() => count("outbox") === 0 && count("whatsapp_journal WHERE settled_at IS NULL") === 0, 60_000);
  file.close();
  server.kill("SIGTERM");
  await server.status;

  const tenants = new Tenants(folder);
  const { read } = tenants.company(2);
  for (const phone of phones) {
    const ticket = tickets.find(({ contact }) => contact.number === phone.number)!;
    const stored = read.select().from(messageTable).where(eq(messageTable.ticketId, ticket.id))
      .orderBy(asc(messageTable.createdAt), asc(messageTable.id)).all();
    expect(stored.filter(({ fromMe }) => !fromMe).map(({ wid }) => wid)).toEqual(written.get(phone.number));
    expect(stored.filter(({ fromMe }) => fromMe).map(({ body }) => body)).toEqual(answered.get(phone.number));
    expect(bodiesAt(phone).sort()).toEqual(answered.get(phone.number)!.toSorted());
  }
  expect(read.select().from(outboxTable).all()).toEqual([]);
  expect(read.select({ wid: journalTable.wid }).from(journalTable).where(isNull(journalTable.settledAt)).all()).toEqual(
    [],
  );
  tenants.close();
}, 120_000 + KILLS * PATIENCE);

/** What a phone shows: a repeat under the same id is shown once. */
function bodiesAt(phone: Phone): string[] {
  return phone.received.map(({ text }) => text ?? "");
}
