import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { connectionRows } from "../../src/connections/connections.ts";
import { metaShown } from "../../src/meta/app.ts";
import { faults, inspection } from "./axe.ts";
import { aDesk, ANA, gone, NARROW, NINA, poll, seen, WIDE } from "./desk.ts";
import { type Lines, someLines, tellMeta } from "./meta.ts";

const desk = aDesk({ meta: true });
const SUPER = "super@balcao.test", PLACE = "/settings?tab=provider";
let lines: Lines;
beforeAll(() => {
  lines = someLines(desk);
});

const news = (page: Page, text: string | RegExp) =>
  page.getByRole("status").or(page.getByRole("alert")).getByText(text);
const dialog = (page: Page) => page.getByRole("dialog");
const tableRow = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

async function add(page: Page, channel: string) {
  await page.goto("/connections");
  await page.getByRole("button", { name: "Adicionar" }).click();
  await page.getByRole("menuitem", { name: channel, exact: true }).click();
}

test("the super user sets the app; secrets are shown to nobody, and what Meta wants can be copied", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  await sue.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const second = await sue.context().newPage();
  await second.goto(PLACE);
  const form = (page: Page) => page.getByRole("form", { name: "Meta" });
  const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
  const save = (page: Page) => form(page).getByRole("button", { name: "Salvar o aplicativo" }).click();
  await field(sue, "ID do aplicativo").fill("meu app");
  await save(sue);
  await seen(form(sue).getByText("Inválido"));
  await field(sue, "ID do aplicativo").fill(lines.app.id);
  await save(sue);
  await seen(form(sue).getByText("Obrigatório"));
  await field(sue, "Chave secreta do aplicativo").fill(lines.app.secret);
  await save(sue);
  await seen(news(sue, "Operação realizada com sucesso!"));
  await seen(form(sue).getByText(/Definido em .*; deixe em branco para manter/));
  await poll(() => field(sue, "Chave secreta do aplicativo").inputValue()).toBe("");
  // Her other screen follows; what is typed over an older state asks first.
  await poll(() => field(second, "ID do aplicativo").inputValue()).toBe(lines.app.id);
  await field(second, "Versão da Graph API").fill("v26.0");
  await field(sue, "Versão da Graph API").fill("v25.1");
  await save(sue);
  const stored = () => metaShown(desk.road.server.tenants).version;
  await poll(stored).toBe("v25.1");
  await save(second);
  await seen(form(second).getByText(/mudou|salvou/));
  await gone(form(sue).locator("[readonly]"));
  await field(sue, "Versão da Graph API").fill("v25.0");
  await save(sue);
  await poll(stored).toBe("v25.0");
  await sue.getByRole("button", { name: "Copiar: Token de verificação" }).click();
  await seen(news(sue, "Copiado"));
  const token = await sue.evaluate(() => navigator.clipboard.readText());
  await sue.getByRole("button", { name: "Copiar: Endereço dos avisos" }).click();
  await poll(() => sue.evaluate(() => navigator.clipboard.readText())).toBe(`${desk.url}/api/meta/notices`);
  await tellMeta(desk, lines.app, token);
});

test("whoever goes to Facebook and presses cancel reads that nothing was linked", async () => {
  const ana = await desk.logIn(ANA);
  await add(ana, "Facebook");
  await dialog(ana).getByRole("button", { name: "Entrar com o Facebook" }).click();
  await ana.getByRole("link", { name: "Cancel" }).click();
  await seen(news(ana, "Você cancelou no Facebook: nada foi ligado."));
  expect(new URL(ana.url()).search).toBe("");
  expect(await tableRow(ana, "Padaria no Face").count()).toBe(0);
});

test("by logging in at Facebook the pages and their Instagram become connections", async () => {
  const ana = await desk.logIn(ANA);
  await add(ana, "Instagram");
  await poll(() => dialog(ana).getByRole("checkbox").isChecked()).toBe(true);
  await dialog(ana).getByRole("button", { name: "Entrar com o Facebook" }).click();
  await ana.getByRole("link", { name: /Continue as/ }).click();
  await seen(news(ana, /Facebook\/Instagram: ligado com sucesso \(Padaria no Face, @padaria\.aurora\)/));
  expect(new URL(ana.url()).search).toBe("");
  for (const name of ["Padaria no Face", "@padaria.aurora"]) {
    await seen(tableRow(ana, name).getByRole("button", { name: "Conectado" }));
    // Nothing is scanned there.
    expect(await tableRow(ana, name).getByRole("button", { name: /QR/ }).count()).toBe(0);
  }
  // A code is good for one time, and the address is clean: the same page again asks nothing.
  await ana.reload();
  await seen(tableRow(ana, "Padaria no Face"));
  expect(await ana.getByText(/Concluindo a ligação/).count()).toBe(0);
});

