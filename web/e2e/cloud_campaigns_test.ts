import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Person } from "../../src/graph_simulator/person.ts";
import { aList, noPauses } from "../../src/testing/campaigns.ts";
import { aMetaRoad, type MetaRoad } from "../../src/testing/meta_road.ts";
import { inspection } from "./axe.ts";
import { loginOf, PATIENCE, photograph, takeBrowser } from "./browser.ts";
import { ANA, gone, NARROW, poll, seen, WIDE } from "./desk.ts";
import { chooseIn } from "./fields.ts";
import { letBrowserGo } from "./used_pages.ts";

let road: MetaRoad, browser: Browser, page: Page, joana: Person;
let look: (screen: string) => Promise<void>, pass: () => void;
beforeAll(async () => {
  [road, browser] = await Promise.all([aMetaRoad(), takeBrowser({ sound: false, measured: false })]);
  const line = road.meta.addNumber({ number: "551134567801" });
  const components = [
    { type: "HEADER", format: "TEXT", text: "Novidade em {{1}}" },
    { type: "BODY", text: "Olá {{1}}, o panetone voltou. Responda SAIR para não receber mais." },
  ];
  road.meta.addTemplate(line.account, { name: "novidade", text: "", category: "MARKETING", components });
  road.meta.addTemplate(line.account, { name: "pergunta", text: "Olá {{1}}, quer saber da novidade? 1 sim, 2 não" });
  road.meta.addTemplate(line.account, { name: "em_analise", text: "Oi", status: "PENDING" });
  await road.link(line, { name: "Linha oficial" });
  await road.link(road.meta.addPage({ name: "Padaria" }), { name: "Página" });
  joana = road.meta.person({ name: "Joana", phone: "5511987650001" });
  road.aurora.write((db) => {
    noPauses(db);
    aList(db, [{ name: "Joana", number: "5511987650001", columns: { Bairro: "Boa Vista" } }], "Natal");
  });
  const context = await browser.newContext({
    locale: "pt-BR",
    reducedMotion: "reduce",
    viewport: WIDE,
    baseURL: road.server.address,
    storageState: await loginOf(road.server.address, ANA),
  });
  context.setDefaultTimeout(PATIENCE);
  page = await context.newPage();
  await page.goto("/campaigns");
  ({ look, pass } = inspection(page));
});
afterEach(({ task }) => photograph([page], task));
afterAll(async () => {
  if (browser) await letBrowserGo(browser);
  await road?.stop();
});

const dialog = () => page.getByRole("dialog");
const textbox = (name: string) => dialog().getByRole("textbox", { name, exact: true });
const preview = () => dialog().getByRole("complementary", { name: "Prévia" });
async function fillFirst(name: string) {
  await page.getByRole("button", { name: "Adicionar" }).first().click();
  await textbox("Nome").fill(name);
  await chooseIn(dialog().getByLabel("Lista de contatos"), "Natal");
  await chooseIn(dialog().getByLabel("Conexão", { exact: true }), "Linha oficial");
}

test("over the official API a template is chosen, filled with variables, previewed, saved and sent", async () => {
  await fillFirst("Natal");
  await dialog().getByLabel("Conexão", { exact: true }).and(page.locator("button")).click();
  const options = page.locator("[data-covers=popover]").getByRole("option");
  await poll(() => options.allInnerTexts()).not.toContain("Página");
  await page.keyboard.press("Escape");
  await seen(dialog().getByText("Só conexões de WhatsApp enviam campanhas."));
  await gone(textbox("Mensagem"));
  await gone(dialog().getByText("Mensagens seguintes"));
  await chooseIn(dialog().getByLabel("Modelo", { exact: true }), "novidade (pt_BR)");
  await dialog().getByRole("button", { name: "Adicionar" }).click();
  await poll(() => dialog().getByText("Obrigatório").count()).toBe(2);
  await textbox("Cabeçalho: {{1}}").fill("");
  await dialog().getByRole("button", { name: "Inserir {bairro}" }).click();
  await textbox("Texto: {{1}}").click();
  await dialog().getByRole("button", { name: "Inserir {nome}" }).click();
  await poll(() => textbox("Cabeçalho: {{1}}").inputValue()).toBe("{bairro}");
  await poll(() => textbox("Texto: {{1}}").inputValue()).toBe("{nome}");
  await gone(dialog().getByText("Obrigatório"));
  await seen(preview().getByText("Novidade em Boa Vista"));
  await seen(preview().getByText("Olá Joana, o panetone voltou."));
  await look("Modelo");
  await dialog().getByRole("button", { name: "Adicionar" }).click();
  await seen(page.getByRole("status").getByText("Campanha salva com sucesso!"));
  await page.getByRole("button", { name: "Iniciar Natal agora" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Iniciar agora" }).click();
  const got = await joana.waitFor(({ kind }) => kind === "template");
  expect(got.text).toContain("Olá Joana, o panetone voltou.");
  await seen(page.getByRole("row").filter({ hasText: "Natal" }).getByText("Finalizada"));
});

test("with a confirmation the template asks, and the message is written below it, also on a phone", async () => {
  await page.setViewportSize(NARROW);
  await fillFirst("Pergunta");
  await chooseIn(dialog().getByLabel("Confirmação", { exact: true }), "Habilitada");
  await chooseIn(dialog().getByLabel("Modelo", { exact: true }), "pergunta (pt_BR)");
  await textbox("Texto: {{1}}").fill("{nome}");
  await textbox("Mensagem").fill("O panetone voltou. Responda SAIR para não receber mais.");
  await gone(textbox("Mensagem de confirmação"));
  await look("Modelo e mensagem no celular");
  await dialog().getByRole("button", { name: "Ver a prévia" }).click();
  await seen(preview().getByText("Olá Joana, quer saber da novidade?"));
  await seen(preview().getByText("O panetone voltou."));
  await look("Prévia no celular");
  pass();
  await dialog().getByRole("button", { name: "Adicionar" }).click();
  await seen(page.getByRole("status").getByText("Campanha salva com sucesso!"));
});
