import { asc, eq, sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addCompany } from "../../src/companies/companies.ts";
import { connectionRows } from "../../src/connections/connections.ts";
import { contactTable } from "../../src/contacts/table.ts";
import { DEMO_PASSWORD } from "../../src/demo/seed.ts";
import { messageTable } from "../../src/messages/table.ts";
import type { Company } from "../../src/platform/company.ts";
import type { Phone } from "../../src/simulator/simulator.ts";
import { moveTable, ticketTable } from "../../src/tickets/table.ts";
import { addUser } from "../../src/users/users.ts";
import { accept, aDesk, bubble, gone, poll, row, say, seen } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const MINUTE = 60_000;

/** All that the provider does: a company, and its first administrator. */
async function aNewCompany(): Promise<Company> {
  const { tenants } = desk.road.server;
  const company = addCompany(tenants, { name: "Doceria Lua" }, new Date());
  const dona = { name: "Dona Lúcia", email: "dona@lua.test", password: DEMO_PASSWORD, profile: "admin" as const };
  await addUser(tenants, company, dona, new Date());
  return company;
}

async function addConnection(page: Page, company: Company): Promise<Phone> {
  await page.goto("/connections");
  await page.getByRole("button", { name: "Adicionar WhatsApp" }).click();
  await dialog(page).getByLabel("Nome").fill("Loja");
  await press(page, "Adicionar");
  await seen(page.getByRole("img", { name: "QR code para conectar Loja" }));
  const phone = desk.customer("Doceria Lua");
  await poll(() => desk.road.server.supervisor.liveOf(company, 1).qrcode).not.toBe("");
  await phone.scan(desk.road.server.supervisor.liveOf(company, 1).qrcode);
  await gone(dialog(page));
  await seen(page.getByText("Conectado"));
  return phone;
}

interface Branch {
  title: string;
  message: string;
  below?: Branch[];
}

async function addQueue(page: Page, name: string, greeting: string, tree: Branch[]): Promise<void> {
  await page.goto("/queues");
  await page.getByRole("button", { name: "Adicionar fila" }).first().click();
  await dialog(page).getByLabel("Nome", { exact: true }).fill(name);
  await dialog(page).getByLabel("Mensagem de saudação", { exact: true }).fill(greeting);
  for (const branch of tree) {
    await press(page, "Opção");
    await fillOption(page, branch);
    for (const twig of branch.below ?? []) {
      await dialog(page).getByRole("row", { name: branch.title }).hover();
      await press(page, `Adicionar abaixo de ${branch.title}`);
      await fillOption(page, twig);
    }
  }
  // Open around the clock, so that the night finds the test no other than the day.
  await dialog(page).getByRole("tab", { name: "Horários de Atendimento" }).click();
  await dialog(page).getByLabel("Segunda-feira, início").fill("0000");
  await dialog(page).getByLabel("Segunda-feira, fim").fill("2359");
  await press(page, "Copiar para todos os dias: Segunda-feira");
  await seen(dialog(page).getByText("Aberto agora"));
  await press(page, "Adicionar");
  await seen(page.getByText("Fila salva com sucesso."));
  await gone(dialog(page));
}

async function fillOption(page: Page, { title, message }: Branch): Promise<void> {
  await dialog(page).getByLabel("Título", { exact: true }).fill(title);
  await dialog(page).getByLabel("Mensagem", { exact: true }).fill(message);
  await dialog(page).getByRole("button", { name: "Fechar", exact: true }).last().click();
}

async function addPerson(page: Page, name: string, email: string, queues: string[]): Promise<void> {
  await page.goto("/users");
  await page.getByRole("button", { name: "Adicionar" }).first().click();
  await dialog(page).getByLabel("Nome").fill(name);
  await dialog(page).getByLabel("E-mail").fill(email);
  await dialog(page).getByLabel("Senha", { exact: true }).fill(DEMO_PASSWORD);
  for (const queue of queues) await dialog(page).getByRole("checkbox", { name: queue }).check({ force: true });
  await press(page, "Adicionar");
  await seen(page.getByRole("row", { name: new RegExp(name) }));
  await gone(dialog(page));
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.goto("/settings");
  await chooseIn(page.getByRole("button", { name: label }), option);
  await seen(page.getByText("Operação atualizada com sucesso."));
}

