import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { setToken } from "../../src/connections/tokens.ts";
import { allowInner } from "../../src/platform/inner_network.ts";
import { until } from "../../src/testing/fixtures.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { faults } from "./axe.ts";
import { aDesk, ANA, BRUNO, NARROW, poll } from "./desk.ts";

const OF_CONNECTION = "token-da-conexao-1";
const desk = aDesk();
let page: Page;
beforeAll(async () => {
  const { road } = desk;
  road.aurora.write((db) => setToken(road.server.tenants, road.aurora, db, road.connectionId, OF_CONNECTION));
  page = desk.keep(await desk.logIn(ANA, { at: "/messages-api" }));
});

const expectAccessible = async (page: Page) => expect(await faults(page)).toEqual([]);
const tab = (name: string) => page.getByRole("tab", { name });
const region = (name: string) => page.getByRole("region", { name });

test("a text and a file are sent by the forms, with the token that was typed, and appear among the requests", async () => {
  const joana = desk.customer("Joana");
  const form = region("Teste de Envio: texto");
  await form.getByLabel("Token cadastrado").fill(OF_CONNECTION);
  await form.getByLabel("Número").fill("(11) 98765-4321");
  await form.getByRole("button", { name: "Enviar" }).click();
  await form.getByText("Só algarismos: 5511987654321").waitFor();
  await form.getByText("Obrigatório").waitFor();
  await form.getByLabel("Número").fill(joana.number);
  await form.getByLabel("Mensagem").fill("Seu pedido saiu");
  await form.getByRole("button", { name: "Enviar" }).click();
  await page.getByText("Mensagem enviada com sucesso").first().waitFor();
  await joana.waitFor(({ text }) => text === "Seu pedido saiu");

  const media = region("Teste de Envio: mídia");
  await media.getByLabel("Token cadastrado").fill(OF_CONNECTION);
  await media.getByLabel("Número").fill(joana.number);
  await media.getByRole("button", { name: "Enviar" }).click();
  await media.getByText("Escolha um arquivo").waitFor();
  const chooser = page.waitForEvent("filechooser");
  await media.getByRole("button", { name: "Escolher o arquivo" }).click();
  await (await chooser).setFiles({ name: "nota.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 x") });
  await media.getByRole("button", { name: "Enviar" }).click();
  await joana.waitFor(({ media }) => media?.fileName === "nota.pdf");

  const last = region("Últimos pedidos");
  await last.getByText(/Mídia para .*, nota\.pdf/).waitFor();
  await expect.poll(() => last.getByText(/entregue$/).count()).toBeGreaterThan(1);
  await expectAccessible(page);
});

test("a refused token says so, and what was typed stays", async () => {
  const form = region("Teste de Envio: texto");
  await form.getByLabel("Token cadastrado").fill("nao-existe-este-token");
  await form.getByLabel("Número").fill("5511987654321");
  await form.getByLabel("Mensagem").fill("Olá");
  await form.getByRole("button", { name: "Enviar" }).click();
  await page.getByText("Este token não vale: foi revogado, venceu ou nunca existiu.").first().waitFor();
  await poll(() => form.getByLabel("Mensagem").inputValue()).toBe("Olá");
  // Another's token is nothing that logs the person out.
  expect(new URL(page.url()).pathname).toBe("/messages-api");
});

