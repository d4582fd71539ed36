import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setQueues } from "../../src/connections/connections.ts";
import { addQueue } from "../../src/queues/queues.ts";
import { saveTree, treeOf } from "../../src/queues/options.ts";
import { queueTable } from "../../src/queues/table.ts";
import { BOT_MESSAGE, handBack, silence } from "../../src/testing/outside_bot.ts";
import { addWebhook, changeWebhook } from "../../src/webhooks/webhooks.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import { accept, aDesk, ANA, NARROW, poll, seen } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const preview = (page: Page) => page.getByRole("complementary", { name: "Prévia do robô" });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Salvar", exact: true }).click();

/** A webhook behind which the outside bot is. */
function aBot(name: string): number {
  const form = { name, url: "https://bot.example/", events: [], isActive: true };
  return addWebhook(desk.road.aurora, form, desk.road.server.tenants.keys, Date.now()).id;
}

function aQueue(name: string, color: string): number {
  return desk.road.aurora.write((db) => addQueue(db, { name, color, greetingMessage: `${name}!` }).id);
}

async function openQueue(page: Page, name: string): Promise<void> {
  await page.goto("/queues");
  await page.getByRole("button", { name: `Editar ${name}`, exact: true }).click();
  await seen(field(page, "Nome"));
}

test("a queue goes to an outside bot after its greeting: chosen, waited for, tried out on the phone beside it, and kept", async () => {
  const id = aQueue("Orçamentos", "#181010"), ana = await desk.logIn(ANA);
  await openQueue(ana, "Orçamentos");
  await seen(dialog(ana).getByText("Para passar a um robô externo (Typebot, n8n), cadastre um webhook em API."));
  const typebot = aBot("Typebot");
  await chooseIn(field(ana, "Depois da saudação"), "Robô externo: Typebot");
  await field(ana, "Espera (minutos)").fill("0");
  await seen(dialog(ana).getByText("De 1 a 1440"));
  await field(ana, "Espera (minutos)").fill("25");
  await field(ana, "Mensagem quando o robô não responde").fill("{{firstName}}, já vamos.");
  await seen(preview(ana).getByText("Passa ao robô externo Typebot"));
  await save(ana);
  await seen(ana.getByText("Fila salva com sucesso."));
  expect(desk.road.aurora.read.select().from(queueTable).where(eq(queueTable.id, id)).all())
    .toMatchObject([{ toWebhookId: typebot, botMinutes: 25, botMessage: "{{firstName}}, já vamos." }]);
  await openQueue(ana, "Orçamentos");
  await poll(() => field(ana, "Depois da saudação").innerText()).toBe("Robô externo: Typebot");
  await poll(() => field(ana, "Espera (minutos)").inputValue()).toBe("25");
});

test("an option goes to an outside bot, and says so while the webhook is missing or off", async () => {
  const id = aQueue("Suporte", "#191010"), hook = aBot("n8n");
  desk.road.aurora.write((db) =>
    saveTree(db, id, [{ id: null, parent: null, title: "Internet", message: "Vamos lá." }])
  );
  const ana = await desk.logIn(ANA);
  await openQueue(ana, "Suporte");
  await dialog(ana).getByRole("row", { name: /^1 Internet/ }).press("Enter");
  await chooseIn(field(ana, "Depois da mensagem"), "Robô externo");
  await seen(preview(ana).getByText("Falta escolher o robô externo. Enquanto isso, um atendente assume."));
  await chooseIn(field(ana, "Robô"), "n8n");
  await seen(preview(ana).getByText("Passa ao robô externo n8n"));
  await save(ana);
  await seen(ana.getByText("Fila salva com sucesso."));
  expect(treeOf(desk.road.aurora.read, id)).toMatchObject([{ action: "bot", toWebhookId: hook, botMinutes: 10 }]);
  const off = { name: "n8n", url: "https://bot.example/", events: [], isActive: false };
  changeWebhook(desk.road.aurora, hook, off, { userId: 1, now: Date.now() });
  await openQueue(ana, "Suporte");
  await seen(
    preview(ana).getByText("O webhook do robô externo está desligado ou foi excluído, então um atendente assume."),
  );
});

test("the thread says to whom the customer went, and that the bot was silent or gave them back", async () => {
  const id = aQueue("Reservas", "#1a1010"), hook = aBot("Reservador");
  desk.road.aurora.write((db) => {
    db.update(queueTable).set({ toWebhookId: hook, botMessage: BOT_MESSAGE }).where(eq(queueTable.id, id)).run();
    setQueues(db, 1, [id]);
  });
  const joana = desk.customer("Joana Reserva"), rui = desk.customer("Rui Reserva");
  for (const phone of [joana, rui]) {
    phone.write(AURORA_PHONE, "Oi");
    await phone.waitFor(({ text }) => text === "Reservas!");
  }
  silence(desk.road.aurora, "Joana Reserva");
  await joana.waitFor(({ text }) => text === BOT_MESSAGE);
  await handBack(desk.road, "Rui Reserva");
  const ana = await desk.logIn(ANA);
  await accept(ana, "Joana Reserva");
  await seen(ana.getByText("Passou ao robô Reservador"));
  await seen(ana.getByText("O robô Reservador não respondeu em 10 minutos"));
  await accept(ana, "Rui Reserva");
  await seen(ana.getByText("O robô Reservador devolveu o atendimento"));
});

test("the dialog, the API page's guide and the help for signatures read well in both themes, wide and on a phone", async () => {
  aQueue("Retirada", "#1b1010");
  aBot("Retirador");
  for (const viewport of [undefined, NARROW]) {
    const ana = await desk.logIn(ANA, viewport && { viewport, hasTouch: true }), { look, pass } = inspection(ana);
    const wide = viewport?.width ?? "wide";
    await openQueue(ana, "Retirada");
    await chooseIn(field(ana, "Depois da saudação"), "Robô externo: Retirador");
    await look(`queue ${wide}`);
    await ana.goto("/messages-api");
    await seen(ana.getByRole("heading", { name: "3. Robôs externos" }));
    await look(`guide ${wide}`);
    await ana.getByRole("tab", { name: /Webhooks/ }).click();
    await ana.getByRole("button", { name: "Conferir a assinatura" }).click();
    await seen(dialog(ana).getByText("webhook-signature"));
    await dialog(ana).getByText("PHP", { exact: true }).click();
    await seen(dialog(ana).getByText("hash_equals"));
    await look(`signature ${wide}`);
    pass();
  }
});
