import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { answerWindowTable } from "../../src/answer_windows/table.ts";
import type { Line, Person } from "../../src/graph_simulator/simulator.ts";
import { inspection } from "./axe.ts";
import { accept, aDesk, ANA, aPicture, BRUNO, bubble, composer, gone, NARROW, poll, row, say, seen } from "./desk.ts";
import { type Lines, linkLine, setUpApp, someLines } from "./meta.ts";
import { expectSchedule } from "../../src/schedules/run.ts";
import { scheduleTable } from "../../src/schedules/table.ts";

const desk = aDesk({ meta: true });
let lines: Lines, ana: Page;
const NAMES = { cloud: "Número oficial", page: "Messenger da loja", instagram: "Instagram da loja" };
beforeAll(async () => {
  lines = someLines(desk);
  await setUpApp(desk, lines.app);
  for (const which of ["cloud", "page", "instagram"] as const) {
    await linkLine(desk, lines, lines[which], NAMES[which]);
  }
  const { account } = lines.cloud;
  desk.meta.addTemplate(account, {
    name: "pedido_pronto",
    text: "",
    components: [
      { type: "HEADER", format: "TEXT", text: "Padaria Aurora" },
      { type: "BODY", text: "Olá {{1}}, seu pedido de {{2}} está pronto." },
      { type: "FOOTER", text: "Responda para falar conosco" },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Já vou" }] },
    ],
  });
  desk.meta.addTemplate(account, { name: "promocao", text: "Compre!", status: "REJECTED", category: "MARKETING" });
  desk.meta.addTemplate(account, { name: "aviso_novo", text: "Novidade", status: "PENDING" });
  ana = desk.keep(await desk.logIn(ANA));
});

let nth = 0;
function someone(name: string): Person {
  return desk.meta.person({ name, phone: `55119${81_000_000 + ++nth}`, username: name.toLowerCase() });
}

/** Somebody who has written by a line, and whom Ana serves. */
async function aTalk(line: Line, name: string, text: string): Promise<Person> {
  const person = someone(name);
  person.writesTo(line, { text });
  await ana.goto("/tickets");
  await accept(ana, name);
  await seen(bubble(ana, text));
  return person;
}

/** Lets the time to answer end, as if the customer's last word were so many hours ago. */
async function waited(hours: number): Promise<void> {
  desk.road.aurora.write((db) => db.update(answerWindowTable).set({ lastAt: Date.now() - hours * 3_600_000 }).run());
  await ana.reload();
}

const LEFT = { cloud: /políticas do WhatsApp\. Restam 23 h 5\d min/, page: /rede social\. Restam 23 h 5\d min/ };

test.each(
  [
    ["cloud", "Joana", LEFT.cloud],
    ["page", "Rui", LEFT.page],
    ["instagram", "Bia", LEFT.page],
  ] as const,
)("a conversation by %s goes both ways, with ticks and pictures, and says how long", async (which, name, left) => {
  const line = lines[which];
  const person = await aTalk(line, name, `Olá, sou ${name}`);
  await seen(ana.getByText(left));
  await say(ana, "Bom dia! Em que posso ajudar?");
  await person.waitFor(({ text }) => text?.includes("Em que posso ajudar?") ?? false);
  await seen(bubble(ana, "Em que posso ajudar?").getByRole("img", { name: /^(enviada|entregue)$/ }));
  person.reads(line);
  await seen(bubble(ana, "Em que posso ajudar?").getByRole("img", { name: "lida", exact: true }));
  const bytes = await aPicture(ana, "teal") as Uint8Array<ArrayBuffer>;
  person.writesTo(line, { image: { bytes, mimeType: "image/png", name: "bolo.png" } });
  await poll(() => ana.locator("[data-message]:not([data-own]) img").count()).toBeGreaterThan(0);
  const files = ana.getByLabel("Anexar arquivos", { exact: true });
  await files.setInputFiles({ name: "cardapio.png", mimeType: "image/png", buffer: Buffer.from(bytes) });
  await ana.getByRole("button", { name: "Enviar" }).click();
  await person.waitFor(({ media }) => media !== undefined);
});

