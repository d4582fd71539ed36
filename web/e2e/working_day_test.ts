import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { fieldTime } from "../ui/dates.ts";
import {
  accept,
  aDesk,
  ANA,
  aPicture,
  BRUNO,
  bubble,
  CARLA,
  composer,
  gone,
  NARROW,
  NINA,
  poll,
  row,
  say,
  seen,
} from "./desk.ts";
import { chooseIn, fillDate } from "./fields.ts";

const desk = aDesk();
const dialog = (page: Page) => page.getByRole("dialog");
const shown = { visible: true };

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Mais opções", exact: true }).filter(shown).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

const inZone = (ms: number) => fieldTime(Date.now() + ms, "America/Sao_Paulo");

/** Bruno sits at the counter, Carla is on the road with her phone, Ana looks after both; Nina is of another company. */
test("a working day of two attendants and an admin", async () => {
  const [bruno, ana, nina] = await Promise.all([desk.logIn(BRUNO), desk.logIn(ANA), desk.logIn(NINA)]);
  const carla = await desk.logIn(CARLA, { viewport: NARROW, hasTouch: true });

  // The morning: Ana prepares a quick reply, customers write, Bruno takes the first.
  await ana.goto("/quick-messages");
  await ana.getByRole("button", { name: "Adicionar" }).first().click();
  await dialog(ana).getByLabel("Atalho").fill("horario");
  await dialog(ana).getByLabel("Mensagem").fill("{{firstName}}, abrimos das 6h às 20h.");
  await dialog(ana).getByRole("button", { name: "Adicionar" }).click();
  await seen(ana.getByText("Messagem adicionada com sucesso."));
  const lia = desk.customer("Lia Sampaio"), davi = desk.customer("Davi Rocha");
  lia.write(AURORA_PHONE, "Até que horas vocês abrem?");
  davi.write(AURORA_PHONE, "Fazem entrega na Lapa?");
  await seen(row(bruno, "Davi Rocha"));
  await accept(bruno, "Lia Sampaio");
  await composer(bruno).pressSequentially("/hor");
  await seen(bruno.getByRole("option", { name: /horario/ }));
  await bruno.keyboard.press("Enter");
  await poll(() => composer(bruno).inputValue()).toBe("Lia, abrimos das 6h às 20h.");
  await composer(bruno).press("Enter");
  await lia.waitFor(({ text }) => text?.includes("Lia, abrimos das 6h às 20h.") ?? false);
  lia.read(AURORA_PHONE);
  await seen(bubble(bruno, "abrimos das 6h").getByLabel("Lida"));

  // He marks who she is, notes what she wants, and promises to write again.
  await bruno.getByRole("button", { name: "Tag", exact: true }).click();
  await bruno.getByLabel("Buscar ou criar tag").fill("Aniversário");
  await seen(bruno.getByRole("option", { name: /Aniversário/ }));
  await bruno.keyboard.press("Enter");
  await seen(bruno.getByRole("button", { name: "Tirar a tag Aniversário" }));
  await bruno.keyboard.press("Escape");
  await bruno.getByRole("button", { name: "Mostrar o contato" }).click();
  await bruno.getByPlaceholder("Escreva o que a equipe precisa saber").fill("Quer bolo sem lactose");
  await bruno.getByRole("button", { name: "Adicionar" }).filter(shown).last().click();
  await seen(bruno.getByText("Observação adicionada com sucesso!"));
  await choose(bruno, "Agendar mensagem");
  await dialog(bruno).getByLabel("Mensagem", { exact: true }).fill("Seu bolo fica pronto amanhã às 10h");
  await fillDate(dialog(bruno), "Data e hora de envio", inZone(0));
  await dialog(bruno).getByRole("button", { name: "Adicionar" }).click();
  await lia.waitFor(({ text }) => text === "Seu bolo fica pronto amanhã às 10h");
  await bruno.getByRole("button", { name: "Resolver" }).filter(shown).first().click();
  await bruno.waitForURL("**/tickets");
  await gone(row(bruno, "Lia Sampaio"));

  // Noon: deliveries are Carla's. She answers from her phone, with a picture and a reaction.
  await accept(bruno, "Davi Rocha");
  await choose(bruno, "Transferir");
  await chooseIn(dialog(bruno).getByLabel("Fila"), "Entregas");
  await dialog(bruno).getByRole("button", { name: "OK" }).click();
  await bruno.waitForURL("**/tickets");
  await accept(carla, "Davi Rocha");
  await say(carla, "Fazemos sim! A taxa é R$ 9,00");
  await davi.waitFor(({ text }) => text?.includes("A taxa é R$ 9,00") ?? false);
  await carla.locator("input[type=file]").first().setInputFiles({
    name: "cardapio.png",
    mimeType: "image/png",
    buffer: Buffer.from(await aPicture(carla)),
  });
  await carla.getByRole("button", { name: "Enviar", exact: true }).click();
  await poll(() => davi.received.filter(({ raw }) => raw.imageMessage).length).toBe(1);
  davi.write(AURORA_PHONE, "Perfeito, quero dois pães");
  await seen(bubble(carla, "quero dois pães"));

  // Ana looks over her shoulder, and finds what was written.
  await ana.goto("/search?q=lactose&in=notes");
  await seen(ana.getByText("Lia Sampaio"));
  await ana.goto("/search?q=dois paes");
  await ana.getByRole("link", { name: /Davi Rocha/ }).click();
  await seen(bubble(ana, "quero dois pães"));
  await seen(carla.getByText("Ana está vendo isto"));

  // The evening: Lia writes once more, which brings her back; Davi is done.
  lia.write(AURORA_PHONE, "Posso buscar às 11h?");
  await seen(bruno.getByRole("button", { name: "Aceitar Conversa: Lia Sampaio" }));
  await accept(bruno, "Lia Sampaio");
  await seen(bubble(bruno, "Posso buscar às 11h?"));
  await seen(bruno.getByText("Quer bolo sem lactose"));
  await say(bruno, "Pode sim, até amanhã!");
  await carla.getByRole("button", { name: "Resolver" }).filter(shown).click();
  await gone(row(carla, "Davi Rocha"));
  await ana.goto("/tickets?tab=closed");
  await seen(row(ana, "Davi Rocha").getByText("FECHADO"));

  // Nothing of it was another company's to see.
  expect(await nina.locator("[data-ticket]").count()).toBe(0);
  for (const page of ["/contacts", "/tags", "/schedules", "/quick-messages", "/search?q=dois"]) {
    await nina.goto(page);
    await seen(nina.getByText(/^(Nenhum|Nada)/));
  }
}, 240_000);
