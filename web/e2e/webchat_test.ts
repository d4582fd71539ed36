import { Buffer } from "node:buffer";
import type { FrameLocator, Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { setQueues } from "../../src/connections/connections.ts";
import { connectionTable } from "../../src/connections/table.ts";
import { ticketTable } from "../../src/tickets/table.ts";
import { contactById } from "../../src/contacts/contacts.ts";
import { until } from "../../src/testing/fixtures.ts";
import { weightOf, widgetLoad } from "../weight.ts";
import { faults } from "./axe.ts";
import { chooseIn } from "./fields.ts";
import { accept, aDesk, ANA, bubble, gone, NARROW, poll, say, seen } from "./desk.ts";

const desk = aDesk();
let ana: Page;
/** The company's own page, at an origin that is not the desk's. */
let shop: Deno.HttpServer<Deno.NetAddr>;
let line = "";

const PICTURE = {
  name: "forno.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
};

beforeAll(async () => {
  shop = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () =>
      new Response(
        `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>Padaria</title><body><h1>Saiu do forno</h1>${line}</body></html>`,
        { headers: { "content-type": "text/html" } },
      ),
  );
  ana = await desk.logIn(ANA, { at: "/connections" });
});
afterAll(async () => await shop.shutdown());

const shopUrl = () => `http://127.0.0.1:${shop.addr.port}`;
/** By another name, so that the page is not of the desk's site either. */
const elsewhere = () => `http://localhost:${shop.addr.port}`;
const inside = (page: Page): FrameLocator => page.frameLocator("balcao-chat iframe");
const button = (page: Page) => page.getByRole("button", { name: "Abrir o atendimento" });
const said = (page: Page, text: string | RegExp) => inside(page).locator(".message", { hasText: text });
const tickets = () => desk.road.aurora.read.select().from(ticketTable).where(eq(ticketTable.channel, "webchat")).all();

/** A call by her own login. */
async function asAna(method: string, path: string, body?: object) {
  const token = (await ana.evaluate(() => localStorage.getItem("token")))!.replaceAll('"', "");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${desk.url}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
  return { body: await answer.json() };
}

async function visit(options = {}): Promise<Page> {
  const page = await desk.open(options);
  await page.goto(shopUrl());
  return page;
}

async function write(page: Page, text: string): Promise<void> {
  const field = inside(page).getByRole("textbox", { name: "Mensagem" });
  await field.fill(text);
  await field.press("Enter");
}

test("an administrator adds a web chat, names the site and copies the line for it", async () => {
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await ana.getByRole("menuitem", { name: "Web chat" }).click();
  await ana.getByLabel("Nome", { exact: true }).fill("Site da padaria");
  await ana.getByRole("textbox", { name: "Mensagem de saudação" }).fill("Olá! Com quem quer falar?");
  for (const queue of ["Encomendas", "Entregas"]) {
    await ana.getByRole("button", { name: "Incluir fila" }).click();
    await ana.getByRole("menuitem", { name: queue }).click();
  }
  await ana.getByRole("dialog").getByRole("button", { name: "Adicionar" }).click();
  const dialog = ana.getByRole("dialog", { name: "Chat do site: Site da padaria" });
  await seen(dialog);
  line = (await dialog.locator("code").innerText()).trim();
  expect(line).toMatch(/^<script src="http:\/\/127[^"]+\/widget\.js" data-key="[\w-]{16}" async><\/script>$/);
  await dialog.getByLabel("Endereços do site").fill("padaria.test");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await seen(dialog.getByText("Inválido"));
  await dialog.getByLabel("Endereços do site").fill(`${shopUrl()}/`);
  await dialog.getByLabel("Título").fill("Padaria Aurora");
  await dialog.getByLabel("Primeira linha").fill("Bem-vindo à padaria!");
  const preview = ana.frameLocator("iframe[title='Prévia do chat']");
  await seen(preview.getByText("Bem-vindo à padaria!"));
  await chooseIn(dialog.getByLabel("Nome"), "Não perguntar");
  expect(await faults(ana)).toEqual([]);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await gone(dialog);
  await seen(ana.getByRole("row", { name: /Site da padaria/ }).getByText("No ar"));
});