async function writeTexts(page: Page): Promise<void> {
  await page.goto("/connections");
  await page.getByRole("button", { name: "Editar Loja" }).click();
  for (const queue of ["Encomendas", "Entregas"]) {
    await dialog(page).getByRole("button", { name: "Incluir fila" }).click();
    await page.getByRole("menuitem", { name: queue }).click();
  }
  await dialog(page).getByLabel("Mensagem de saudação", { exact: true }).fill(
    "Olá, {{firstName}}! Sobre o que vamos falar?",
  );
  await dialog(page).getByLabel("Mensagem de conclusão", { exact: true }).fill("Obrigada e até logo!");
  await dialog(page).getByLabel("Mensagem de avaliação", { exact: true }).fill("Como fomos?");
  await press(page, "Salvar");
  await gone(dialog(page));
}

/** What a phone read last from the shop. */
const last = (phone: Phone) => phone.received.at(-1)?.text ?? "";

async function answered(phone: Phone, shop: string, line: string, words: string): Promise<void> {
  phone.write(shop, line);
  await poll(() => last(phone)).toContain(words);
}

test("an administrator sets a new company up through the screens, and ten customers go all the way", async () => {
  const company = await aNewCompany();
  const dona = await desk.logIn("dona@lua.test");
  const { number: shop } = await addConnection(dona, company);
  await choose(dona, "Gerenciamento de expediente", "Por fila");
  await choose(dona, "Avaliações", "Habilitadas");
  await addQueue(dona, "Encomendas", "Aqui é das encomendas.", [
    {
      title: "Bolos",
      message: "Que tipo de bolo?",
      below: [{ title: "De festa", message: "Já chamamos alguém dos bolos." }],
    },
    { title: "Doces", message: "Já chamamos alguém dos doces." },
  ]);
  await addQueue(dona, "Entregas", "Aqui é das entregas.", [
    { title: "Onde está", message: "Já chamamos alguém das entregas." },
    { title: "Mudar o endereço", message: "Conte o endereço novo." },
  ]);
  await writeTexts(dona);
  await addPerson(dona, "Rita Alves", "rita@lua.test", ["Encomendas"]);
  await addPerson(dona, "Saulo Prado", "saulo@lua.test", ["Entregas"]);
  await addPerson(dona, "Tina Reis", "tina@lua.test", ["Encomendas", "Entregas"]);

  const phones = Array.from({ length: 10 }, (_, nth) => desk.customer(`Cliente ${String.fromCharCode(65 + nth)}`));
  await Promise.all(phones.map(async (phone, nth) => {
    await answered(phone, shop, "Oi", "1");
    expect(last(phone)).toMatch(/Olá, [\s\S]*Encomendas[\s\S]*Entregas/);
    if (nth < 5) {
      await answered(phone, shop, "1", "Bolos");
      await answered(phone, shop, "Bolos", "De festa");
      await answered(phone, shop, "1.", "Já chamamos alguém dos bolos.");
    } else {
      await answered(phone, shop, "2️⃣", "Onde está");
      await answered(phone, shop, "1", "Já chamamos alguém das entregas.");
    }
  }));

  const [rita, saulo] = await Promise.all([desk.logIn("rita@lua.test"), desk.logIn("saulo@lua.test")]);
  await Promise.all([
    serve(rita, phones.slice(0, 4).map(({ name }) => name)),
    serve(saulo, phones.slice(5, 9).map(({ name }) => name)),
  ]);
  // The fifth asked at the wrong counter: Rita hands the ticket over, and Saulo ends it.
  const fifth = phones[4]!.name;
  await accept(rita, fifth);
  await rita.getByRole("button", { name: "Mais opções", exact: true }).filter({ visible: true }).click();
  await rita.getByRole("menuitem", { name: "Transferir" }).click();
  await chooseIn(dialog(rita).getByLabel("Fila"), "Entregas");
  await press(rita, "OK");
  await gone(row(rita, fifth));
  await serve(saulo, [fifth]);

  // Each is asked how it went; the first nine of them say so, and the one who goes on waiting was asked nothing.
  const served = phones.slice(0, 9);
  for (const phone of served) await poll(() => last(phone)).toContain("Como fomos?");
  await Promise.all(
    served.slice(0, 8).map((phone, nth) => answered(phone, shop, String(nth % 3 + 1), "Obrigada e até logo!")),
  );
  expect(phones[9]!.received.some(({ text }) => text?.includes("Como fomos?"))).toBe(false);

  spreadOut(company);
  await dona.goto("/?days=3");
  const raw = computedAnew(company);
  for (const [label, value] of Object.entries(raw.counters)) {
    await poll(() => figure(dona, label)).toBe(value);
  }
  for (const { name, stars, finished } of raw.attendants) {
    const line = dona.getByRole("row", { name: new RegExp(name) });
    await poll(() => line.innerText()).toMatch(stars);
    expect((await line.innerText()).split(/\s+/)).toContain(String(finished));
  }
  expect(raw.counters).toMatchObject({ "Atd. Realizados": "9", "Atd. Pendentes": "1", Leads: "10" });
}, 240_000);

