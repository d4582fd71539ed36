import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allowInner } from "../../src/platform/inner_network.ts";
import { inspection } from "./axe.ts";
import { aDesk, gone, poll, seen } from "./desk.ts";

const desk = aDesk();
const SUPER = "super@balcao.test", PLACE = "/settings?tab=provider";

const got: string[] = [];
let receiver: Deno.HttpServer<Deno.NetAddr>;
beforeAll(() => {
  receiver = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    got.push((await request.json()).type);
    return new Response("ok");
  });
});
afterAll(async () => {
  allowInner([]);
  await receiver.shutdown();
});

const form = (page: Page) => page.getByRole("form", { name: "Avisos da instalação" });
const box = (page: Page, name: string) => form(page).getByRole("checkbox", { name });
const news = (page: Page, text: string) => page.getByRole("status").or(page.getByRole("alert")).getByText(text);
const press = (page: Page, name: string) => form(page).getByRole("button", { name }).click();

test("the super user chooses what she is told of and where, tries it, and her other screen follows", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE }), second = await sue.context().newPage();
  await second.goto(PLACE);
  for (const name of ["Conexão caída há mais de 5 minutos", "Certificado perto do fim"]) {
    await poll(() => box(sue, name).isChecked()).toBe(true);
  }
  const address = form(sue).getByLabel("Endereço de webhook");
  await press(sue, "Testar");
  await seen(news(sue, "Não há para onde enviar: ligue o e-mail ou dê um endereço."));
  await gone(form(sue).getByText("Chave da assinatura"));
  await address.fill(`http://127.0.0.1:${receiver.addr.port}/avisos`);
  await press(sue, "Salvar os avisos");
  await poll(() => address.getAttribute("aria-invalid")).toBe("true");
  allowInner(["127.0.0.1"]);
  await press(sue, "Testar");
  await seen(news(sue, "O endereço respondeu 200."));
  expect(got).toEqual(["alert.test"]);
  await seen(form(sue).getByText(/^whsec_/));
  await form(sue).getByText("Certificado perto do fim").click();
  await press(sue, "Salvar os avisos");
  await seen(news(sue, "Operação realizada com sucesso!"));
  await poll(() => box(second, "Certificado perto do fim").isChecked()).toBe(false);
  await poll(() => box(second, "Pouco espaço no disco").isChecked()).toBe(true);
  const { look, pass } = inspection(sue);
  await look("the provider's settings");
  pass();
});
