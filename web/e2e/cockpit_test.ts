import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addCompany } from "../../src/companies/companies.ts";
import { companyMoveTable, companyTable } from "../../src/companies/table.ts";
import { connectionTable } from "../../src/connections/table.ts";
import { setCompany, subscribed } from "../../src/testing/billing.ts";
import { areLinesHeld, holdLines } from "../../src/supervisor/held_lines.ts";
import { aTicket } from "../../src/testing/fixtures.ts";
import { dayAfter, dayIn } from "../../src/shared/clock.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, gone, NARROW, poll, seen, typeLogin } from "./desk.ts";

const desk = aDesk();
const SUPER = "super@balcao.test";
const AURORA = 2, NORTE = 3;
const tenants = () => desk.road.server.tenants;
const today = () => dayIn("America/Sao_Paulo", new Date());

const table = (page: Page) => page.getByRole("table", { name: "Empresas" });
const row = (page: Page, name: string) => table(page).getByRole("row").filter({ hasText: name });
const show = (page: Page, filter: string) =>
  page.getByRole("radiogroup", { name: "Mostrar" }).getByText(filter).click();

test("the super user sees every company and follows what happens there, without reading anything anew", async () => {
  await subscribed(tenants(), AURORA, { value: 179, dueDate: dayAfter(today(), 3), now: Date.now() });
  setCompany(tenants(), NORTE, { dueDate: dayAfter(today(), -2) });
  const page = await desk.logIn(SUPER, { at: "/cockpit" });
  await seen(row(page, "Padaria Aurora").getByText("R$ 179,00"));
  await seen(row(page, "Padaria Aurora").getByText("em 3 dias"));
  await seen(row(page, "Oficina Norte").getByText("venceu há 2 dias"));
  await seen(row(page, "Balcão").getByText("sua empresa"));
  const waiting = row(page, "Padaria Aurora").getByRole("cell").nth(1);
  const oneMore = async () => {
    const before = Number(await waiting.textContent());
    tenants().company(AURORA).write((db) => void aTicket(db));
    await poll(async () => Number(await waiting.textContent())).toBe(before + 1);
  };
  // What was read before the stream of events had begun is rightly read anew then; what is opened afterwards is not.
  await oneMore();
  await page.getByRole("link", { name: "Tags" }).first().click();
  await gone(table(page));
  await page.goBack();
  await seen(row(page, "Padaria Aurora"));
  let asked = 0;
  page.on("request", (request) => void (request.url().endsWith("/api/cockpit") && asked++));
  await oneMore();
  tenants().company(AURORA).write((db) =>
    void db.update(connectionTable).set({ shouldRun: true, status: "DISCONNECTED" }).run()
  );
  await seen(row(page, "Padaria Aurora").getByText("0 de 1"));
  expect(asked).toBe(0);
});

test("filters, the search and the numbers above lead to companies; what is looked at is handed over as a file", async () => {
  const page = await desk.logIn(SUPER, { at: "/cockpit" });
  await seen(row(page, "Oficina Norte"));
  await show(page, "Vencidas");
  await gone(row(page, "Padaria Aurora"));
  await seen(row(page, "Oficina Norte"));
  await show(page, "Vencendo");
  await gone(row(page, "Oficina Norte"));
  await seen(row(page, "Padaria Aurora"));
  await page.getByRole("button", { name: /^Vencidas: 1/ }).click();
  await seen(row(page, "Oficina Norte"));
  await page.getByRole("button", { name: "Exportar" }).click();
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Exportar (.csv)" }).click(),
  ]);
  const text = await Deno.readTextFile(await csv.path());
  expect(text).toContain("Oficina Norte");
  expect(text).not.toContain("Padaria Aurora");
  await page.getByRole("searchbox", { name: "Buscar empresa" }).fill("ninguém");
  await page.getByText("Limpar a busca", { exact: true }).click();
  await seen(row(page, "Padaria Aurora"));
  await table(page).getByRole("button", { name: "Aguardando" }).click();
  await seen(table(page).getByRole("columnheader", { name: "Aguardando" }));
  await row(page, "Padaria Aurora").getByRole("button", { name: "Ações de Padaria Aurora" }).click();
  await page.getByRole("menuitem", { name: "Abrir em Empresas" }).click();
  await page.waitForURL("**/settings?tab=companies&company=2");
  await poll(() => page.getByRole("form", { name: "Empresa" }).getByLabel("Nome").inputValue()).toBe("Padaria Aurora");
});

test("the page is the first after a login once she says so, and nobody else has it", async () => {
  const page = await desk.logIn(SUPER, { at: "/cockpit" });
  await page.getByText("Abrir nesta página ao entrar").click();
  await poll(() => page.getByRole("switch", { name: "Abrir nesta página ao entrar" }).isChecked()).toBe(true);
  const anew = await desk.open();
  await anew.goto("/login");
  await typeLogin(anew, SUPER);
  await anew.waitForURL("**/cockpit");
  await anew.getByText("Abrir nesta página ao entrar").click();
  await poll(() => anew.getByRole("switch", { name: "Abrir nesta página ao entrar" }).isChecked()).toBe(false);
  const ana = await desk.logIn(ANA, { at: "/cockpit" });
  await seen(ana.getByRole("heading", { name: "Página não encontrada" }));
  expect(await ana.getByRole("link", { name: "Painel do provedor" }).count()).toBe(0);
});