test("what a channel cannot do is not offered: nothing is edited, taken back or, on Messenger, reacted to", async () => {
  const menuOf = async (text: string) => {
    await bubble(ana, text).hover();
    await bubble(ana, text).getByRole("button", { name: "Mais opções da mensagem" }).click();
    const menu = ana.getByRole("menu");
    await seen(menu);
    const entries = await menu.getByRole("menuitem").allInnerTexts();
    await ana.keyboard.press("Escape");
    await gone(menu);
    return entries.map((entry) => entry.trim()).filter(Boolean);
  };
  await row(ana, "Rui").getByRole("link").click();
  await seen(bubble(ana, "Em que posso ajudar?"));
  expect(await menuOf("Em que posso ajudar?")).toEqual(["Responder", "Encaminhar", "Copiar"]);
  expect(await bubble(ana, "Olá, sou Rui").getByRole("button", { name: "Reagir" }).count()).toBe(0);
  await seen(ana.getByRole("heading", { name: "Rui", level: 2 }));
  await seen(ana.locator("header").getByText("Facebook", { exact: true }));
  // Where no number is known, the page of contacts names the channel.
  await ana.goto("/contacts?search=Rui");
  await seen(ana.getByRole("row", { name: /Rui.*Facebook/ }));
});

test("when the time is over the composer gives place, keeps the draft, and comes back when the customer writes", async () => {
  const person = await aTalk(lines.instagram, "Caio", "Tem bolo?");
  await composer(ana).fill("Tem sim, de fubá");
  await poll(() => ana.evaluate(() => JSON.stringify(localStorage))).toContain("de fubá");
  await waited(23.5);
  await seen(ana.getByText(/Restam (29|30) min/));
  await waited(25);
  await seen(ana.getByText("Passaram 24 horas da última mensagem do cliente."));
  await seen(ana.getByText(/Seu rascunho está guardado/));
  expect(await composer(ana).count()).toBe(0);
  expect(await ana.getByRole("button", { name: "Escolher modelo" }).count()).toBe(0);
  person.writesTo(lines.instagram, { text: "Ainda aí?" });
  await poll(() => composer(ana).inputValue()).toBe("Tem sim, de fubá");
  await say(ana, "Tem sim, de fubá!");
  await person.waitFor(({ text }) => text?.includes("de fubá!") ?? false);
});

