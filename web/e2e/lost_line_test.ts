import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { accept, aDesk, ANA, aPicture, aTalk, BRUNO, bubble, composer, gone, poll, row, say, seen } from "./desk.ts";

const desk = aDesk();
const RECONNECTING = "Sem conexão. Reconectando…";
let bruno: Page;

// A browser that no test has had: what another one has read in it would be there without a network.
beforeAll(async () => void (bruno = await desk.logIn(BRUNO, { acceptDownloads: true })));
// One that fails leaves the line to the others.
afterEach(() => bruno.context().setOffline(false));

test("while the server is away the screen says so, and nothing of that time is lost or sent twice", async () => {
  const dora = desk.customer("Dora Melo");
  dora.write(AURORA_PHONE, "Bom dia");
  await accept(bruno, "Dora Melo");
  await seen(bubble(bruno, "Bom dia"));
  await desk.stopServer();
  await seen(bruno.getByText(RECONNECTING));
  dora.write(AURORA_PHONE, "Vocês sumiram?");
  const ivo = desk.customer("Ivo Prates");
  ivo.write(AURORA_PHONE, "Ainda tem sonho de creme?");
  await say(bruno, "Já volto");
  await seen(bubble(bruno, "Já volto").getByText("Sem conexão. Será enviada quando ela voltar."));

  await desk.startServer();
  await gone(bruno.getByText(RECONNECTING));
  await seen(bubble(bruno, "Vocês sumiram?"));
  await seen(row(bruno, "Ivo Prates"));
  const answer = await dora.waitFor((message) => message.text?.includes("Já volto") ?? false);
  await seen(bubble(bruno, "Já volto").getByRole("img", { name: "entregue" }));
  await say(bruno, "Pronto, voltei");
  await dora.waitFor((message) => message.text?.includes("Pronto, voltei") ?? false);
  expect(answer.duplicates).toBe(0);
  expect(dora.received.filter(({ text }) => text?.includes("Já volto")).length).toBe(1);
  await poll(() => bubble(bruno, "Já volto").count()).toBe(1);
  await poll(() => bubble(bruno, "Vocês sumiram?").count()).toBe(1);
});

test("without a network of its own the page keeps an answer and sends it once", async () => {
  const nair = desk.customer("Nair Lopes");
  await bruno.goto("/tickets");
  nair.write(AURORA_PHONE, "Aceitam cartão?");
  await accept(bruno, "Nair Lopes");
  await seen(bubble(bruno, "Aceitam cartão?"));
  await bruno.context().setOffline(true);
  await say(bruno, "Aceitamos");
  await seen(bubble(bruno, "Aceitamos").getByText("Sem conexão. Será enviada quando ela voltar."));
  nair.write(AURORA_PHONE, "Alô?");
  await bruno.context().setOffline(false);
  await nair.waitFor((message) => message.text?.includes("Aceitamos") ?? false);
  await seen(bubble(bruno, "Alô?"));
  expect(nair.received.filter(({ text }) => text?.includes("Aceitamos")).length).toBe(1);
  await poll(() => composer(bruno).inputValue()).toBe("");
});

test("what did not come without a network comes by itself when it is back", async () => {
  await bruno.goto("/tickets");
  await seen(row(bruno, "Dora Melo"));
  await bruno.context().setOffline(true);
  await seen(bruno.getByText(RECONNECTING));
  await row(bruno, "Dora Melo").click();
  await seen(bruno.getByText("A conversa não chegou"));
  await bruno.getByRole("tab", { name: "Resolvidos" }).click();
  await seen(bruno.getByText("A lista não chegou"));
  await bruno.context().setOffline(false);
  await seen(bubble(bruno, "Vocês sumiram?"));
  await gone(bruno.getByText("A lista não chegou"));
});

test("a screen that is opened for the first time without a network comes by itself when it is back, in the same page", async () => {
  await bruno.goto("/tickets");
  await seen(row(bruno, "Dora Melo"));
  await bruno.evaluate(() => document.body.dataset.same = "page");
  await bruno.context().setOffline(true);
  await bruno.getByRole("link", { name: "Contatos" }).click();
  await seen(bruno.getByRole("heading", { name: "Esta tela não chegou" }));
  // Asked for again in vain: that takes away no later chance.
  await bruno.getByRole("button", { name: "Tentar de novo" }).click();
  await seen(bruno.getByRole("heading", { name: "Esta tela não chegou" }));
  await bruno.context().setOffline(false);
  await seen(bruno.getByRole("row", { name: /Dora Melo/ }));
  expect(await bruno.locator("body").getAttribute("data-same")).toBe("page");
});

