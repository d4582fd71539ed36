import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { companyTable } from "../../src/companies/table.ts";
import { addPlan } from "../../src/plans/plans.ts";
import { forgetSignUps } from "../../src/provisioning/sign_up.ts";
import { dayAfter, dayIn } from "../../src/shared/clock.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, BRUNO, gone, NARROW, poll, seen } from "./desk.ts";

const desk = aDesk();
const SUPER = "super@balcao.test";

const row = (page: Page, name: string) => page.getByRole("table").getByRole("row").filter({ hasText: name });
const fields = (page: Page) => page.getByRole("form", { name: "Empresa" });
const save = (page: Page) => page.getByRole("button", { name: "Salvar" }).click();
const today = () => dayIn("America/Sao_Paulo", new Date());
const provider = () => desk.road.server.tenants.provider;
const stored = (name: string) =>
  provider().read.select().from(companyTable).where(eq(companyTable.name, name)).all()[0]!;
const change = (id: number, is: object) =>
  provider().write((db) => void db.update(companyTable).set(is).where(eq(companyTable.id, id)).run());
const shown = (day: string) => day.split("-").reverse().join("/");
async function choose(page: Page, label: string, option: string) {
  await page.getByRole("form").getByRole("button", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

async function looksGood(page: Page, screen: string) {
  const { look, pass } = inspection(page);
  await look(screen);
  pass();
}

beforeAll(() => {
  const plan = { users: 3, connections: 1, queues: 3, storage: null, offered: true };
  provider().write((db) => {
    addPlan(db, { ...plan, name: "Essencial", value: 89 }, Date.now());
    addPlan(db, { ...plan, name: "Profissional", value: 179.9, users: 5, connections: 3 }, Date.now());
  });
});

test("the super user adds a company and hands over the invitation, moves its due date, opens its user, removes it", async () => {
  const sue = await desk.logIn(SUPER, { at: "/settings?tab=companies" });
  const second = await sue.context().newPage();
  await second.goto("/settings?tab=companies");
  await seen(row(second, "Padaria Aurora"));
  const form = fields(sue);
  await save(sue);
  await seen(form.getByText("Obrigatório").first());
  await form.getByLabel("Nome").fill("Floricultura Lírio");
  await form.getByLabel("E-mail").fill("dona@lirio.test");
  await form.getByLabel("Telefone").fill("11 4002-8922");
  await choose(sue, "Plano", "Essencial");
  await choose(sue, "Recorrência", "Trimestral");
  await save(sue);
  const invitation = sue.getByRole("dialog", { name: "Link de senha" });
  const address = await invitation.getByLabel("Link", { exact: true }).inputValue();
  await invitation.getByRole("button", { name: "Pronto" }).click();
  for (const page of [sue, second]) await seen(row(page, "Floricultura Lírio"));
  expect(stored("Floricultura Lírio")).toMatchObject({ recurrence: "TRIMESTRAL", dueDate: null, isActive: true });

  const dona = await desk.open();
  await dona.goto(address);
  await dona.getByLabel("Senha", { exact: true }).fill("flor-de-maio-7");
  await dona.getByRole("button", { name: "Salvar a senha" }).click();
  await dona.getByLabel("E-mail").fill("dona@lirio.test");
  await dona.getByLabel("Senha", { exact: true }).fill("flor-de-maio-7");
  await dona.getByRole("button", { name: "Entrar", exact: true }).click();
  await seen(dona.getByRole("heading", { name: "Conexões" }));

  change(stored("Floricultura Lírio").id, { dueDate: "2027-01-31", dueDay: 31 });
  await sue.reload();
  await row(sue, "Floricultura Lírio").getByRole("button", { name: "Editar Floricultura Lírio" }).click();
  await form.getByRole("button", { name: "+ Vencimento" }).click();
  await save(sue);
  await seen(row(second, "Floricultura Lírio").getByText("30/04/2027"));
  expect(stored("Floricultura Lírio")).toMatchObject({ dueDate: "2027-04-30", dueDay: 31 });

  await row(sue, "Floricultura Lírio").getByRole("button", { name: "Editar Floricultura Lírio" }).click();
  await form.getByRole("button", { name: "Usuário", exact: true }).click();
  const user = sue.getByRole("dialog", { name: "Editar usuário" });
  await poll(() => user.getByLabel("E-mail").inputValue()).toBe("dona@lirio.test");
  await user.getByLabel("Nome").fill("Dona Flor");
  await user.getByRole("button", { name: "Salvar" }).click();
  await gone(user);

  await choose(sue, "Status", "Não");
  await save(sue);
  await seen(dona.getByRole("heading", { name: "Entrar" }).or(dona.getByText("A empresa está bloqueada")).first());
  await row(sue, "Floricultura Lírio").getByRole("button", { name: "Editar Floricultura Lírio" }).click();
  await form.getByRole("button", { name: "Excluir" }).click();
  await sue.getByRole("alertdialog", { name: "Exclusão de Registro" }).getByRole("button", { name: "Excluir" }).click();
  for (const page of [sue, second]) await gone(row(page, "Floricultura Lírio"));
});

test("rows stand out by the days to their due date; axe finds nothing in either theme, nor on a phone", async () => {
  change(2, { dueDate: dayAfter(today(), 5) });
  change(3, { dueDate: dayAfter(today(), -4) });
  const sue = await desk.logIn(SUPER, { at: "/settings?tab=companies" });
  const toneOf = (name: string) => row(sue, name).getAttribute("data-tone");
  await seen(row(sue, "Oficina Norte").getByText(shown(dayAfter(today(), -4))));
  expect([await toneOf("Padaria Aurora"), await toneOf("Oficina Norte"), await toneOf("Balcão")])
    .toEqual(["soon", "danger", null]);
  await looksGood(sue, "companies");
  await sue.setViewportSize(NARROW);
  await looksGood(sue, "companies on a phone");
  change(2, { dueDate: null });
  change(3, { dueDate: null });
});

test("a stranger signs up by keyboard alone, logs in, and is led to connect a number", async () => {
  forgetSignUps();
  const page = await desk.open();
  await page.goto("/login");
  await page.getByRole("link", { name: "Cadastre a sua empresa" }).click();
  await seen(page.getByRole("radio", { name: /Profissional/ }));
  await looksGood(page, "sign-up");
  await page.getByRole("button", { name: "Cadastrar" }).click();
  await poll(() => page.getByText("Obrigatório").count()).toBeGreaterThanOrEqual(3);
  await page.getByLabel("Nome da empresa").fill("Pet Shop Bicho Bom");
  await page.getByLabel("E-mail").fill("ana@aurora.test");
  await page.getByLabel("Senha", { exact: true }).fill("cachorro-quente-9");
  await page.getByLabel("Senha", { exact: true }).press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.getByLabel("Senha", { exact: true }).press("Enter");
  await seen(page.getByText("Já está em uso"));
  await page.getByLabel("E-mail").fill("oi@bichobom.test");
  await page.getByLabel("E-mail").press("Enter");
  await seen(page.getByText("Cadastro realizado com sucesso!"));
  await page.getByLabel("E-mail").fill("oi@bichobom.test");
  await page.getByLabel("Senha", { exact: true }).fill("cachorro-quente-9");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  // Said for a few seconds.
  await seen(page.getByText("Sua assinatura vence em 3 dia(s)"));
  await seen(page.getByRole("heading", { name: "Conexões" }));
  expect(stored("Pet Shop Bicho Bom")).toMatchObject({
    dueDate: dayAfter(today(), 3),
    trialExpiration: dayAfter(today(), 3),
  });
});

test("who has not paid gets to the bills and nothing else; paid, everything is there again", async () => {
  const ana = await desk.logIn(ANA), bruno = await desk.logIn(BRUNO);
  change(2, { dueDate: dayAfter(today(), -1) });
  // Nobody has to press anything: their screens are let go by the clock.
  await seen(bruno.getByText("A assinatura da empresa venceu"));
  expect(await bruno.getByRole("button", { name: "Ver faturas e pagar" }).count()).toBe(0);
  await seen(ana.getByRole("heading", { name: `A assinatura venceu em ${shown(dayAfter(today(), -1))}` }));
  await looksGood(ana, "overdue");
  // Logged in anew she is told so, and gets there again.
  await ana.getByRole("button", { name: "Sair" }).click();
  await ana.getByLabel("E-mail").fill(ANA);
  await ana.getByLabel("Senha", { exact: true }).fill("balcao-demo");
  await ana.getByRole("button", { name: "Entrar", exact: true }).click();
  await seen(ana.getByText(/Opss! Sua assinatura venceu/));
  await ana.getByRole("button", { name: "Ver faturas e pagar" }).click();
  await seen(ana.getByRole("heading", { name: /A assinatura venceu em/ }));
  const sue = await desk.logIn(SUPER, { at: "/settings?tab=companies" });
  await row(sue, "Padaria Aurora").getByRole("button", { name: "Editar Padaria Aurora" }).click();
  await fields(sue).getByLabel("E-mail").fill("contato@aurora.test");
  await choose(sue, "Plano", "Profissional");
  for (let month = 0; month < 2; month++) await fields(sue).getByRole("button", { name: "+ Vencimento" }).click();
  await save(sue);
  await seen(ana.getByRole("link", { name: "Contatos" }));
  change(2, { dueDate: null });
});
