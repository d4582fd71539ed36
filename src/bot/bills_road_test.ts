import { and, asc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { messageTable } from "../messages/table.ts";
import type { Company } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { sealText } from "../platform/setting_values.ts";
import { Tenants } from "../platform/tenants.ts";
import { queueOptionTable } from "../queues/table.ts";
import { setSetting } from "../settings/settings.ts";
import { BOT_TEXTS } from "../shared/bot/texts.ts";
import { ACK } from "../shared/delivery.ts";
import { type Phone, startSimulator } from "../simulator/simulator.ts";
import { type BillSystems, someBillSystems, TOKENS } from "../testing/bill_systems.ts";
import { openDesk, ORDERS } from "../testing/bot_desk.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess } from "../testing/process.ts";
import { aRoad, AURORA_PHONE, type Road } from "../testing/road.ts";

const CPF = "529.982.247-25";
const LINE = "34191770050006572777870144370007697780000011000";
const PIX = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986";
const OPTIONS = "Encomendas, Joana?\n\n*1* Bolos\n*2* Carla\n*3* Endereço\n*4* Entregas";
const ASKED = `Rua das Flores, 210.\n\n${BOT_TEXTS.taxNumber}\n\n*0* Voltar`;
const HEAD = "*Fatura: R$ 99,90*\nVencimento: 10/12/2026\nhttps://pague.example/1\n\n" +
  "Nas próximas mensagens vão o código de barras e o Pix copia e cola.";
const BILL = {
  id: "1",
  amount: "99.90",
  dueDate: "2026-12-10",
  line: LINE,
  pixCode: PIX,
  link: "https://pague.example/1",
};

let road: Road, systems: BillSystems;
beforeAll(async () => {
  systems = someBillSystems();
  systems.bills.push({ ...BILL, taxNumber: "52998224725" });
  road = await aRoad();
  setUp(road.aurora, road.server.tenants.keys);
});
afterAll(async () => {
  await road.stop();
  await systems.close();
});

/** The third option of the bakery's only queue sends bills, which lie at IXC. */
function setUp(company: Company, keys: Keys): void {
  company.write((db) => {
    openDesk(db, [ORDERS]);
    db.update(queueOptionTable).set({ action: "bill" }).where(eq(queueOptionTable.id, 3)).run();
    setSetting(db, "ipixc", systems.address);
    setSetting(db, "tokenixc", sealText(keys, TOKENS.ixc));
  });
}

const texts = (phone: Phone) => phone.received.map(({ text }) => text);

/** Reads what was said, which takes a while, writes, and waits for so many answers in all. */
async function ask(phone: Phone, text: string, answers: number): Promise<void> {
  const said = and(eq(messageTable.fromMe, true), like(messageTable.chat, `${phone.number}%`));
  await until(() =>
    road.aurora.read.select().from(messageTable).where(said).all().every(({ ack }) => ack >= ACK.delivered)
  );
  road.aurora.write((db) => void db.update(messageTable).set({ reachedAt: 1 }).where(said).run());
  phone.write(AURORA_PHONE, text);
  await phone.waitUntil(() => phone.received.length >= answers);
}

test("a customer with a phone gets value, link, line and Pix code, each to copy, and the ticket closes", async () => {
  const joana = road.customer();
  await ask(joana, "Oi", 1);
  await ask(joana, "3", 2);
  await ask(joana, "meu cpf é 529.982.247-26", 3);
  await ask(joana, CPF, 6);
  expect(texts(joana)).toEqual([OPTIONS, ASKED, `${BOT_TEXTS.taxNumberMiss}\n\n*0* Voltar`, HEAD, LINE, PIX]);
  const { tickets } = (await road.as("ana")("GET", "/tickets?status=closed&showAll=true")).body;
  const ticket = tickets.find(({ contact }: { contact: { number: string } }) => contact.number === joana.number);
  expect(ticket).toMatchObject({ status: "closed", chatbot: false });
});

test(
  "a customer whose company's system is silent gets a person after five seconds, and others are answered meanwhile",
  async () => {
    systems.lies.set("fn_areceber", "silence");
    onTestFinished(() => systems.lies.clear());
    const joana = road.customer(), rui = road.customer({ name: "Joana" });
    await ask(joana, "Oi", 1);
    await ask(joana, "3", 2);
    joana.write(AURORA_PHONE, CPF);
    await until(() => systems.asked.some((call) => call.includes("fn_areceber")));
    await ask(rui, "Oi", 1);
    expect(texts(rui)).toEqual([OPTIONS]);
    expect(texts(joana)).toEqual([OPTIONS, ASKED]);
    await joana.waitUntil(() => joana.received.length >= 3);
    expect(texts(joana).at(-1)).toBe(BOT_TEXTS.billFault);
    const { tickets } = (await road.as("ana")("GET", "/tickets?status=pending&showAll=true")).body;
    const ticket = tickets.find(({ contact }: { contact: { number: string } }) => contact.number === joana.number);
    expect(ticket).toMatchObject({ status: "pending", chatbot: false });
  },
);

test("killed while it looks up, it asks again after its start and tells once", async () => {
  const simulator = await startSimulator();
  const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
  const folder = await aDataFolder();
  const before = new Tenants(folder);
  setUp(before.company(2), before.keys);
  before.close();
  const { start, end, isUp, caller } = aProcess(folder, simulator.url);
  onTestFinished(async () => {
    await end();
    await simulator.stop();
    await Deno.remove(folder, { recursive: true });
  });
  const server = start();
  await until(isUp, 60_000);
  const ana = await caller();
  await ana("POST", "/whatsappsession/1", {});
  await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));
  const joana = simulator.network.addPhone({ name: "Joana", number: "5511987770099" });
  for (const [nth, text] of ["Oi", "3"].entries()) {
    joana.write(AURORA_PHONE, text);
    await joana.waitUntil(() => joana.received.length > nth, 60_000);
  }
  const opened = Promise.withResolvers<void>();
  systems.asked.length = 0;
  systems.gate = opened.promise;
  joana.write(AURORA_PHONE, CPF);
  await until(() => systems.asked.length > 0, 60_000);
  server.kill("SIGKILL");
  await server.status;
  systems.gate = undefined;
  opened.resolve();
  start();
  await joana.waitUntil(() => joana.received.length >= 5, 120_000);
  await end();
  expect(texts(joana)).toEqual([OPTIONS, ASKED, HEAD, LINE, PIX]);
  const tenants = new Tenants(folder), { read } = tenants.company(2);
  const stored = read.select().from(messageTable).where(eq(messageTable.chat, `${joana.number}@s.whatsapp.net`))
    .orderBy(asc(messageTable.createdAt), asc(messageTable.id)).all();
  expect(stored.map(({ body }) => body)).toEqual(["Oi", OPTIONS, "3", ASKED, CPF, HEAD, LINE, PIX]);
  expect(joana.received.map(({ duplicates }) => duplicates)).toEqual([0, 0, 0, 0, 0]);
  tenants.close();
}, 240_000);
