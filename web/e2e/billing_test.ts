import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setBank } from "../../src/invoices/bank.ts";
import { pixCodeFor } from "../../src/invoices/charges.ts";
import { pollCharges } from "../../src/invoices/poll.ts";
import { makeInvoices } from "../../src/invoices/make.ts";
import { noticePath } from "../../src/invoices/notice.ts";
import { GatewayFault } from "../../src/pix/gateway.ts";
import { chargeTable, invoiceTable, paymentTable } from "../../src/invoices/table.ts";
import { dayAfter, dayIn } from "../../src/shared/clock.ts";
import { aPlan, companyOf, invoicesOf, setCompany, SmallBank, subscribed } from "../../src/testing/billing.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, BRUNO, gone, NARROW, poll, seen } from "./desk.ts";

const desk = aDesk();
const SUPER = "super@balcao.test";
const ZONE = "America/Sao_Paulo";

const tenants = () => desk.road.server.tenants;
const aurora = () => desk.road.aurora;
const day = (by: number) => dayAfter(dayIn(ZONE, Date.now()), by);
/** As the screen writes it. */
const shown = (date: string) => date.split("-").reverse().join("/");
const row = (page: Page, text: string | RegExp) => page.getByRole("table").getByRole("row").filter({ hasText: text });
const news = (page: Page, text: string | RegExp) =>
  page.getByRole("status").or(page.getByRole("alert")).getByText(text);

/** Aurora owes an invoice for 179 reais, due in so many days; nothing else was ever owed. */
async function owing(inDays = 4, bank = new SmallBank()) {
  const provider = tenants().provider;
  provider.write((db) => {
    for (const table of [paymentTable, chargeTable, invoiceTable]) db.delete(table).run();
  });
  setCompany(tenants(), aurora().id, { billingName: "", addressStreet: "", addressCity: "", addressZipCode: "" });
  setBank(tenants(), bank);
  const dueDate = day(inDays), now = Date.now();
  return { bank, invoice: await subscribed(tenants(), aurora().id, { dueDate, now, trialExpiration: day(3) }) };
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Nome completo").fill("Ana Ribeiro");
  await page.getByLabel("CEP").fill("01310-100");
  await page.getByLabel("Endereço").fill("Rua das Flores, 10");
  await page.getByLabel("Cidade").fill("São Paulo");
}

test("an administrator pays an invoice by Pix: every step, the code to copy, and home once the bank has the money", async () => {
  const { bank, invoice } = await owing();
  const ana = await desk.logIn(ANA, { at: "/tickets", permissions: ["clipboard-read", "clipboard-write"] });
  const second = await ana.context().newPage();
  await second.goto("/financeiro");
  await ana.getByRole("link", { name: "Financeiro" }).click();
  await seen(row(ana, /mensal/).getByText(/R\$\s179,00/));
  await seen(row(ana, shown(day(4))).getByText("Em Aberto"));
  await ana.getByRole("button", { name: `PAGAR a fatura ${invoice.id}` }).click();
  const dialog = ana.getByRole("dialog", { name: "Falta pouco!" });
  await dialog.getByRole("button", { name: "PRÓXIMO" }).click();
  for (
    const text of [
      "O nome completo é obrigatório",
      "O Endereço é obrigatório",
      "Cidade é obrigatória",
      "CEP é obrigatório",
    ]
  ) {
    await seen(dialog.getByText(text));
  }
  await fillIn(ana);
  await dialog.getByLabel("CEP").fill("123");
  await dialog.getByRole("button", { name: "PRÓXIMO" }).click();
  await seen(dialog.getByText("Formato de CEP inválido"));
  // Each country has its own.
  const at = (step: string) =>
    dialog.getByRole("listitem").filter({ hasText: step }).and(ana.locator('[aria-current="step"]'));
  const chooseCountry = async (name: string) => {
    await dialog.getByRole("button", { name: /País/ }).click();
    await ana.getByRole("option", { name }).click();
  };
  await dialog.getByLabel("CEP").fill("94103");
  await dialog.getByRole("button", { name: "PRÓXIMO" }).click();
  await seen(dialog.getByText("Formato de CEP inválido"));
  await chooseCountry("United States");
  await dialog.getByRole("button", { name: "PRÓXIMO" }).click();
  await seen(at("Personalizar"));
  await dialog.getByRole("button", { name: "VOLTAR" }).click();
  await chooseCountry("Brasil");
  await dialog.getByLabel("CEP").fill("01310-100");
  await dialog.getByRole("button", { name: "PRÓXIMO" }).click();
  await seen(at("Personalizar"));
  await dialog.getByRole("button", { name: "PRÓXIMO" }).click();
  await seen(dialog.getByText("Rua das Flores, 10, São Paulo, 01310-100, Brasil"));
  await dialog.getByRole("button", { name: "VOLTAR" }).click();
  await dialog.getByRole("button", { name: "PRÓXIMO" }).click();
  await dialog.getByRole("button", { name: "PAGAR" }).click();
  await seen(news(ana, "Assinatura realizada com sucesso!, aguardando a realização do pagamento"));
  const { txid } = bank.asked[0]!;
  await seen(dialog.getByRole("img", { name: "QR code do Pix" }));
  await poll(() => dialog.getByRole("textbox", { name: "Código Pix" }).inputValue()).toBe(`pix-${txid}`);
  await dialog.getByRole("button", { name: "Copiar o código Pix" }).click();
  await seen(dialog.getByRole("button", { name: "Copiado" }));
  await seen(dialog.getByRole("button", { name: "Copiar o código Pix" }));
  expect(await ana.evaluate(() => navigator.clipboard.readText())).toBe(`pix-${txid}`);
  expect(companyOf(tenants(), aurora().id)).toMatchObject({ billingName: "Ana Ribeiro", addressCity: "São Paulo" });

  bank.pay(txid);
  await fetch(`${desk.url}${noticePath(tenants())}/pix`, { method: "POST", body: JSON.stringify({ pix: [{ txid }] }) });
  await seen(news(ana, /^Sua licença foi renovada até \d\d\/\d\d\/\d{4}!$/));
  await poll(() => new URL(ana.url()).pathname).toBe("/");
  // Another screen of hers follows, and has the receipt.
  await seen(row(second, /mensal/).getByText("Pago", { exact: true }));
  await poll(() => second.getByRole("button", { name: `PAGO: fatura ${invoice.id}` }).isDisabled()).toBe(true);
  const [receipt] = await Promise.all([
    second.waitForEvent("download"),
    second.getByRole("button", { name: `Baixar o recibo da fatura ${invoice.id}` }).click(),
  ]);
  expect(receipt.suggestedFilename()).toBe(`recibo-${invoice.id}.pdf`);
});