/** Accepts each, writes, and resolves. */
async function serve(page: Page, names: string[]): Promise<void> {
  for (const name of names) {
    await accept(page, name);
    await say(page, `Pronto, ${name}!`);
    await seen(bubble(page, `Pronto, ${name}!`));
    await page.getByRole("button", { name: "Resolver" }).filter({ visible: true }).first().click();
    await page.waitForURL("**/tickets");
    await gone(row(page, name));
  }
}

async function figure(page: Page, label: string): Promise<string> {
  const text = await page.getByRole("button", { name: new RegExp(`^${label}: `) }).innerText();
  return text.replace(/\s+/g, " ").trim();
}

/** All of this took seconds: the waiting and serving of each ticket is made as many minutes as a real day has. */
function spreadOut(company: Company): void {
  company.write((db) => {
    for (const { id } of db.select({ id: ticketTable.id }).from(ticketTable).all()) {
      const wait = id * 3 * MINUTE, service = id * 7 * MINUTE;
      db.run(sql`update tickets set queued_at = queued_at - ${wait + service}, started_at = started_at - ${service}
        where id = ${id} and started_at is not null`);
      db.run(
        sql`update service_cycles set queued_at = queued_at - ${wait + service}, started_at = started_at - ${service}
        where ticket_id = ${id}`,
      );
    }
  });
}

/** What the dashboard must say, from tickets, moves and messages alone. */
function computedAnew({ read }: Company) {
  const tickets = read.select().from(ticketTable).all();
  const moves = read.select().from(moveTable).orderBy(asc(moveTable.id)).all();
  const ended = tickets.filter(({ status }) => status === "closed");
  const minutes = (values: number[]) => {
    const rounded = Math.round(values.reduce((sum, value) => sum + value, 0) / values.length / MINUTE);
    return `${String(Math.floor(rounded / 60)).padStart(2, "0")}h ${String(rounded % 60).padStart(2, "0")}m`;
  };
  const stars = (userId: number) => {
    const given = ended.filter((ticket) => ticket.userId === userId).flatMap((ticket) => {
      const after = read.select().from(messageTable).where(eq(messageTable.ticketId, ticket.id)).all()
        .filter(({ fromMe, createdAt, body }) => !fromMe && createdAt >= ticket.closedAt! && /^[123]$/.test(body));
      return after.length > 0 ? [Number(after[0]!.body)] : [];
    });
    return (given.reduce((sum, each) => sum + each, 0) / given.length).toFixed(1).replace(".", ",");
  };
  const resolvedBy = (userId: number) =>
    moves.filter((move) => move.action === "resolve" && move.userId === userId).length;
  expect(connectionRows(read)).toHaveLength(1);
  return {
    counters: {
      "Atd. Pendentes": String(tickets.filter(({ status }) => status === "pending").length),
      "Atd. Acontecendo": String(tickets.filter(({ status }) => status === "open").length),
      "Atd. Realizados": String(moves.filter(({ action }) => action === "resolve").length),
      Leads: String(read.select().from(contactTable).all().length),
      "T.M. de Atendimento": minutes(ended.map(({ startedAt, closedAt }) => closedAt! - startedAt!)),
      "T.M. de Espera": minutes(ended.map(({ queuedAt, startedAt }) => startedAt! - queuedAt!)),
    },
    attendants: [
      { name: "Rita Alves", stars: stars(2), finished: resolvedBy(2) },
      { name: "Saulo Prado", stars: stars(3), finished: resolvedBy(3) },
    ],
  };
}