test("a screen that was asked for while the line was away, and fails once it is back, comes by itself", async () => {
  await bruno.goto("/tickets");
  await seen(bruno.getByRole("tab", { name: "Atendimento" }));
  const asked = Promise.withResolvers<void>(), back = Promise.withResolvers<void>();
  await bruno.route("**/assets/*.js", async (route) => {
    asked.resolve();
    await back.promise;
    await route.abort();
  });
  await bruno.getByRole("link", { name: "Tags" }).click();
  await asked.promise;
  await bruno.evaluate(() => dispatchEvent(new Event("online")));
  back.resolve();
  await seen(bruno.getByRole("heading", { name: "Esta tela não chegou" }));
  await bruno.unroute("**/assets/*.js");
  await seen(bruno.getByRole("heading", { name: "Tags", level: 1 }));
});

test("a screen whose choices cannot come says so, and comes by itself when they can", async () => {
  await bruno.goto("/tickets");
  await bruno.route("**/api/queue", (route) => route.abort());
  await bruno.goto("/search");
  await seen(bruno.getByRole("heading", { name: "Esta tela não chegou" }));
  expect(await bruno.getByText("parou de funcionar").count()).toBe(0);
  await bruno.unroute("**/api/queue");
  await seen(bruno.getByRole("button", { name: /Fila/ }));
});

test("a dialog that cannot come without a network says so over the page, which stays", async () => {
  await bruno.goto("/tickets");
  await row(bruno, "Dora Melo").click();
  await seen(bubble(bruno, "Bom dia"));
  await composer(bruno).fill("Já vou ver");
  await bruno.context().setOffline(true);
  const newTicket = bruno.getByRole("button", { name: "Novo", exact: true });
  await newTicket.click();
  await seen(bruno.getByText("Sem conexão com o servidor. Confira a internet e tente de novo."));
  await poll(() => composer(bruno).inputValue()).toBe("Já vou ver");
  await bruno.context().setOffline(false);
  await gone(bruno.getByText(RECONNECTING));
  expect(await bruno.getByRole("dialog").count()).toBe(0);
  await newTicket.click();
  await seen(bruno.getByRole("dialog"));
});

const addQueue = (page: Page) => page.getByRole("button", { name: "Adicionar fila" });
const nameOfQueue = (page: Page) => page.getByRole("dialog").getByLabel("Nome", { exact: true });

/** Ana on the queues, whose dialog is called up: without a line that is said and the page stays, with it the dialog comes. */
async function callUpWithoutALine(page: Page): Promise<void> {
  await seen(page.getByRole("button", { name: "Editar Encomendas" }));
  await page.context().setOffline(true);
  await addQueue(page).click();
  await seen(page.getByText("Sem conexão com o servidor. Confira a internet e tente de novo."));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await seen(page.getByRole("button", { name: "Editar Encomendas" }));
  await page.context().setOffline(false);
  await gone(page.getByText(RECONNECTING));
  await addQueue(page).click();
  await seen(nameOfQueue(page));
}

test("without a network a dialog that a page calls up says so, and the page stays; afterwards it comes", async () => {
  await callUpWithoutALine(await desk.logIn(ANA, { at: "/queues" }));
});

test("a dialog that is here already, but not what it offers, says so, and the page stays; afterwards it comes", async () => {
  const page = await desk.logIn(ANA, { at: "/queues" });
  await addQueue(page).click();
  await seen(nameOfQueue(page));
  await page.goto("/queues");
  await callUpWithoutALine(page);
});

test("a file that is sent without a network leaves when it is back, though what makes it ready had never come", async () => {
  const otto = await aTalk(desk, bruno, "Otto Lima");
  await bruno.goto("/tickets");
  await row(bruno, "Otto Lima").click();
  await seen(bubble(bruno, "Bom dia!"));
  await bruno.context().setOffline(true);
  await bruno.getByLabel("Anexar arquivos").setInputFiles([
    { name: "foto.png", mimeType: "image/png", buffer: Buffer.from(await aPicture(bruno)) },
  ]);
  await bruno.getByRole("button", { name: "Enviar" }).click();
  await seen(bruno.getByText("Sem conexão. Será enviada quando ela voltar."));
  await bruno.context().setOffline(false);
  await otto.waitFor(({ media }) => media?.kind === "image");
});