test("when the figures do not come it says so, and tries again", async () => {
  const page = await desk.open();
  // Only once she asks: the page tries by itself, too, and would take the button away from under her.
  const hasAsked = () => page.evaluate(() => document.body.dataset.asked !== undefined);
  await page.route("**/api/cockpit", async (route) => await hasAsked() ? await route.continue() : await route.abort());
  await page.goto("/login");
  await typeLogin(page, SUPER);
  await page.getByRole("link", { name: "Painel do provedor" }).click();
  await seen(page.getByText("Os números não chegaram"));
  await page.evaluate(() => addEventListener("pointerdown", () => (document.body.dataset.asked = ""), true));
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  await seen(row(page, "Padaria Aurora"));
});

test("it passes axe on both sizes, as a chart and as a table", async () => {
  for (const options of [{}, { viewport: NARROW, hasTouch: true }]) {
    const page = await desk.logIn(SUPER, { at: "/cockpit", ...options });
    const { look, pass } = inspection(page);
    await seen(row(page, "Padaria Aurora"));
    await look("the page");
    await page.getByRole("button", { name: "Dinheiro por mês: ver em tabela" }).click();
    await seen(page.getByRole("table", { name: "Dinheiro por mês" }));
    await look("the money as a table");
    pass();
  }
});

test("in a recovered installation the connections start by a press, once it is said that the server from before is off", async () => {
  const { folder } = tenants();
  holdLines(folder);
  const page = await desk.logIn(SUPER, { at: "/cockpit?tab=health", viewport: NARROW, hasTouch: true });
  const held = page.getByRole("listitem").filter({ hasText: "As conexões estão paradas" });
  await seen(held.getByText("balcao lines start"));
  const start = held.getByRole("button", { name: "Iniciar as conexões" }), asked = page.getByRole("alertdialog");
  await start.click();
  await seen(asked.getByText(/O servidor de antes precisa estar desligado de vez/));
  const { look, pass } = inspection(page);
  await look("the question");
  pass();
  await asked.getByRole("button", { name: "Cancelar" }).click();
  await gone(asked);
  expect(areLinesHeld(folder)).toBe(true);
  await start.click();
  await asked.getByRole("button", { name: "Está desligado, iniciar" }).click();
  await seen(page.getByText("As conexões estão sendo iniciadas."));
  await gone(held);
  expect(areLinesHeld(folder)).toBe(false);
});

/** A company that was given to another server three days ago. */
function moveAway(name: string, { isConfirmed }: { isConfirmed: boolean }): void {
  const day = 86_400_000, now = Date.now(), company = addCompany(tenants(), { name }, new Date(now));
  tenants().provider.write((db) => {
    db.update(companyTable).set({ removedAt: now - 3 * day }).where(eq(companyTable.id, company.id)).run();
    const confirmedAt = isConfirmed ? now - 2 * day : null, address = "https://there.example";
    db.insert(companyMoveTable).values({ companyId: company.id, moveId: name, address, at: now - 3 * day, confirmedAt })
      .run();
  });
}

test("how the installation is: what is wrong with what to do about it, and looked at anew by a press", async () => {
  tenants().company(AURORA).write((db) =>
    void db.update(connectionTable).set({ shouldRun: true, status: "DISCONNECTED", since: Date.now() - 3_600_000 })
      .run()
  );
  tenants().quarantine.set(NORTE, "3/company.db is damaged (malformed)");
  moveAway("Armarinho Leste", { isConfirmed: false });
  moveAway("Livraria Oeste", { isConfirmed: true });
  const page = await desk.logIn(SUPER, { at: "/cockpit" });
  await page.getByRole("tab", { name: "Saúde" }).click();
  const needsYou = page.getByRole("region", { name: /Precisa de você/ }).getByRole("listitem");
  await seen(needsYou.first().getByText(/Oficina Norte O arquivo da empresa não abre/));
  await seen(needsYou.first().getByText("balcao restore EMPRESA"));
  await seen(needsYou.filter({ hasText: "Padaria Aurora" }).getByText(/está fora do ar há 1 hora/));
  const unconfirmed = needsYou.filter({ hasText: "Armarinho Leste" });
  await seen(unconfirmed.getByText(/Ninguém a atende: foi entregue a https:\/\/there.example há 3 dias/));
  await seen(unconfirmed.getByText("balcao company move EMPRESA --to DESTINO --back"));
  const inOrder = page.getByRole("region", { name: /Em ordem/ });
  await seen(inOrder.getByText("Espaço em disco"));
  await seen(inOrder.getByRole("listitem").filter({ hasText: "Livraria Oeste" }).getByText(/Atendida em .* há 2 dias/));
  await seen(page.getByText("Nenhum backup ainda."));
  const { look, pass } = inspection(page);
  await look("what is wrong");
  pass();
  tenants().quarantine.delete(NORTE);
  await page.getByRole("button", { name: "Atualizar" }).click();
  await gone(needsYou.filter({ hasText: "Oficina Norte" }));
  await page.reload();
  await seen(page.getByRole("tab", { name: "Saúde", selected: true }));
});
