import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyTable } from "../../src/companies/table.ts";
import { makeInvoices } from "../../src/invoices/make.ts";
import { noticePath } from "../../src/invoices/notice.ts";
import { messageTable } from "../../src/messages/table.ts";
import { trustBank } from "../../src/pix/chosen_gateway.ts";
import { addPlan } from "../../src/plans/plans.ts";
import { forgetSignUps } from "../../src/provisioning/sign_up.ts";
import { dayAfter, dayIn } from "../../src/shared/clock.ts";
import { dueDateAfter } from "../../src/shared/recurrence.ts";
import { setProvider } from "../../src/testing/billing.ts";
import { aBank, type Bank } from "../../src/testing/bank.ts";
import { accept, aDesk, bubble, gone, poll, row, seen } from "./desk.ts";

const desk = aDesk();
let bank: Bank;
beforeAll(async () => {
  bank = await aBank();
  trustBank(bank.ca);
  const { tenants, address } = desk.road.server;
  bank.noticeAddress = `${address}${noticePath(tenants)}`;
  setProvider(tenants, {
    pixGateway: "efi",
    pixKey: bank.pixKey,
    efiAddress: bank.address,
    efiClientId: bank.clientId,
    efiClientSecret: bank.clientSecret,
    efiCertificate: bank.certificate,
  });
  const plan = { name: "Essencial", value: 89, users: 3, connections: 1, queues: 3, storage: null, offered: true };
  tenants.provider.write((db) => addPlan(db, plan, Date.now()));
});
afterAll(async () => {
  trustBank(undefined);
  await bank.close();
});

const EMAIL = "oi@bichobom.test", PASSWORD = "cachorro-quente-9";
const today = () => dayIn("America/Sao_Paulo", new Date());
const shown = (day: string) => day.split("-").reverse().join("/");
const tenants = () => desk.road.server.tenants;
const stored = () => tenants().provider.read.select().from(companyTable).where(eq(companyTable.email, EMAIL)).all()[0]!;
const company = () => tenants().company(stored().id);
const bodies = () => company().read.select().from(messageTable).all().map(({ body }) => body);

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

test("a stranger signs up, tries it, is warned and blocked, pays the bank, and finds everything there", async () => {
  forgetSignUps();
  const page = await desk.open();

  // She signs up, and is warned from the first day of a trial of three.
  await page.goto("/login");
  await page.getByRole("link", { name: "Cadastre a sua empresa" }).click();
  await page.getByLabel("Nome da empresa").fill("Pet Shop Bicho Bom");
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("radio", { name: /Essencial/ }).check();
  await page.getByRole("button", { name: "Cadastrar" }).click();
  await seen(page.getByText("Cadastro realizado com sucesso!"));
  await logIn(page);
  await seen(page.getByText("Sua assinatura vence em 3 dia(s)"));

  // She links a phone, and a customer is served.
  await page.getByRole("button", { name: "Adicionar WhatsApp" }).first().click();
  await page.getByRole("dialog").getByLabel("Nome").fill("Loja");
  await page.getByRole("dialog").getByRole("button", { name: "Adicionar", exact: true }).click();
  const shop = desk.customer("Bicho Bom");
  const qrcode = () => desk.road.server.supervisor.liveOf(company(), 1).qrcode;
  await poll(qrcode).not.toBe("");
  await shop.scan(qrcode());
  await gone(page.getByRole("dialog"));
  const rita = desk.customer("Rita");
  rita.write(shop.number, "Vocês dão banho em gato?");
  await page.getByRole("link", { name: "Atendimentos" }).click();
  await accept(page, "Rita");
  await seen(bubble(page, "Vocês dão banho em gato?"));

  // The invoice is there; it is not paid in time, and on the day after nothing but it is open.
  await makeInvoices(tenants(), Date.now());
  const due = dayAfter(today(), -1);
  tenants().provider.write((db) => {
    db.update(companyTable).set({ dueDate: due, dueDay: Number(due.slice(8)) }).where(eq(companyTable.email, EMAIL))
      .run();
  });
  await seen(page.getByRole("heading", { name: `A assinatura venceu em ${shown(due)}` }));
  await page.getByRole("button", { name: "Sair" }).click();
  await logIn(page);
  await seen(page.getByText(`Opss! Sua assinatura venceu ${shown(due)}`, { exact: false }));
  await page.getByRole("button", { name: "Ver faturas e pagar" }).click();

  // Messages keep coming in, and nobody answers by itself.
  const heard = rita.received.length;
  rita.write(shop.number, "E em papagaio?");
  await poll(bodies).toContain("E em papagaio?");
  expect(rita.received.length).toBe(heard);

  // She pays what the invoice says, and is led home.
  await page.getByRole("button", { name: /^PAGAR a fatura/ }).first().click();
  const dialog = page.getByRole("dialog", { name: "Falta pouco!" });
  await dialog.getByLabel("Nome completo").fill("Beatriz Prado");
  await dialog.getByLabel("CEP").fill("01310-100");
  await dialog.getByLabel("Endereço").fill("Rua das Flores, 10");
  await dialog.getByLabel("Cidade").fill("São Paulo");
  await dialog.getByRole("button", { name: "PRÓXIMO" }).click();
  await dialog.getByRole("button", { name: "PRÓXIMO" }).click();
  await dialog.getByRole("button", { name: "PAGAR" }).click();
  await poll(() => bank.charges.size).toBe(1);
  const [charge] = bank.charges.values();
  expect(charge!.valor.original).toBe("89.00");
  await seen(dialog.getByRole("button", { name: /copiar/i }));
  await bank.pay(charge!.txid);
  const renewed = dueDateAfter(today(), "MENSAL");
  await seen(page.getByText(`Sua licença foi renovada até ${shown(renewed)}!`));
  await page.getByRole("link", { name: "Atendimentos" }).click();
  expect(stored().dueDate).toBe(renewed);

  // Everything is there: the ticket as it was, with what came meanwhile.
  await row(page, "Rita").click();
  await seen(bubble(page, "E em papagaio?"));
  await page.getByRole("link", { name: "Financeiro" }).click();
  await seen(page.getByRole("button", { name: /^PAGO/ }));
});
