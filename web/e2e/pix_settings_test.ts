import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { aBank, type Bank } from "../../src/testing/bank.ts";
import { setProvider } from "../../src/testing/billing.ts";
import { inspection } from "./axe.ts";
import { aDesk, NARROW, poll, seen } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
const SUPER = "super@balcao.test", PLACE = "/settings?tab=provider";

let bank: Bank;
beforeAll(async () => {
  bank = await aBank();
});
afterAll(async () => {
  setProvider(desk.road.server.tenants, { pixGateway: "" });
  await bank.close();
});

const form = (page: Page) => page.getByRole("form", { name: "Pix", exact: true });
const news = (page: Page, text: string | RegExp) =>
  page.getByRole("status").or(page.getByRole("alert")).getByText(text);
const save = (page: Page) => form(page).getByRole("button", { name: "Salvar o Pix" }).click();
const choose = (page: Page, way: RegExp | string) => chooseIn(form(page).getByLabel("Como recebe"), way as string);
const KEY_ALONE = "Só uma chave Pix: você confirma cada pagamento à mão";
const BANK = "Banco com a API Pix (Efí): o pagamento se confirma sozinho";
const file = (name: string, text: string) => ({ name, mimeType: "application/x-pem-file", buffer: Buffer.from(text) });
async function upload(page: Page, name: string, text: string) {
  const chooser = page.waitForEvent("filechooser");
  await form(page).getByRole("button", { name: /(Enviar|Trocar) o certificado/ }).click();
  await (await chooser).setFiles(file(name, text));
}

test("with only a key the code is shown before it is saved, and what is missing is said", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  const second = await sue.context().newPage();
  await second.goto(PLACE);
  const fields = form(sue);
  await choose(sue, KEY_ALONE);
  await fields.getByRole("textbox", { name: "Chave Pix" }).fill("11987654321");
  await save(sue);
  await seen(fields.getByText("Inválido"));
  await fields.getByRole("textbox", { name: "Chave Pix" }).fill("529.982.247-25");
  await save(sue);
  await seen(fields.getByText("Obrigatório"));
  await fields.getByLabel("Nome de quem recebe").fill("Balcão Ltda");
  await fields.getByLabel("Cidade").fill("São Paulo");
  await seen(fields.getByRole("img", { name: "QR code da sua chave Pix" }));
  await save(sue);
  await seen(news(sue, "Operação realizada com sucesso!"));
  await poll(() => sue.evaluate(() => document.activeElement?.textContent)).toBe("Salvar o Pix");
  await poll(() => form(second).getByRole("textbox", { name: "Chave Pix" }).inputValue()).toBe("529.982.247-25");
  const { look, pass } = inspection(sue);
  await look("a key, wide");
  await sue.setViewportSize(NARROW);
  await look("a key, narrow");
  pass();
});

test("a bank is set with its certificate, and tried; what it says is in plain words", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  const fields = form(sue);
  await choose(sue, BANK);
  await fields.getByRole("textbox", { name: "Chave Pix" }).fill(bank.pixKey);
  await fields.getByLabel("Endereço da API").fill(bank.address);
  await fields.getByLabel("Client ID").fill(bank.clientId);
  await fields.getByLabel("Client Secret", { exact: true }).fill("errado");
  await save(sue);
  await seen(fields.getByRole("alert").getByText(/Envie o certificado que o banco lhe deu/));
  await upload(sue, "efi.pem", bank.client.cert);
  await seen(fields.getByRole("alert").getByText("No arquivo há só o certificado, sem a chave."));
  await upload(sue, "efi.pem", bank.certificate);
  await seen(fields.getByText(/Definido em .*; vale até/));
  await poll(() => fields.getByLabel("Client ID").inputValue()).toBe(bank.clientId);
  await save(sue);
  await seen(fields.getByText(/Definido em .*; deixe em branco para manter\./));
  await poll(() => fields.getByLabel("Client ID").inputValue()).toBe("");
  const tried = sue.getByRole("group", { name: "Teste do banco" });
  const test = tried.getByRole("button", { name: "Testar e registrar avisos" });
  await test.click();
  // Its certificate is signed by nobody whom this server trusts.
  await seen(tried.getByRole("alert").getByText(/O banco não respondeu/));
  await fields.getByLabel("Client Secret", { exact: true }).fill(bank.clientSecret);
  await seen(tried.getByText("Salve antes de testar."));
  await save(sue);
  await seen(tried.getByText(/O banco passa a avisar cada pagamento em/));
  const { look, pass } = inspection(sue);
  await look("a bank, wide");
  await sue.setViewportSize(NARROW);
  await look("a bank, narrow");
  pass();
});
