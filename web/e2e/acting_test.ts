import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { companyTable } from "../../src/companies/table.ts";
import { sessionTable } from "../../src/access/table.ts";
import { dayAfter, dayIn } from "../../src/shared/clock.ts";
import { inspection } from "./axe.ts";
import { aDesk, gone, NARROW, poll, seen } from "./desk.ts";

const desk = aDesk();
const SUPER = "super@balcao.test", PLACE = "/settings?tab=companies";

const banner = (page: Page) =>
  page.getByRole("status").getByText("Você está agindo como Ana Ribeiro, de Padaria Aurora. Tudo fica registrado.");
const end = (page: Page) => page.getByRole("button", { name: "Encerrar" });
const begin = (page: Page) =>
  page.getByRole("form", { name: "Empresa" }).getByRole("button", { name: "Entrar como administrador" });
async function act(page: Page) {
  await page.getByRole("button", { name: "Editar Padaria Aurora" }).click();
  await begin(page).click();
  const question = page.getByRole("alertdialog", { name: "Entrar como administrador de Padaria Aurora?" });
  await seen(question.getByText(/Cada passo fica no registro de atividades/));
  await question.getByRole("button", { name: "Entrar", exact: true }).click();
  await seen(banner(page));
}
const provider = () => desk.road.server.tenants.provider;
const setDue = (dueDate: string | null) =>
  provider().write((db) => void db.update(companyTable).set({ dueDate }).where(eq(companyTable.id, 2)).run());

test("the super user acts as a company's administrator in all tabs, and one click ends it", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  const second = await sue.context().newPage();
  await second.goto("/contacts");
  await seen(second.getByRole("heading", { name: "Contatos" }));
  await act(sue);
  expect(new URL(sue.url()).pathname).toBe("/tickets");
  await seen(sue.getByRole("tab", { name: "Atendimento" }));
  await seen(banner(second));
  for (const place of ["/contacts", "/connections", "/settings"]) {
    await sue.goto(place);
    await seen(banner(sue));
  }
  expect(await sue.getByRole("tab", { name: "Empresas" }).count()).toBe(0);
  await end(sue).focus();
  await sue.keyboard.press("Enter");
  await seen(sue.getByRole("form", { name: "Empresa" }));
  expect(new URL(sue.url()).search).toBe("?tab=companies");
  for (const page of [sue, second]) await gone(banner(page));
  await seen(second.getByRole("main"));
});

test("the provider's own company has no such button", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  await sue.getByRole("button", { name: /^Editar Balcão/ }).first().click();
  await seen(sue.getByRole("form", { name: "Empresa" }).getByText(/^Empresa 1:/));
  expect(await begin(sue).count()).toBe(0);
});

test("it also shows where the company has not paid, and ends there", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  setDue(dayAfter(dayIn("America/Sao_Paulo", Date.now()), -3));
  try {
    await act(sue);
    await seen(sue.getByRole("heading", { name: /A assinatura venceu em/ }));
    await end(sue).click();
    await seen(sue.getByRole("form", { name: "Empresa" }));
  } finally {
    setDue(null);
  }
});

test("when the time is over, the login page says so", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  await act(sue);
  await seen(sue.getByRole("tab", { name: "Atendimento" }));
  provider().write((db) => void db.delete(sessionTable).where(eq(sessionTable.actedBy, "Suporte Balcão")).run());
  // What the page asks by itself may learn of it before the press does.
  const pressed = sue.getByRole("link", { name: "Contatos" }).click({ timeout: 5000 }).catch(() => {});
  await seen(sue.getByRole("status").getByText("O acesso como administrador terminou. Entre de novo com a sua conta."));
  await poll(() => sue.evaluate(() => localStorage.getItem("token"))).toBeNull();
  // Nothing is pressed any more in a page that the next test may have.
  await pressed;
});

test("the banner is without fault on wide and narrow screens", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  await act(sue);
  const { look, pass } = inspection(sue);
  await look("tickets, wide");
  await sue.setViewportSize(NARROW);
  await look("tickets, narrow");
  const { scrollHeight, clientHeight } = await sue.evaluate(() => document.documentElement);
  expect(scrollHeight).toBe(clientHeight);
  pass();
});
