import type { Page } from "playwright-core";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { contactTable } from "../../src/contacts/table.ts";
import { scheduleTable } from "../../src/schedules/table.ts";
import { faults } from "./axe.ts";
import { aDesk, ANA, aTalk, BRUNO, bubble, gone, NARROW, NINA, poll, seen, WIDE } from "./desk.ts";
import { dateField, dateShown, fillDate } from "./fields.ts";
import { fieldTime } from "../ui/dates.ts";

const desk = aDesk();
let ana: Page, bruno: Page;

beforeAll(async () => {
  [ana, bruno] = await Promise.all([desk.logIn(ANA), desk.logIn(BRUNO)]);
});

const dialog = (page: Page) => page.getByRole("dialog");
const toast = (page: Page, text: string) => seen(page.getByRole("status").getByText(text));
const inZone = (ms: number) => fieldTime(Date.now() + ms, "America/Sao_Paulo");
/** As it is read: 24/12/2026 10:00. */
const written = (time: string) => time.replace(/^(\d+)-(\d+)-(\d+)T/, "$3/$2/$1 ");
const HOUR = 3_600_000;

async function scheduleFromTicket(page: Page, text: string, at: string) {
  await page.getByRole("button", { name: "Mais opções", exact: true }).click();
  await page.getByRole("menuitem", { name: "Agendar mensagem" }).click();
  await seen(dialog(page).getByRole("heading", { name: "Agendar mensagem" }));
  await dialog(page).getByLabel("Mensagem", { exact: true }).fill(text);
  await fillDate(dialog(page), "Data e hora de envio", at);
  await dialog(page).getByRole("button", { name: "Adicionar" }).click();
  await toast(page, "Agendamento salvo com sucesso.");
}

test("from a ticket's menu it is offered for an hour from now; what is missing is said; it shows on everybody's page", async () => {
  await aTalk(desk, bruno, "Lia Torres");
  await ana.goto("/schedules");
  await bruno.getByRole("button", { name: "Mais opções", exact: true }).click();
  await bruno.getByRole("menuitem", { name: "Agendar mensagem" }).click();
  const sendAt = "Data e hora de envio";
  expect([inZone(HOUR - 60_000), inZone(HOUR)].map(written)).toContain(await dateShown(dialog(bruno), sendAt));
  await dialog(bruno).getByRole("button", { name: "Adicionar" }).click();
  await seen(dialog(bruno).getByText("Obrigatório"));
  await dialog(bruno).getByLabel("Mensagem", { exact: true }).fill("Oi!");
  await bruno.keyboard.press("Tab");
  await dialog(bruno).getByRole("button", { name: "Adicionar" }).click();
  await seen(dialog(bruno).getByText("Mensagem muito curta"));
  await dialog(bruno).getByLabel("Mensagem", { exact: true }).fill("Sua torta de limão está pronta");
  await fillDate(dialog(bruno), sendAt, "2020-01-01T10:00");
  await dialog(bruno).getByRole("button", { name: "Adicionar" }).click();
  await seen(dialog(bruno).getByText("Escolha um horário que ainda vem."));
  // He is in its first part, where he only types on.
  const first = dateField(dialog(bruno), sendAt).getByRole("spinbutton").first();
  await poll(() => first.evaluate((part) => part === document.activeElement)).toBe(true);
  // A minute may end before the row is there.
  const then = inZone(HOUR);
  await bruno.keyboard.type(then.replace(/^(\d+)-(\d+)-(\d+)T(\d+):(\d+)$/, "$3$2$1$4$5"));
  await dialog(bruno).getByRole("button", { name: "Adicionar" }).click();
  await toast(bruno, "Agendamento salvo com sucesso.");
  const line = ana.getByRole("row", { name: /Lia Torres/ });
  await seen(line.getByText("Sua torta de limão está p…"));
  await seen(line.getByText("Pendente"));
  await seen(line.locator("time", { hasText: `${written(then)}:00` }));
});

test("its time comes: it stands in the thread, is sent, and can only be looked at", async () => {
  const joao = await aTalk(desk, bruno, "João Vidal");
  await ana.goto("/schedules");
  // The minute that has begun is taken as now.
  await scheduleFromTicket(bruno, "Não esqueça da sua encomenda", inZone(0));
  await joao.waitFor(({ text }) => text === "Não esqueça da sua encomenda");
  await seen(bubble(bruno, "Não esqueça da sua encomenda"));
  const line = ana.getByRole("row", { name: /João Vidal/ });
  await seen(line.getByText("Enviada"));
  await line.getByRole("button", { name: /Editar/ }).click();
  await seen(dialog(ana).getByRole("heading", { name: "Mensagem Enviada" }));
  expect(await dialog(ana).getByRole("button", { name: "Salvar" }).count()).toBe(0);
  await dialog(ana).getByRole("button", { name: "Fechar", exact: true }).last().click();
  await gone(dialog(ana));
});

