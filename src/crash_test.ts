import { asc, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { journalTable } from "./channels/whatsapp/table.ts";
import { messageTable } from "./messages/table.ts";
import { outboxTable } from "./outbox/table.ts";
import { Tenants } from "./platform/tenants.ts";
import { aProcess, pause } from "./process_for_tests.ts";
import { type Phone, startSimulator } from "./simulator/simulator.ts";
import { aDataFolder, AURORA_PHONE, until } from "./testing.ts";

const KILLS = 50;
const PHONES = 4;
const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏", "🎉"];

test(`killed ${KILLS} times while messages come and go, nothing is lost, doubled or out of order`, async () => {
  const simulator = await startSimulator();
  const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
  const phones = Array.from(
    { length: PHONES },
    (_, nth) => simulator.network.addPhone({ name: `Cliente ${nth}`, number: `551198888000${nth}` }),
  );
  const folder = await aDataFolder();
  const { start, isUp, caller } = aProcess(folder, simulator.url);
  let server = start();
  await until(isUp, 20_000);
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
  }, 20_000);
  for (const { id } of tickets) await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });

  let isOver = false;
  /** Customers write without pause, whether anybody is there or not. */
  const incoming = phones.map(async (phone) => {
    for (let nth = 0; !isOver; nth++) {
      written.get(phone.number)!.push(phone.write(AURORA_PHONE, `pergunta ${nth}`));
      await pause(80 + Math.random() * 200);
    }
  });
  /** An attendant answers; an answer that got lost with the server is given again, under its own mark. */
  const answered = new Map<string, string[]>(phones.map(({ number }) => [number, []]));
  /** And changes the reaction to the customer's first words each time; the last one that was taken is what counts. */
  const reacted = new Map<string, string>();
  const outgoing = tickets.map(async ({ id, contact }) => {
    const [first] = (await ana("GET", `/messages/${id}`)).messages as { id: number }[];
    for (let nth = 0; !isOver; nth++) {
      const body = `resposta ${nth}`, localId = crypto.randomUUID();
      answered.get(contact.number)!.push(body);
      while (!await ana("POST", `/messages/${id}`, { body, localId }).then(() => true, () => false)) await pause(60);
      const emoji = REACTIONS[nth % REACTIONS.length]!;
      const isTaken = await ana("PUT", `/messages/${first!.id}/reaction`, { emoji }).then(() => true, () => false);
      // Whether one that got no answer was taken, nobody knows; the next one settles it.
      if (isTaken) reacted.set(contact.number, emoji);
      else reacted.delete(contact.number);
      await pause(80 + Math.random() * 160);
    }
  });

  let startedAt = 0;
  const isLinked = async () => {
    const connection = await ana("GET", "/whatsapp/1").catch(() => undefined);
    return connection?.status === "CONNECTED" && Date.parse(connection.since) > startedAt;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    // Most die in the middle of traffic, every fifth while it is still on its way up.
    await until(kill % 5 === 4 ? isUp : isLinked, 30_000);
    await pause(Math.random() * 500);
    server.kill("SIGKILL");
    await server.status;
    startedAt = Date.now();
    server = start();
  }
  await until(isLinked, 30_000);
  isOver = true;
  await Promise.all([...incoming, ...outgoing]);
  await until(() => phones.every((phone) => bodiesAt(phone).length >= answered.get(phone.number)!.length), 120_000);
  await pause(2000);
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
    const { reaction } = phone.chats.find(written.get(phone.number)![0]!)!;
    expect(reaction).toBe(reacted.get(phone.number) ?? reaction);
    expect(bodiesAt(phone).sort()).toEqual(answered.get(phone.number)!.toSorted());
  }
  expect(read.select().from(outboxTable).all()).toEqual([]);
  expect(read.select({ wid: journalTable.wid }).from(journalTable).where(isNull(journalTable.settledAt)).all()).toEqual(
    [],
  );
  tenants.close();
  await simulator.stop();
  await Deno.remove(folder, { recursive: true });
}, 600_000);

/** What a phone shows: a repeat under the same id is shown once. */
function bodiesAt(phone: Phone): string[] {
  return phone.received.map(({ text }) => text ?? "");
}