test("a bank that is away is said, and nothing typed is lost", async () => {
  const { bank } = await owing();
  bank.fault = new GatewayFault("unreachable", "away");
  const ana = await desk.logIn(ANA, { at: "/financeiro" });
  await ana.getByRole("button", { name: /^PAGAR a fatura/ }).click();
  await fillIn(ana);
  for (let nth = 0; nth < 2; nth++) await ana.getByRole("button", { name: "PRÓXIMO" }).click();
  await ana.getByRole("button", { name: "PAGAR", exact: true }).click();
  await seen(news(ana, "O banco não respondeu. Tente de novo em alguns instantes."));
  bank.fault = undefined;
  await ana.getByRole("button", { name: "PAGAR", exact: true }).click();
  await seen(ana.getByText("Aguardando o pagamento"));
  await ana.keyboard.press("Escape");
  await gone(ana.getByRole("dialog"));
});

test("what is due soon is said above every page to who may pay, until it is put away or paid", async () => {
  const { invoice, bank } = await owing(4);
  const ana = await desk.logIn(ANA), bruno = await desk.logIn(BRUNO);
  const banner = ana.getByRole("region", { name: "Fatura a pagar" });
  await seen(banner.getByText(`vence em ${shown(day(4))}`));
  await ana.getByRole("button", { name: /Fatura a pagar/ }).click();
  await seen(ana.getByRole("link", { name: /Fatura a pagar R\$\s179,00, com vencimento em/ }));
  await ana.keyboard.press("Escape");
  expect(await bruno.getByRole("region", { name: "Fatura a pagar" }).count()).toBe(0);
  expect(await bruno.getByRole("link", { name: "Financeiro" }).count()).toBe(0);
  await banner.getByRole("link", { name: "Pagar agora" }).click();
  await seen(ana.getByRole("dialog", { name: "Falta pouco!" }));
  await ana.keyboard.press("Escape");
  await banner.getByRole("button", { name: "Lembrar amanhã" }).click();
  await gone(banner);
  await ana.reload();
  await seen(row(ana, /mensal/));
  await gone(banner);
  const another = await desk.logIn(ANA);
  const same = another.getByRole("region", { name: "Fatura a pagar" });
  await seen(same);
  await pixCodeFor(tenants(), aurora().id, invoice.id, Date.now());
  bank.pay(bank.asked[0]!.txid);
  await pollCharges(tenants(), () => Date.now() + 61_000);
  await gone(same);
});