let joana: Page;

test("on the shop's page a visitor opens it, writes, and the bot answers with its menu", async () => {
  joana = desk.keep(await visit());
  await button(joana).click();
  await seen(said(joana, "Bem-vindo à padaria!"));
  expect(await inside(joana).getByRole("button", { name: "Mensagens anteriores" }).count()).toBe(0);
  expect(tickets()).toEqual([]);
  await write(joana, "Vocês entregam?");
  await seen(said(joana, "Olá! Com quem quer falar?"));
  await seen(inside(joana).getByRole("button", { name: "Entregas" }));
  await inside(joana).getByRole("button", { name: "Encomendas" }).click();
  await poll(() => tickets()[0]?.queueId).toBe(1);
  await seen(said(joana, /^Você: Encomendas/));
});

test("an attendant answers it as any other, and sees the ticks follow", async () => {
  await ana.goto("/tickets");
  await accept(ana, contactById(desk.road.aurora.read, tickets()[0]!.contactId)!.name);
  await seen(bubble(ana, "Vocês entregam?"));
  await say(ana, "Sim, *até as 18h*!");
  await seen(said(joana, "Sim, até as 18h!"));
  await poll(() => said(joana, "Sim, até").locator("strong").last().innerText()).toBe("até as 18h");
  await seen(bubble(ana, "Sim, ").getByRole("img", { name: /lida/i }));
  await seen(said(joana, "Vocês entregam?").getByRole("img", { name: "lida" }));
});

test("who types is seen on both sides", async () => {
  await inside(joana).getByRole("textbox", { name: "Mensagem" }).pressSequentially("Ent");
  await seen(ana.getByText(/digitando/).first());
  await ana.getByRole("textbox", { name: "Mensagem" }).pressSequentially("Um");
  await seen(inside(joana).getByText("Escrevendo…"));
  await ana.getByRole("textbox", { name: "Mensagem" }).fill("");
  await inside(joana).getByRole("textbox", { name: "Mensagem" }).fill("");
});