test("on its page one is found, changed and deleted, and nobody of another company sees any", async () => {
  await ana.goto("/schedules");
  await ana.getByRole("searchbox", { name: "Buscar agendamentos" }).fill("limao LIA");
  await gone(ana.getByRole("row", { name: /João Vidal/ }));
  await seen(ana.getByText("Nenhum agendamento encontrado"));
  await ana.getByRole("searchbox", { name: "Buscar agendamentos" }).fill("LIMAO");
  const line = ana.getByRole("row", { name: /Lia Torres/ });
  await line.getByRole("button", { name: /Editar/ }).click();
  await seen(dialog(ana).getByRole("heading", { name: "Mensagem Pendente" }));
  await dialog(ana).getByLabel("Mensagem", { exact: true }).fill("Torta de limão às 18h");
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await seen(line.getByText("Torta de limão às 18h"));
  const nina = await desk.logIn(NINA, { at: "/schedules" });
  await seen(nina.getByText("Nenhum agendamento ainda"));
  await line.getByRole("button", { name: /Excluir/ }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await toast(ana, "Agendamento excluído com sucesso.");
  await gone(line);
});

test("one that failed says so in its title, and why", async () => {
  const { aurora } = desk.road;
  const { id: contactId } = aurora.read.select().from(contactTable).where(eq(contactTable.name, "Lia Torres"))
    .all()[0]!;
  const failed = { body: "O orçamento vale até sexta", status: "ERRO", failure: "ERR_WAPP_INVALID_CONTACT" } as const;
  aurora.write((db) => db.insert(scheduleTable).values({ ...failed, contactId, sendAt: 0, createdAt: 0 }).run());
  await ana.goto("/schedules");
  await ana.getByRole("row", { name: /O orçamento vale até sext…/ }).getByRole("button", { name: /Editar/ }).click();
  await seen(dialog(ana).getByRole("heading", { name: "Erro de Envio" }));
  await seen(dialog(ana).getByText("Este não é um número de WhatsApp válido."));
  await seen(dialog(ana).getByRole("button", { name: "Salvar" }));
  await ana.keyboard.press("Escape");
  await gone(dialog(ana));
});

test("an address with a contact opens the dialog for them", async () => {
  const { id } = desk.road.aurora.read.select().from(contactTable).where(eq(contactTable.name, "Lia Torres")).all()[0]!;
  await ana.goto(`/schedules?contactId=${id}`);
  await poll(() => dialog(ana).getByLabel("Contato").inputValue()).toBe("Lia Torres");
  expect(new URL(ana.url()).search).toBe("");
  await ana.keyboard.press("Escape");
  await gone(dialog(ana));
});

test("a date is typed and chosen in the person's order and language, whatever the browser's", async () => {
  const page = await desk.logIn(ANA), label = "Date and time to send";
  await page.evaluate(() => localStorage.setItem("language", "en"));
  await page.goto("/schedules");
  await page.getByRole("button", { name: "New schedule" }).first().click();
  const parts = dateField(dialog(page), label).getByRole("spinbutton");
  await fillDate(dialog(page), label, "2031-12-24T09:05");
  expect(await dateShown(dialog(page), label)).toBe("24/12/2031 09:05");
  await parts.first().press("ArrowUp");
  await parts.nth(2).click();
  // Nobody writes to the customers of the year 30.
  await page.keyboard.type("30");
  await dialog(page).getByLabel("Message", { exact: true }).click();
  expect(await dateShown(dialog(page), label)).toBe("25/12/2030 09:05");
  await dateField(dialog(page), label).getByRole("button", { name: /^Calendar/ }).click();
  await seen(page.getByRole("heading", { name: "December 2030" }));
  const days = page.getByRole("grid");
  expect(await days.locator("th").allInnerTexts()).toEqual(["M", "T", "W", "T", "F", "S", "S"]);
  expect(await faults(page)).toEqual([]);
  await days.getByRole("button", { name: /\b26 December/ }).click();
  await gone(days);
  expect(await dateShown(dialog(page), label)).toBe("26/12/2030 09:05");
  // A date that has lost a part is none.
  await parts.first().click();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await dialog(page).getByLabel("Message", { exact: true }).click();
  expect(await dateShown(dialog(page), label)).toBe("dd/mm/yyyy ––:––");
  await dialog(page).getByRole("button", { name: "Add" }).click();
  await poll(() => dialog(page).getByText("Required").count()).toBe(3);
});

test.each(["light", "dark"] as const)("axe finds nothing on the page and the dialog in the %s theme", async (theme) => {
  for (const viewport of [WIDE, NARROW]) {
    const page = await desk.logIn(ANA, { at: "/schedules", colorScheme: theme, viewport });
    await seen(page.getByText("João Vidal"));
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Novo agendamento" }).click();
    await seen(dialog(page));
    expect(await faults(page)).toEqual([]);
    await page.context().close();
  }
});
