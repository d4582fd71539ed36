import { asc, eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { messageTable } from "../messages/table.ts";
import { outboxTable } from "../outbox/table.ts";
import { Tenants } from "../platform/tenants.ts";
import { aProcess, pause } from "../testing/process.ts";
import { type Phone, startSimulator } from "../simulator/simulator.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { AURORA_PHONE } from "../testing/road.ts";
import { openDesk } from "../testing/bot_desk.ts";

const KILLS = 8;
/** How long (ms) a start may take, and an answer with all the deaths before it, on machines that do other things, too. */
const START = 120_000, ANSWER = 480_000;
const PHONES = 5;
const LINES = ["Oi", "1", "bolos", "0", "#", "2"];
const QUEUES = "Padaria Aurora.\n\n*1* Encomendas\n*2* Entregas\n*3* Atacado";
const OPTIONS = "Encomendas, Joana?\n\n*1* Bolos\n*2* Carla\n*3* Endereço\n*4* Entregas\n\n*0* Menu inicial";
const ANSWERS = [QUEUES, OPTIONS, "Qual bolo?\n\n*1* Chocolate\n*2* Bruno\n\n*0* Voltar", OPTIONS, QUEUES, "Entregas."];

test(
  `killed ${KILLS} times while customers are with the bot, each of them is answered once to each message`,
  async () => {
    const simulator = await startSimulator();
    const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
    const folder = await aDataFolder();
    const before = new Tenants(folder);
    before.company(2).write((db) => openDesk(db));
    before.close();
    const { start, end, isUp, caller } = aProcess(folder, simulator.url);
    onTestFinished(async () => {
      await end();
      await simulator.stop();
      await Deno.remove(folder, { recursive: true });
    });
    let server = start();
    await until(isUp, START);
    const ana = await caller();
    await ana("POST", "/whatsappsession/1", {});
    await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));

    const phones = Array.from(
      { length: PHONES },
      (_, nth) => simulator.network.addPhone({ name: "Joana", number: `551198777000${nth}` }),
    );
    let talking = PHONES;
    const talks = phones.map((phone) => converse(phone).finally(() => talking--));
    let startedAt = 0;
    const isLinked = async () => {
      const connection = await ana("GET", "/whatsapp/1").catch(() => undefined);
      return connection?.status === "CONNECTED" && Date.parse(connection.since) > startedAt;
    };
    for (let kill = 0; kill < KILLS && talking > 0; kill++) {
      await until(isLinked, START);
      await pause(50 + Math.random() * 250);
      server.kill("SIGKILL");
      await server.status;
      startedAt = Date.now();
      server = start();
    }
    await Promise.all(talks);
    await pause(1000);
    server.kill("SIGTERM");
    await server.status;

    const tenants = new Tenants(folder), { read } = tenants.company(2);
    for (const phone of phones) {
      expect(phone.received.map(({ text }) => text)).toEqual(ANSWERS);
      const stored = read.select().from(messageTable).where(eq(messageTable.chat, `${phone.number}@s.whatsapp.net`))
        .orderBy(asc(messageTable.createdAt), asc(messageTable.id)).all();
      expect(stored.map(({ body }) => body)).toEqual(LINES.flatMap((line, nth) => [line, ANSWERS[nth]]));
    }
    expect(read.select().from(outboxTable).all()).toEqual([]);
    tenants.close();
  },
  960_000,
);

/** Says the next line as soon as the one before was answered. */
async function converse(phone: Phone): Promise<void> {
  for (const [nth, line] of LINES.entries()) {
    phone.write(AURORA_PHONE, line);
    await phone.waitUntil(() => phone.received.length > nth, ANSWER);
    await pause(300 + Math.random() * 900);
  }
}