test("a picture goes each way", async () => {
  await inside(joana).locator("input[type=file]").setInputFiles(PICTURE);
  await seen(said(joana, "Você").locator("img"));
  await poll(() => ana.locator("[data-message] img").count()).toBeGreaterThan(0);
  await ana.getByLabel("Anexar arquivos").setInputFiles({ ...PICTURE, name: "bolo.png" });
  await ana.getByRole("button", { name: "Enviar", exact: true }).click();
  await poll(() => inside(joana).locator(".message:not(.own) img").count()).toBe(1);
  const picture = inside(joana).locator(".message:not(.own) img");
  await poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("a file that is too large is said to be so before it leaves, and goes neither way", async () => {
  const posted: string[] = [];
  const note = (request: Request) => {
    if (request.method() === "POST") posted.push(request.url());
  };
  joana.on("request", note);
  const chooser = inside(joana).locator("input[type=file]");
  await chooser.setInputFiles({
    name: "filme.bin",
    mimeType: "application/octet-stream",
    buffer: Buffer.alloc(25_000_001),
  });
  await seen(inside(joana).getByText("Este arquivo passa de 25 MB, o máximo aqui."));
  await inside(joana).getByRole("button", { name: "Tentar de novo" }).click();
  await seen(inside(joana).getByText("Este arquivo passa de 25 MB, o máximo aqui."));
  await inside(joana).getByRole("button", { name: "Descartar" }).click();
  await gone(inside(joana).getByText("filme.bin"));
  expect(posted).toEqual([]);
  joana.off("request", note);
});

test("what is edited, reacted to and taken back changes before the visitor's eyes", async () => {
  await say(ana, "Ate logo");
  await seen(said(joana, "Ate logo"));
  const { id } = tickets()[0]!;
  const { messages } = (await asAna("GET", `/messages/${id}`)).body;
  const last = messages.at(-1).id, first = messages[0].id;
  await asAna("PUT", `/messages/${last}`, { body: "Até logo" });
  await seen(said(joana, "Até logo"));
  await seen(said(joana, "Até logo").getByText("editada"));
  await asAna("PUT", `/messages/${first}/reaction`, { emoji: "👍" });
  await seen(said(joana, "Vocês entregam?").getByText("👍"));
  await asAna("DELETE", `/messages/${last}`);
  await seen(said(joana, "Mensagem apagada"));
});

test("a visitor reads who has taken the conversation up, answers one message and reacts to it", async () => {
  const joana = await visit();
  await button(joana).click();
  const before = tickets().length;
  await write(joana, "Tem bolo hoje?");
  await poll(() => tickets().length).toBe(before + 1);
  const { id } = tickets().at(-1)!;
  await asAna("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
  await seen(inside(joana).getByText("Ana entrou na conversa"));
  await asAna("POST", `/messages/${id}`, { body: "Temos de cenoura" });
  const words = said(joana, "Temos de cenoura");
  await seen(words);
  await words.getByRole("button", { name: "Responder ou reagir" }).click();
  await words.getByRole("button", { name: "Reagir com 👍" }).click();
  await seen(words.getByText("👍", { exact: true }));
  await words.getByRole("button", { name: "Responder ou reagir" }).click();
  await words.getByRole("button", { name: "Responder", exact: true }).click();
  expect(await faults(joana)).toEqual([]);
  await write(joana, "Guarde um");
  await seen(said(joana, "Guarde um").locator("blockquote", { hasText: "Temos de cenoura" }));
  expect(await inside(joana).locator(".quoting").count()).toBe(0);
});

test("closed, the button counts what came; a reload keeps it and the conversation", async () => {
  await inside(joana).getByRole("button", { name: "Fechar o atendimento" }).click();
  await say(ana, "Chegou?");
  await seen(joana.getByRole("button", { name: "Abrir o atendimento, 1 mensagem não lida" }));
  await joana.reload();
  await joana.getByRole("button", { name: /1 mensagem não lida/ }).click();
  await seen(said(joana, "Chegou?"));
  await seen(said(joana, "Vocês entregam?"));
  await poll(() => said(joana, "Chegou?").count()).toBe(1);
});

test("without network it says so, and sends later; what was said meanwhile comes once", async () => {
  await joana.context().setOffline(true);
  await seen(inside(joana).getByText("Sem internet. O que você escrever sai quando ela voltar."));
  await write(joana, "Escrevi no elevador");
  await seen(said(joana, "Escrevi no elevador").getByRole("img", { name: "esperando para sair" }));
  await say(ana, "Ainda está aí?");
  await joana.context().setOffline(false);
  await seen(bubble(ana, "Escrevi no elevador"));
  await seen(said(joana, "Ainda está aí?"));
  await gone(said(joana, "Escrevi no elevador").getByRole("img", { name: "esperando para sair" }));
  await poll(() => said(joana, "Escrevi no elevador").count()).toBe(1);
  await poll(() => said(joana, "Ainda está aí?").count()).toBe(1);
});

test("a server that was away is found again, and has all that it had answered", async () => {
  await desk.stopServer();
  await write(joana, "Escrevi enquanto o servidor estava fora");
  await desk.startServer();
  await seen(said(joana, "Escrevi enquanto").getByRole("img", { name: /enviada|lida/ }));
  await poll(() => said(joana, "Escrevi enquanto").count()).toBe(1);
  await joana.reload();
  await button(joana).click();
  await seen(said(joana, "Escrevi no elevador"));
  await seen(said(joana, "Escrevi enquanto"));
});

test("another visitor sees nothing of it", async () => {
  const page = await visit();
  await button(page).click();
  await seen(said(page, "Bem-vindo à padaria!"));
  await poll(() => inside(page).locator(".message").count()).toBe(1);
});

test("by the keyboard it is opened, written to and left; nothing stands in a screen reader's way", async () => {
  const page = await visit();
  await button(page).focus();
  await page.keyboard.press("Enter");
  const field = inside(page).getByRole("textbox", { name: "Mensagem" });
  await poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  const frame = page.frames().find((each) => each.url().includes("/widget/"))!;
  expect(await faults(frame as unknown as Page)).toEqual([]);
  await page.keyboard.press("Escape");
  await seen(button(page));
  await poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("balcao-chat");
});

test("a phone shows it over the whole screen", async () => {
  const page = await visit({ viewport: NARROW, hasTouch: true, isMobile: true });
  await button(page).click();
  const box = await page.locator("balcao-chat iframe").boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: NARROW.width });
  expect(box!.height).toBeGreaterThan(NARROW.height - 2);
  await inside(page).getByRole("button", { name: "Fechar o atendimento" }).click();
  await seen(button(page));
});

test("a page of another origin does not get it", async () => {
  const page = await desk.open();
  await page.goto(elsewhere());
  await page.locator("balcao-chat").waitFor({ state: "attached" });
  // Where the browser refuses a frame, it puts a page of its own into it, which shows no button.
  await poll(() => page.frames().map((frame) => frame.url())).toContain("chrome-error://chromewebdata/");
  expect(await button(page).count()).toBe(0);
});

test("who is asked first says so before writing; what is wrong is marked", async () => {
  const { id } = desk.road.aurora.read.select().from(connectionTable).where(eq(connectionTable.channel, "webchat"))
    .all()[0]!;
  await asAna("PUT", `/webchat/${id}`, { askName: "required", askEmail: "optional" });
  const page = await visit();
  await button(page).click();
  await inside(page).getByLabel(/E-mail/).fill("joana@");
  await inside(page).getByRole("button", { name: "Começar" }).click();
  await seen(inside(page).getByText("Preencha este campo."));
  await seen(inside(page).getByText("Confira este campo."));
  await inside(page).getByLabel("Nome").fill("Joana");
  await inside(page).getByLabel(/E-mail/).fill("joana@casa.test");
  await inside(page).getByRole("button", { name: "Começar" }).click();
  await write(page, "Sou eu");
  await seen(said(page, "Olá! Com quem quer falar?"));
  await poll(() => tickets().map(({ contactId }) => contactById(desk.road.aurora.read, contactId)!.name)).toContain(
    "Joana",
  );
});

test("going on at WhatsApp takes a code along, and who serves reads where they came from", async () => {
  const { aurora } = desk.road;
  const site = aurora.read.select().from(connectionTable).where(eq(connectionTable.channel, "webchat")).all()[0]!;
  aurora.write((db) => setQueues(db, desk.road.connectionId, [1]));
  await asAna("PUT", `/webchat/${site.id}`, {
    handoverId: desk.road.connectionId,
    askName: "off",
    askEmail: "off",
  });
  const page = await visit();
  await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  await button(page).click();
  await write(page, "Posso continuar no celular?");
  await seen(said(page, "Olá! Com quem quer falar?"));
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    inside(page).getByRole("button", { name: "Continuar no WhatsApp" }).click(),
  ]);
  await tab.waitForURL("https://wa.me/**");
  const address = new URL(tab.url());
  expect(address.pathname).toBe("/551134567800");
  const phone = desk.customer("Joana do celular");
  phone.write("551134567800", address.searchParams.get("text")!);
  const whatsapp = await until(() =>
    aurora.read.select().from(ticketTable).where(eq(ticketTable.connectionId, desk.road.connectionId)).all().at(-1)
  );
  const notes = (await asAna("GET", `/ticket-notes/list?contactId=${whatsapp.contactId}`)).body;
  expect(JSON.stringify(notes)).toContain("Veio do chat do site");
});

test("all that a company's page has to load for it is lighter than 30 kB", () => {
  expect(weightOf(widgetLoad())).toBeLessThan(30_000);
});