test("by ids and token: what Meta refuses stands at its field, and a taken account is said", async () => {
  const ana = await desk.logIn(ANA);
  await add(ana, "WhatsApp – API oficial");
  const field = (label: string) => dialog(ana).getByLabel(label, { exact: true });
  const save = () => dialog(ana).getByRole("button", { name: "Adicionar" }).click();
  await save();
  await poll(() => dialog(ana).getByText("Obrigatório").count()).toBe(4);
  await field("Nome").fill("Número oficial");
  await field("ID do número de telefone").fill(lines.cloud.id);
  await field("Token de acesso").fill("token-que-nunca-existiu");
  await save();
  await seen(dialog(ana).getByText("Obrigatório"));
  await field("ID da conta do WhatsApp Business").fill(lines.cloud.account.id);
  await save();
  await seen(dialog(ana).getByText(/A Meta não aceita este token/));
  await field("Token de acesso").fill(desk.meta.tokenFor(lines.app, lines.cloud).value);
  await field("ID do número de telefone").fill("999000111222");
  await save();
  await seen(dialog(ana).getByText(/A Meta não mostra esta conta a este token/));
  await field("ID do número de telefone").fill(lines.cloud.id);
  await save();
  await gone(dialog(ana));
  await seen(tableRow(ana, "Número oficial").getByRole("button", { name: "Conectado" }));
  await add(ana, "WhatsApp – API oficial");
  await field("Nome").fill("Outra vez");
  await field("ID do número de telefone").fill(lines.cloud.id);
  await field("ID da conta do WhatsApp Business").fill(lines.cloud.account.id);
  await field("Token de acesso").fill(desk.meta.tokenFor(lines.app, lines.cloud).value);
  await save();
  await seen(dialog(ana).getByText("Esta conta já está ligada a uma conexão."));
});

test("a revoked token is said with what helps, and another one brings the connection back", async () => {
  const ana = await desk.logIn(ANA, { at: "/connections" });
  const own = tableRow(ana, "Padaria no Face");
  await own.getByRole("button", { name: "Conta" }).click();
  await seen(dialog(ana).getByText(lines.page.id));
  await seen(dialog(ana).getByText("sem data para vencer"));
  await dialog(ana).getByText("Atendentes podem responder por 7 dias").click();
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await gone(dialog(ana));
  await own.getByRole("button", { name: "Conta" }).click();
  await poll(() => dialog(ana).getByRole("checkbox").isChecked()).toBe(true);
  await dialog(ana).getByLabel("Novo token de acesso", { exact: true }).fill("token-que-nunca-existiu");
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await seen(dialog(ana).getByText(/A Meta não aceita este token/));
  await dialog(ana).getByLabel("Novo token de acesso", { exact: true })
    .fill(desk.meta.tokenFor(lines.app, lines.page).value);
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await gone(dialog(ana));
  await seen(own.getByRole("button", { name: "Conectado" }));
  await own.getByRole("button", { name: "Desconectar" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Desconectar" }).click();
  await own.getByRole("button", { name: "Tentar novamente" }).click();
  await seen(own.getByRole("button", { name: "Conectado" }));
});

test("the dialogs of the official channels have no fault that axe finds, on a phone either", async () => {
  for (const viewport of [WIDE, NARROW]) {
    const ana = await desk.logIn(ANA, { viewport });
    const { look, pass } = inspection(ana);
    await add(ana, "WhatsApp – API oficial");
    await seen(dialog(ana).getByLabel("Token de acesso", { exact: true }));
    await look("cloud");
    await add(ana, "Instagram");
    await seen(dialog(ana).getByRole("checkbox"));
    await look("login");
    await dialog(ana).getByText("Por id e token").click();
    await seen(dialog(ana).getByLabel("ID da conta do Instagram", { exact: true }));
    await look("ids");
    pass();
  }
});

test("a number that wants a passkey goes on by the official channel, as the same connection", async () => {
  const ana = await desk.logIn(ANA), phone = desk.customer("Com chave"), { simulator } = desk.road;
  simulator.network.needPasskey(phone.number, true);
  const number = desk.meta.addNumber({ number: "551134567888" });
  await add(ana, "WhatsApp");
  await ana.getByLabel("Nome").fill("Com chave");
  await ana.keyboard.press("Enter");
  await seen(ana.getByRole("img", { name: "QR code para conectar Com chave" }));
  const { aurora, server } = desk.road;
  const { id } = connectionRows(aurora.read).find(({ name }) => name === "Com chave")!;
  await phone.scan(server.supervisor.liveOf(aurora, id).qrcode);
  await tableRow(ana, "Com chave").getByRole("button", { name: "Usar a API oficial" }).click();
  await seen(dialog(ana).getByText("Continuar Com chave pela API oficial"));
  await dialog(ana).getByLabel("ID do número de telefone").fill(number.id);
  await dialog(ana).getByLabel("ID da conta do WhatsApp Business").fill(number.account.id);
  await dialog(ana).getByLabel("Token de acesso").fill(desk.meta.tokenFor(lines.app, number).value);
  await dialog(ana).getByRole("button", { name: "Continuar" }).click();
  await seen(tableRow(ana, "Com chave").getByText("WhatsApp – API oficial"));
  await poll(() => connectionRows(aurora.read).find((row) => row.id === id)!.status).toBe("CONNECTED");
});

test("of several pages that somebody manages those become connections which they choose", async () => {
  desk.meta.addPage({ name: "Oficina Norte" });
  desk.meta.addPage({ name: "Página de uma amiga" });
  const nina = await desk.logIn(NINA, { at: "/connections" });
  // There is none yet, so that the page's middle offers it as well.
  await nina.getByRole("button", { name: "Adicionar" }).first().click();
  await nina.getByRole("menuitem", { name: "Facebook", exact: true }).click();
  await dialog(nina).getByRole("button", { name: "Entrar com o Facebook" }).click();
  await nina.getByRole("link", { name: /Continue as/ }).click();
  await seen(dialog(nina).getByText("Quais páginas ligar?"));
  const link = dialog(nina).getByRole("button", { name: "Ligar" });
  await poll(() => link.isDisabled()).toBe(true);
  expect(await faults(nina)).toEqual([]);
  await dialog(nina).getByText("Oficina Norte").click();
  await link.click();
  await seen(news(nina, "Facebook: ligado com sucesso (Oficina Norte)."));
  await seen(tableRow(nina, "Oficina Norte").getByRole("button", { name: "Conectado" }));
  expect(await tableRow(nina, "Página de uma amiga").count()).toBe(0);
});
