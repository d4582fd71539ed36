import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealText } from "../../src/platform/setting_values.ts";
import { saveTree, treeOf } from "../../src/queues/options.ts";
import { addQueue } from "../../src/queues/queues.ts";
import { queueTable } from "../../src/queues/table.ts";
import { setQueues } from "../../src/connections/connections.ts";
import { setSetting } from "../../src/settings/settings.ts";
import { BOT_TEXTS } from "../../src/shared/bot/texts.ts";
import { type BillSystems, someBillSystems, TOKENS } from "../../src/testing/bill_systems.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import { userTable } from "../../src/users/table.ts";
import { accept, aDesk, ANA, gone, NARROW, poll, row, seen } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
let systems: BillSystems;
beforeAll(() => void (systems = someBillSystems()));
afterAll(async () => await systems.close());

const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const preview = (page: Page) => page.getByRole("complementary", { name: "Prévia do robô" });
const option = (page: Page, name: string) => dialog(page).getByRole("row", { name: new RegExp(`^${name}( |$)`) });
const HINT = /O robô pede o CPF ou CNPJ e envia até três faturas em aberto/;
const MISSING = /Nenhum sistema de cobrança está configurado/;

function aQueue(name: string, color: string): number {
  return desk.road.aurora.write((db) => {
    const { id } = addQueue(db, { name, color });
    saveTree(db, id, [{ id: null, parent: null, title: "Boleto", message: "Vamos lá." }]);
    db.update(queueTable).set({ greetingMessage: `${name}?` }).where(eq(queueTable.id, id)).run();
    setQueues(db, 1, [id]);
    return id;
  });
}

async function openOption(page: Page, name: string): Promise<void> {
  await page.goto("/queues");
  await page.getByRole("button", { name: `Editar ${name}`, exact: true }).click();
  await option(page, "1 Boleto").press("Enter");
  await seen(field(page, "Depois da mensagem"));
}

test("an option is made to send bills: warned while no system is set up, told what it does once one is, and tried out", async () => {
  const id = aQueue("Financeiro", "#151010");
  const ana = await desk.logIn(ANA);
  await openOption(ana, "Financeiro");
  await chooseIn(field(ana, "Depois da mensagem"), "Enviar a segunda via");
  await seen(dialog(ana).getByText(MISSING));
  await seen(preview(ana).getByText(/um atendente assume em vez da segunda via/));
  // A colleague fills the system in, and the open form knows.
  desk.road.aurora.write((db) =>
    db.update(userTable).set({ profile: "admin" }).where(eq(userTable.name, "Carla Nogueira")).run()
  );
  const call = desk.road.as("carla");
  await call("PUT", "/settings/ipixc", { value: systems.address });
  await call("PUT", "/settings/tokenixc", { value: TOKENS.ixc });
  await seen(dialog(ana).getByText(HINT));
  await gone(dialog(ana).getByText(MISSING));
  const answer = preview(ana).getByRole("textbox", { name: "Responda como cliente" });
  await answer.fill("529.982.247-25");
  await answer.press("Enter");
  await seen(preview(ana).getByText(/informe o CPF ou o CNPJ/));
  await seen(preview(ana).getByText(/Consulta as faturas em aberto, envia a segunda via e encerra/));
  await dialog(ana).getByRole("button", { name: "Salvar", exact: true }).click();
  await seen(ana.getByText("Fila salva com sucesso."));
  expect(treeOf(desk.road.aurora.read, id)).toMatchObject([{ title: "Boleto", action: "bill" }]);
  await openOption(ana, "Financeiro");
  await poll(() => field(ana, "Depois da mensagem").innerText()).toBe("Enviar a segunda via");
});

test("the form reads well in both themes, wide and on a phone, with and without a system", async () => {
  aQueue("Aparelho", "#161010");
  for (const viewport of [undefined, NARROW]) {
    const ana = await desk.logIn(ANA, viewport && { viewport, hasTouch: true });
    const { look, pass } = inspection(ana);
    for (const token of [TOKENS.ixc, ""]) {
      desk.road.aurora.write((db) => setSetting(db, "ipixc", systems.address));
      desk.road.aurora.write((db) => setSetting(db, "tokenixc", sealText(desk.road.server.tenants.keys, token)));
      await openOption(ana, "Aparelho");
      await chooseIn(field(ana, "Depois da mensagem"), "Enviar a segunda via");
      await seen(dialog(ana).getByText(token ? HINT : MISSING));
      await look(`${viewport?.width ?? "wide"} ${token ? "set up" : "missing"}`);
    }
    pass();
  }
});

test("an attendant sees in the ticket's history that the bills could not be looked up, and takes over", async () => {
  const id = aQueue("Cobrança", "#171010");
  desk.road.aurora.write((db) => {
    const [{ id: optionId } = { id: 0 }] = treeOf(db, id);
    saveTree(db, id, [{ id: optionId, parent: null, title: "Boleto", message: "", action: "bill" }]);
    setSetting(db, "ipixc", systems.address);
    setSetting(db, "tokenixc", sealText(desk.road.server.tenants.keys, TOKENS.ixc));
  });
  systems.lies.set("cliente", "500");
  const joana = desk.customer("Joana Fatura");
  for (const [nth, text] of ["Oi", "1", "529.982.247-25"].entries()) {
    joana.write(AURORA_PHONE, text);
    await joana.waitUntil(() => joana.received.length > nth);
  }
  expect(joana.received.at(-1)!.text).toBe(BOT_TEXTS.billFault);
  const ana = await desk.logIn(ANA);
  await accept(ana, "Joana Fatura");
  await seen(row(ana, "Joana Fatura"));
  await seen(ana.getByText("O robô não conseguiu consultar as faturas"));
});

test("the settings say what the systems are for", async () => {
  const ana = await desk.logIn(ANA, { at: "/settings" });
  await seen(ana.getByText(/uma opção do robô que termina em “Enviar a segunda via” pede o CPF ou CNPJ/));
  await seen(ana.getByLabel("Segunda via: pedido do CPF ou CNPJ"));
});
