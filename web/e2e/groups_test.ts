import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { setSetting } from "../../src/settings/settings.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { faults } from "./axe.ts";
import { accept, aDesk, ANA, BRUNO, bubble, CARLA, gate, gone, poll, row, say, seen } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
let ana: Page, bruno: Page, carla: Page;

beforeAll(async () => {
  [ana, bruno, carla] = await Promise.all([ANA, BRUNO, CARLA].map((email) => desk.logIn(email))) as [Page, Page, Page];
});
beforeEach(async () => {
  await Promise.all([ana, bruno, carla].map((page) => page.goto("/tickets")));
});

test("a group has a tab, a name, and people in it who are told apart; an answer reaches them all", async () => {
  const { road } = desk;
  road.aurora.write((db) => setSetting(db, "CheckMsgIsGroup", "disabled"));
  const [lia, rui] = [desk.customer("Lia Festa"), desk.customer("Rui Festa")];
  const { network } = road.simulator;
  const group = network.addGroup({
    subject: "Festa da escola",
    creator: lia.number,
    members: [AURORA_PHONE, lia.number, rui.number],
  });
  lia.write(group.id, "Quantos salgados por pessoa?");
  const tab = ana.getByRole("tab", { name: "Grupos" });
  await seen(tab.getByRole("img", { name: "1 atendimento" }));
  // It waits among the groups, not among the people.
  expect(await row(ana, "Festa da escola").count()).toBe(0);
  await tab.click();
  await seen(row(ana, "Festa da escola").getByText("Quantos salgados por pessoa?"));
  rui.write(group.id, "E quantos doces?");
  await seen(row(ana, "Festa da escola").getByText("E quantos doces?"));

  await accept(ana, "Festa da escola");
  await seen(ana.getByText("Grupo", { exact: true }));
  await seen(bubble(ana, "Quantos salgados por pessoa?").getByText("Lia Festa"));
  await seen(bubble(ana, "E quantos doces?").getByText("Rui Festa"));
  await say(ana, "Dez de cada");
  for (const member of [lia, rui]) {
    const got = await member.waitFor((message) => message.text?.includes("Dez de cada") ?? false);
    expect([got.chat, got.duplicates]).toEqual([group.id, 0]);
  }
  await seen(bubble(ana, "Dez de cada").getByRole("img", { name: /entregue|enviada/ }));
  expect(await faults(ana)).toEqual([]);

  // Without a queue it is an administrator's; in a queue it is that queue's, and stays among the groups.
  await bruno.getByRole("tab", { name: "Grupos" }).click();
  await seen(bruno.getByText("Nenhum grupo"));
  await ana.getByRole("button", { name: "Mais opções", exact: true }).filter({ visible: true }).click();
  await ana.getByRole("menuitem", { name: "Transferir" }).click();
  await chooseIn(ana.getByRole("dialog").getByLabel("Fila"), "Entregas");
  await ana.getByRole("dialog").getByRole("button", { name: "OK" }).click();
  await seen(bruno.getByRole("button", { name: "Aceitar Conversa: Festa da escola" }));
});

test("of two who transfer at once one is told that the other was quicker, and the ticket is in one place", async () => {
  desk.customer("Ney Matos").write(AURORA_PHONE, "Fazem entrega?");
  await accept(bruno, "Ney Matos");
  const place = new URL(bruno.url()).pathname;
  await ana.goto(place);
  await seen(bubble(ana, "Fazem entrega?"));
  for (const page of [ana, bruno]) {
    await page.getByRole("button", { name: "Mais opções", exact: true }).filter({ visible: true }).click();
    await page.getByRole("menuitem", { name: "Transferir" }).click();
  }
  await chooseIn(ana.getByRole("dialog").getByLabel("Fila"), "Entregas");
  await chooseIn(bruno.getByRole("dialog").getByLabel("Fila"), "Encomendas");
  // Both calls leave before either answer, or its event, comes back.
  const calls = gate(2);
  for (const page of [ana, bruno]) {
    await page.route("**/api/tickets/*", async (route) => {
      if (route.request().method() === "PUT") await calls();
      await route.continue();
    });
  }
  await Promise.all([ana, bruno].map((page) => page.getByRole("dialog").getByRole("button", { name: "OK" }).click()));
  const notice = /^(Ana Ribeiro|Bruno Tavares) já transferiu este atendimento\.$/;
  const told = () => Promise.all([ana, bruno].map((page) => page.getByText(notice).count()));
  await expect.poll(async () => (await told()).toSorted()).toEqual([0, 1]);
  const winner = (await told())[0] ? "Encomendas" : "Entregas";
  for (const page of [ana, bruno]) await page.unroute("**/api/tickets/*");
  await ana.goto("/tickets");
  await seen(row(ana, "Ney Matos").getByText(winner));
  await poll(() => row(carla, "Ney Matos").count()).toBe(winner === "Entregas" ? 1 : 0);
});

test("who resolves what was transferred away a moment ago is told so, and it stays where it went", async () => {
  desk.customer("Oto Reis").write(AURORA_PHONE, "Olá");
  await accept(bruno, "Oto Reis");
  const place = new URL(bruno.url()).pathname;
  await ana.goto(place);
  await seen(bubble(ana, "Olá"));
  // Bruno's screen hears of nothing while his call waits.
  let arrived = () => {}, go = () => {};
  const [isThere, mayGo] = [new Promise<void>((done) => arrived = done), new Promise<void>((done) => go = done)];
  await bruno.route("**/api/tickets/*", async (route) => {
    if (route.request().method() === "PUT") {
      arrived();
      await mayGo;
    }
    await route.continue();
  });
  await bruno.getByRole("button", { name: "Resolver" }).filter({ visible: true }).click();
  await isThere;
  await ana.getByRole("button", { name: "Mais opções", exact: true }).filter({ visible: true }).click();
  await ana.getByRole("menuitem", { name: "Transferir" }).click();
  await chooseIn(ana.getByRole("dialog").getByLabel("Fila"), "Atacado");
  await ana.getByRole("dialog").getByRole("button", { name: "OK" }).click();
  await seen(carla.getByRole("button", { name: "Aceitar Conversa: Oto Reis" }));
  go();
  await seen(bruno.getByText("Ana Ribeiro já transferiu este atendimento."));
  await gone(row(bruno, "Oto Reis"));
  await carla.reload();
  await seen(carla.getByRole("button", { name: "Aceitar Conversa: Oto Reis" }));
});