test("the subscription: how long the trial lasts, whom to ask, and another plan from the next payment on", async () => {
  setCompany(tenants(), desk.road.provider.id, { email: "oi@ponte.test", phone: "(11) 99999-0000" });
  const large = aPlan(tenants(), 500, `Empresarial ${Date.now()}`);
  tenants().provider.write((db) => void db.run(`update plans set users = 2 where id = ${large}`));
  await owing(4);
  const ana = await desk.logIn(ANA, { at: "/financeiro" });
  await ana.getByRole("button", { name: "Ver assinatura" }).click();
  await seen(ana.getByText("3 dias restantes"));
  await ana.getByRole("button", { name: "Assinar agora" }).click();
  const contact = ana.getByRole("dialog", { name: "Assinar agora" });
  expect(await contact.getByRole("link", { name: "oi@ponte.test" }).getAttribute("href")).toBe("mailto:oi@ponte.test");
  const chat = contact.getByRole("link", { name: "+55 11 99999-0000" });
  expect(await chat.getAttribute("href")).toBe("https://wa.me/5511999990000");
  await ana.keyboard.press("Escape");
  await ana.getByRole("button", { name: "Mudar de plano" }).click();
  const wizard = ana.getByRole("dialog", { name: "Mudar de plano" });
  await fillIn(ana);
  await wizard.getByRole("button", { name: "PRÓXIMO" }).click();
  await wizard.getByRole("button", { name: /^SELECIONAR Empresarial/ }).click();
  await seen(wizard.getByText("O plano novo vale a partir do próximo pagamento."));
  await seen(wizard.getByRole("note").getByText("3 usuários de 2"));
  await seen(wizard.getByText(/R\$\s500,00/));
  await wizard.getByRole("button", { name: "CONFIRMAR" }).click();
  // Its invoice is there at once, to be paid.
  const checkout = ana.getByRole("dialog", { name: "Falta pouco!" });
  await checkout.getByRole("button", { name: "PRÓXIMO" }).click();
  await seen(checkout.getByRole("region", { name: /^Empresarial/ }));
  expect(invoicesOf(tenants(), aurora().id).map(({ status, cents }) => [status, cents]))
    .toEqual([["cancelled", 17_900], ["open", 50_000]]);
  expect(companyOf(tenants(), aurora().id).planId).not.toBe(large);
  await ana.keyboard.press("Escape");
  await poll(() => row(ana, /mensal/).count()).toBe(1);
});

test("the provider confirms by hand, decides about odd money, and finds invoices by company and state", async () => {
  const { invoice, bank } = await owing();
  const { norte } = desk.road;
  const other = await subscribed(tenants(), norte.id, { value: 50, dueDate: day(9), now: Date.now() });
  const sue = await desk.logIn(SUPER, { at: "/financeiro" });
  for (const name of ["Padaria Aurora", "Oficina Norte"]) await seen(row(sue, name).getByText("Em Aberto"));
  await sue.getByRole("searchbox", { name: "Buscar faturas" }).fill("oficina");
  await gone(row(sue, "Padaria Aurora"));
  await sue.getByRole("button", { name: `Confirmar o pagamento da fatura ${other.id}` }).click();
  const confirm = sue.getByRole("dialog", { name: "Confirmar o pagamento" });
  await confirm.getByRole("button", { name: "Confirmar" }).click();
  await seen(confirm.getByText("Obrigatório"));
  await confirm.getByLabel("Observação").fill("Caiu na conta");
  await confirm.getByRole("button", { name: "Confirmar" }).click();
  await seen(row(sue, "Oficina Norte").getByText("Pago", { exact: true }));
  await sue.getByRole("searchbox", { name: "Buscar faturas" }).fill("");
  await sue.getByRole("button", { name: /Status/ }).click();
  await sue.getByRole("option", { name: "Em Aberto" }).click();
  await gone(row(sue, "Oficina Norte"));
  await seen(row(sue, "Padaria Aurora"));

  await pixCodeFor(tenants(), aurora().id, invoice.id, Date.now());
  bank.pay(bank.asked[0]!.txid, { cents: 17_000 });
  await pollCharges(tenants(), () => Date.now() + 61_000);
  const tab = sue.getByRole("tab", { name: /Pagamentos a decidir/ });
  await seen(tab.getByText("1"));
  await tab.click();
  await seen(row(sue, "Padaria Aurora").getByText("Veio a menos"));
  await sue.getByRole("button", { name: "Decidir o pagamento de Padaria Aurora" }).click();
  const decide = sue.getByRole("dialog", { name: "Veio a menos" });
  await decide.getByRole("button", { name: /O que fazer/ }).click();
  await sue.getByRole("option", { name: "Aceitar: a fatura fica paga" }).click();
  await decide.getByLabel("Observação").fill("Combinado por telefone");
  await decide.getByRole("button", { name: "Decidir" }).click();
  await seen(sue.getByText("Nada a decidir"));
  expect(invoicesOf(tenants(), aurora().id)[0]!.status).toBe("paid");
  await sue.getByRole("tab", { name: "Faturas" }).click();
  // Anywhere on the row.
  await row(sue, "Padaria Aurora").click({ position: { x: 560, y: 20 } });
  const opened = sue.getByRole("dialog", { name: `Fatura ${invoice.id}` });
  const { endToEndId } = bank.charges.get(bank.asked[0]!.txid)!.payments[0]!;
  const said = ["Veio a menos", /R\$\s170,00/, endToEndId, "Aceitar: a fatura fica paga", "Suporte Balcão"];
  for (const text of [...said, "Combinado por telefone"]) await seen(opened.getByText(text));
  await sue.keyboard.press("Escape");
  await sue.getByRole("button", { name: `Fatura ${other.id} de Oficina Norte` }).press("Enter");
  await seen(sue.getByRole("dialog", { name: `Fatura ${other.id}` }).getByText("Caiu na conta"));
});