test("at WhatsApp's API an approved template is filled in, seen before it leaves, and sent once", async () => {
  const person = await aTalk(lines.cloud, "Duda", "Quero 3 bolos");
  await waited(25);
  await ana.getByRole("button", { name: "Escolher modelo" }).click();
  const dialog = ana.getByRole("dialog");
  await seen(dialog.getByText("A Meta recusou este modelo. Mude-o na Meta."));
  await poll(() => dialog.getByRole("button", { name: /promocao/ }).isDisabled()).toBe(true);
  await poll(() => dialog.getByRole("button", { name: /aviso_novo/ }).isDisabled()).toBe(true);
  desk.meta.judgeTemplate(lines.cloud.account, "aviso_novo", "APPROVED");
  await dialog.getByRole("button", { name: "Atualizar da Meta" }).click();
  await poll(() => dialog.getByRole("button", { name: /aviso_novo/ }).isDisabled()).toBe(false);
  await dialog.getByLabel("Buscar modelos").fill("pedido");
  await gone(dialog.getByRole("button", { name: /promocao/ }));
  await dialog.getByRole("button", { name: /pedido_pronto/ }).click();
  await dialog.getByRole("button", { name: "Enviar" }).click();
  await poll(() => dialog.getByText("Obrigatório").count()).toBe(2);
  await dialog.getByLabel("Variável 1").fill("Duda");
  await dialog.getByLabel("Variável 2").fill("bolo de fubá");
  const preview = dialog.getByRole("figure", { name: "Prévia" });
  await seen(preview.getByText("Olá Duda, seu pedido de bolo de fubá está pronto."));
  await seen(preview.getByText("Responda para falar conosco"));
  // The answer gets lost: sent once more, it is still one message.
  await ana.route("**/api/messages/*/template", async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await dialog.getByRole("button", { name: "Enviar" }).click();
  await seen(ana.getByText(/Sem conexão com o servidor/));
  await dialog.getByRole("button", { name: "Enviar" }).click();
  await gone(dialog);
  await seen(bubble(ana, "Olá Duda, seu pedido de bolo de fubá está pronto."));
  await person.waitFor(({ text }) => text?.includes("bolo de fubá está pronto") ?? false);
  expect(person.received(lines.cloud)).toHaveLength(1);
  person.writesTo(lines.cloud, { text: "Já vou!" });
  await seen(composer(ana));
});

test("a template goes from the menu while the time runs, too; where there are none, and no stickers, none is offered", async () => {
  const person = await aTalk(lines.cloud, "Gil", "Oi");
  const menu = async (entry: string) => {
    await ana.getByRole("button", { name: "Anexar", exact: true }).click();
    return ana.getByRole("menuitem", { name: entry });
  };
  await (await menu("Modelo aprovado")).click();
  const dialog = ana.getByRole("dialog");
  await dialog.getByRole("button", { name: /pedido_pronto/ }).click();
  await dialog.getByLabel("Variável 1").fill("Gil");
  await dialog.getByLabel("Variável 2").fill("pão");
  await dialog.getByRole("button", { name: "Enviar" }).click();
  await gone(dialog);
  await person.waitFor(({ text }) => text?.includes("pedido de pão está pronto") ?? false);
  await aTalk(lines.page, "Hugo", "Oi");
  await seen(await menu("Localização"));
  for (const entry of ["Modelo aprovado", "Figurinha (.webp)"]) {
    expect(await ana.getByRole("menuitem", { name: entry }).count()).toBe(0);
  }
  await ana.keyboard.press("Escape");
});

test("a file that the channel does not take is named before it is brought there", async () => {
  await aTalk(lines.page, "Ivo", "Oi");
  const big = { name: "filme.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(26_000_000) };
  await ana.getByLabel("Anexar arquivos").setInputFiles(big);
  await seen(ana.getByText("“filme.mp4” passa de 25 MB, o máximo deste canal para este tipo de arquivo."));
  expect(await ana.getByText("filme.mp4", { exact: true }).count()).toBe(0);
});

test("what failed is tried again while that may be, and offers a template once it may not", async () => {
  const person = await aTalk(lines.cloud, "Lara", "Oi");
  desk.meta.faults.failNext(131048);
  await say(ana, "Olá Lara");
  const failed = bubble(ana, "Olá Lara"), again = failed.getByRole("button", { name: "Tentar novamente" });
  await seen(again);
  await waited(25);
  await gone(again);
  await failed.getByRole("button", { name: "Escolher modelo" }).click();
  await seen(ana.getByRole("dialog").getByRole("button", { name: /pedido_pronto/ }));
  await ana.keyboard.press("Escape");
  person.writesTo(lines.cloud, { text: "Estou aqui" });
  await seen(again);
});

test("a schedule by the official line goes by a template that is filled in", async () => {
  const person = await aTalk(lines.cloud, "Mara", "Oi");
  await ana.getByRole("button", { name: "Mais opções", exact: true }).click();
  await ana.getByRole("menuitem", { name: "Agendar mensagem" }).click();
  const dialog = ana.getByRole("dialog");
  await dialog.getByRole("button", { name: /Modelo/ }).click();
  await ana.getByRole("option", { name: /pedido_pronto/ }).click();
  await dialog.getByLabel("Variável 1").fill("Mara");
  await dialog.getByLabel("Variável 2").fill("rosca");
  await seen(dialog.getByText(/Olá Mara, seu pedido de rosca está pronto\./));
  await dialog.getByRole("button", { name: "Adicionar" }).click();
  await gone(dialog);
  desk.road.aurora.write((db) => db.update(scheduleTable).set({ sendAt: Date.now() }).run());
  expectSchedule(desk.road.aurora, Date.now());
  await person.waitFor(({ text }) => text?.includes("pedido de rosca está pronto") ?? false);
});

test("what Meta refuses afterwards is said at the message, in words", async () => {
  await aTalk(lines.cloud, "Edu", "Oi");
  desk.meta.faults.failNext(131048);
  await say(ana, "Olá Edu");
  await seen(bubble(ana, "Olá Edu").getByText(/A Meta limitou os envios desta conta/));
});

test("the time, the closed bar and the templates have no fault that axe finds on a phone", async () => {
  const person = someone("Fabi");
  person.writesTo(lines.cloud, { text: "Boa tarde" });
  const bruno = await desk.logIn(BRUNO, { viewport: NARROW });
  const { look, pass } = inspection(bruno);
  await accept(bruno, "Fabi");
  await seen(bruno.getByText(/Restam/));
  await look("open");
  desk.road.aurora.write((db) => db.update(answerWindowTable).set({ lastAt: 0 }).run());
  await bruno.reload();
  await bruno.getByRole("button", { name: "Escolher modelo" }).click();
  await bruno.getByRole("button", { name: /pedido_pronto/ }).waitFor();
  await look("templates");
  await bruno.getByRole("button", { name: /pedido_pronto/ }).click();
  await seen(bruno.getByLabel("Variável 1"));
  await look("filling");
  await bruno.keyboard.press("Escape");
  await look("shut");
  pass();
});