test("a token is made, shown once, used and revoked", async () => {
  await tab("Tokens").click();
  await page.getByRole("button", { name: "Novo token" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Novo token" });
  await dialog.getByRole("button", { name: "Criar token" }).click();
  await dialog.getByText("Obrigatório").waitFor();
  await dialog.getByLabel("Nome").fill("Loja virtual");
  await dialog.getByRole("checkbox", { name: /ler atendimentos/ }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Criar token" }).click();
  const secret = page.getByRole("dialog", { name: "Token criado" });
  const token = (await secret.getByLabel("Token", { exact: true }).textContent())!;
  expect(token).toMatch(/^blc_[\w-]{32}$/);
  await secret.getByRole("button", { name: "Já copiei" }).click();
  await page.getByRole("cell", { name: "enviar mensagens, ler atendimentos" }).waitFor();
  const ask = () =>
    fetch(`${desk.url}/api/tickets`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);
  expect(await ask()).toBe(200);
  await page.getByRole("button", { name: "Revogar Loja virtual" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revogar" }).click();
  await page.getByText(/^revogado em/).waitFor();
  expect(await ask()).toBe(401);
});

test("a webhook is added, tried out, fails, is looked into and gets what it missed", async () => {
  allowInner(["127.0.0.1"]);
  let status = 503;
  const got: string[] = [];
  const receiver = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { type } = await request.json();
    got.push(type);
    return new Response("fora do ar", { status });
  });
  try {
    await tab("Webhooks").click();
    await page.getByRole("button", { name: "Novo webhook" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Novo webhook" });
    await dialog.getByLabel("Nome").fill("Loja");
    await dialog.getByLabel("Endereço").fill("http://10.0.0.1/eventos");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await dialog.getByText(/fica na rede interna.*O provedor pode permiti-lo/).waitFor();
    await dialog.getByLabel("Endereço").fill(`http://127.0.0.1:${receiver.addr.port}/eventos`);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Salvar" }).click();
    const secret = page.getByRole("dialog", { name: "Segredo do webhook" });
    await poll(() => secret.getByLabel("Segredo", { exact: true }).textContent()).toMatch(/^whsec_/);
    await secret.getByRole("button", { name: "Já copiei" }).click();

    await page.getByRole("button", { name: "Ações de Loja" }).click();
    await page.getByRole("menuitem", { name: "Enviar um teste" }).click();
    await page.getByText("Respondeu 503: fora do ar").first().waitFor();
    desk.customer("Rui").write(AURORA_PHONE, "Oi");
    await page.getByText(/tentativas? fal/).waitFor();
    await page.getByRole("button", { name: "Entregas de Loja" }).click();
    const deliveries = page.getByRole("dialog", { name: "Entregas de Loja" });
    await deliveries.getByRole("button", { name: /message\.received/ }).click();
    await deliveries.getByText("fora do ar").first().waitFor();
    await poll(() => deliveries.getByRole("region", { name: "Conteúdo" }).textContent()).toContain('"body": "Oi"');
    await expectAccessible(page);
    status = 200;
    await deliveries.getByRole("button", { name: "Enviar de novo" }).click();
    await page.keyboard.press("Escape");
    await page.getByText("em dia").waitFor();
    await until(() => got.includes("message.received"));
    await page.getByRole("button", { name: "Ações de Loja" }).click();
    await page.getByRole("menuitem", { name: "Excluir" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
    await page.getByText("Nenhum webhook ainda").waitFor();
  } finally {
    await receiver.shutdown();
    allowInner([]);
  }
});

test("all requests are listed, and found", async () => {
  await tab("Pedidos").click();
  await page.getByRole("table", { name: "Pedidos" }).waitFor();
  await page.getByLabel("Buscar pedidos").fill("nota.pdf");
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  await page.getByLabel("Buscar pedidos").fill("nada disso");
  await page.getByText("Nenhum pedido encontrado").waitFor();
  await expectAccessible(page);
});

test("who is no administrator has no such page; a phone shows it all", async () => {
  const bruno = await desk.logIn(BRUNO, { at: "/messages-api" });
  await bruno.getByRole("heading", { name: "Página não encontrada" }).waitFor();
  const phone = await desk.logIn(ANA, { viewport: NARROW, at: "/messages-api" });
  await phone.getByText("Teste de Envio: mídia").waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
  const placeOf = async (nth: number) => await phone.getByRole("tab").nth(nth).boundingBox();
  await expect.poll(async () => {
    const [first, second] = [await placeOf(0), await placeOf(1)];
    return first && second ? second.x - first.x - first.width : undefined;
  }).toBeGreaterThanOrEqual(12);
  expect(await phone.locator("header", { has: phone.locator(".only-wide") }).boundingBox()).toMatchObject({
    height: 0,
  });
});