test("at sign-up a plan that costs nothing promises no trial", async () => {
  aPlan(tenants(), 0, `Gratuito ${Date.now()}`);
  aPlan(tenants(), 80, `Pago ${Date.now()}`);
  const page = await desk.open();
  await page.goto("/signup");
  const trial = page.getByText("3 dias grátis, sem cartão.");
  await seen(trial);
  await page.getByRole("radio", { name: /^Gratuito/ }).check({ force: true });
  await seen(page.getByText("Sem custo e sem cartão."));
  expect(await trial.count()).toBe(0);
  await page.getByRole("radio", { name: /^Pago/ }).check({ force: true });
  await seen(trial);
});

for (const [size, options] of [["wide", {}], ["narrow", { viewport: NARROW, hasTouch: true }]] as const) {
  test(`axe finds nothing about invoices, checkout and subscription on a ${size} screen, light or dark`, async () => {
    const { invoice, bank } = await owing(4);
    const late = {
      companyId: aurora().id,
      detail: "Profissional",
      cents: 17_900,
      dueDate: day(-30),
    };
    tenants().provider.write((db) =>
      void db.insert(invoiceTable).values([
        { ...late, recurrence: "ANUAL", months: 12, createdAt: 0 },
        { ...late, recurrence: "MENSAL", dueDate: day(-60), months: 1, createdAt: 0, status: "paid", paidAt: 1 },
      ]).run()
    );
    const ana = await desk.logIn(ANA, { at: "/financeiro", ...options });
    await seen(ana.getByText("Vencido"));
    const { look, pass } = inspection(ana);
    await look("invoices");
    await ana.getByRole("button", { name: `PAGAR a fatura ${invoice.id}` }).click();
    await seen(ana.getByLabel("CEP"));
    await look("checkout, details");
    await fillIn(ana);
    await ana.getByRole("button", { name: "PRÓXIMO" }).click();
    await seen(ana.getByText("por mês"));
    await look("checkout, plan");
    await ana.getByRole("button", { name: "PRÓXIMO" }).click();
    await look("checkout, review");
    await ana.getByRole("button", { name: "PAGAR", exact: true }).click();
    await seen(ana.getByRole("img", { name: "QR code do Pix" }));
    await look("checkout, Pix");
    await ana.goto("/subscription");
    await seen(ana.getByText("Plano atual"));
    await look("subscription");
    await ana.goto("/subscription?plan");
    await fillIn(ana);
    await ana.getByRole("button", { name: "PRÓXIMO" }).click();
    await seen(ana.getByRole("button", { name: /^SELECIONAR/ }));
    await look("plans");
    pass();
    bank.pay(bank.asked[0]!.txid, { cents: 1 });
    await pollCharges(tenants(), () => Date.now() + 61_000);
    const sue = await desk.logIn(SUPER, { at: "/financeiro", ...options });
    await seen(sue.getByRole("table").getByText("Vencido"));
    const provider = inspection(sue);
    await provider.look("everybody's invoices");
    await sue.goto("/financeiro?tab=questions");
    await sue.getByRole("button", { name: /^Decidir o pagamento/ }).click();
    await seen(sue.getByLabel("Observação"));
    await provider.look("a payment to decide about");
    provider.pass();
    await makeInvoices(tenants(), Date.now());
  });
}
