import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { aContact, aTicket } from "../../src/testing/fixtures.ts";
import { closeTicket } from "../../src/tickets/cycles.ts";
import { cycleTable, ticketTable } from "../../src/tickets/table.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, BRUNO, CARLA, gone, NARROW, poll, seen } from "./desk.ts";
import { chooseIn, dateShown, fillDate } from "./fields.ts";

const MINUTE = 60_000, DAY = 24 * 60 * MINUTE;
const BRUNO_ID = 2, ENTREGAS = 2;

const desk = aDesk();
let ana: Page;

beforeAll(async () => {
  seed();
  ana = await desk.logIn(ANA);
});

/** Twelve services of Bruno's, one a day until today, of 30 minutes after 5 of waiting; one is Carla's. */
function seed() {
  desk.road.aurora.write((db) => {
    for (let ago = 0; ago < 12; ago++) {
      const now = Date.now() - ago * DAY, userId = ago === 5 ? 3 : BRUNO_ID;
      const contactId = aContact(db, { name: ago === 2 ? "=SOMA(1;1)" : `Freguês ${ago}` }).id;
      const open = aTicket(db, {
        contactId,
        queueId: ENTREGAS,
        userId,
        status: "open",
        connectionId: null,
        createdAt: now - 35 * MINUTE,
        queuedAt: now - 35 * MINUTE,
        startedAt: now - 30 * MINUTE,
      });
      const { cycle } = closeTicket(db, open, { userId, now });
      const rating = ago % 2 ? 3 : 2;
      db.update(cycleTable).set({ rating, ratedAt: now }).where(eq(cycleTable.id, cycle.id)).run();
    }
    for (const name of ["Espera Um", "Espera Dois"]) {
      aTicket(db, { contactId: aContact(db, { name }).id, connectionId: null });
    }
  });
}

const figure = (page: Page, label: string) => page.getByRole("button", { name: new RegExp(`^${label}: `) });
const number = (page: Page, label: string) =>
  figure(page, label).innerText().then((text) => text.replace(/\s+/g, " ").trim());

async function open(page: Page, address = "/?days=7") {
  await page.goto(address);
  await seen(figure(page, "Atd. Pendentes"));
}

test("an administrator finds the numbers first in the menu; they come after a second", async () => {
  await ana.goto("/tickets");
  expect(await ana.getByRole("navigation", { name: "Menu principal" }).getByRole("link").first().innerText())
    .toBe("Dashboard");
  const began = Date.now();
  await ana.getByRole("link", { name: "Dashboard" }).click();
  await seen(ana.getByRole("status").filter({ hasText: "Carregando" }));
  await seen(figure(ana, "Atd. Pendentes"));
  expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
  await seen(ana.getByText("Data Vencimento"));
});

test("the numbers are those of the period, each with its change", async () => {
  await open(ana);
  expect(await number(ana, "Atd. Pendentes")).toBe("2");
  expect(await number(ana, "Atd. Realizados")).toBe("7");
  expect(await number(ana, "T.M. de Atendimento")).toBe("00h 30m");
  expect(await number(ana, "T.M. de Espera")).toBe("00h 05m");
  // Seven days before, five services are left.
  await seen(ana.getByText("+40% em 7 dias"));
  await seen(ana.getByText("igual em 7 dias").first());
  const bruno = ana.getByRole("table", { name: "Atendentes" }).getByRole("row", { name: /Bruno/ });
  expect(await bruno.getByRole("cell").allInnerTexts()).toMatchObject(["2,3", "6", "00h 30m", "Offline"]);
  await seen(bruno.getByRole("button", { name: /2,3 de 3.*1 - Insatisfeito, 2 - Satisfeito, 3 - Muito Satisfeito/ }));
});

describe("the filter", () => {
  test("without days or dates it asks for nothing and says so", async () => {
    await open(ana, "/");
    const asked: string[] = [];
    ana.on("request", (request) => request.url().includes("/api/dashboard") && asked.push(request.url()));
    await ana.getByText("Filtro por Período").click();
    await ana.getByRole("button", { name: "Filtrar" }).click();
    await seen(ana.getByText("Parametrize o filtro"));
    await ana.getByText("Filtro por Data").click();
    expect(await dateShown(ana, "Data Inicial")).toBe("dd/mm/aaaa");
    await ana.getByRole("button", { name: "Filtrar" }).click();
    expect(asked).toEqual([]);
  });

  test("more than two years are refused in words, and the numbers stay", async () => {
    await open(ana, "/");
    await fillDate(ana, "Data Inicial", "2015-01-01");
    await ana.getByRole("button", { name: "Filtrar" }).click();
    await seen(ana.getByText("O período pode ter no máximo dois anos."));
    await seen(figure(ana, "Atd. Realizados"));
  });

  test("the last days are chosen from a list, and the address keeps them", async () => {
    await open(ana, "/");
    await ana.getByText("Filtro por Período").click();
    await chooseIn(ana.getByRole("button", { name: /Período$/ }), "Últimos 3 dias");
    await ana.getByRole("button", { name: "Filtrar" }).click();
    await poll(() => number(ana, "Atd. Realizados")).toBe("3");
    expect(new URL(ana.url()).search).toBe("?days=3");
    await ana.reload();
    await poll(() => number(ana, "Atd. Realizados")).toBe("3");
    await poll(() => ana.getByRole("button", { name: /Período$/ }).innerText()).toBe("Últimos 3 dias");
  });

  test("days are chosen by their dates", async () => {
    await open(ana, "/");
    const day = new Date(Date.now() - 5 * DAY).toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
    await fillDate(ana, "Data Inicial", day);
    await fillDate(ana, "Data Final", day);
    await ana.keyboard.press("Enter");
    await poll(() => number(ana, "Atd. Realizados")).toBe("1");
    expect(ana.url()).toContain(`date_from=${day}&date_to=${day}`);
  });
});

test("every number opens the tickets behind it, and each leads to its conversation", async () => {
  await open(ana);
  await figure(ana, "Atd. Realizados").click();
  const dialog = ana.getByRole("dialog", { name: "Atendimentos realizados" });
  await poll(() => dialog.getByRole("link").count()).toBe(7);
  expect(ana.url()).toContain("of=finished");
  await seen(dialog.getByRole("row", { name: /00h 05m.*00h 30m.*2$/ }).first());
  await ana.keyboard.press("Escape");
  await gone(dialog);
  await ana.getByRole("button", { name: "Carla Nogueira: 1 atendimento" }).click();
  await seen(dialog.getByText("Freguês 5"));
  await poll(() => dialog.getByRole("link").count()).toBe(1);
  await ana.keyboard.press("Escape");
  await gone(dialog);
  for (const name of ["Carla Nogueira, T.M. de Atendimento: 00h 30m", "Entregas, T.M. de Espera: 00h 05m"]) {
    await ana.getByRole("button", { name }).click();
    await seen(ana.getByRole("dialog").getByText("Freguês 5"));
    await ana.keyboard.press("Escape");
    await gone(ana.getByRole("dialog"));
  }
  await ana.getByRole("button", { name: "Carla Nogueira: 1 atendimento" }).click();
  await dialog.getByRole("link", { name: /Freguês 5/ }).click();
  await ana.waitForURL("**/tickets/*");
  await seen(ana.getByText("Freguês 5").filter({ visible: true }));
  await ana.goBack();
  await seen(dialog.getByText("Freguês 5"));
});

test("the tables of the dashboard, and what is behind a number, are sorted by the press of a head", async () => {
  await open(ana);
  const table = ana.getByRole("table", { name: "Atendentes" });
  const names = () => table.getByRole("rowheader").allInnerTexts();
  const sortBy = (name: string) => table.getByRole("columnheader", { name }).getByRole("button").click();
  const before = await names();
  await sortBy("Atendimentos");
  await sortBy("Atendimentos");
  await poll(async () => (await names())[0]).toMatch(/Bruno/);
  expect(await table.getByRole("columnheader", { name: "Atendimentos" }).getAttribute("aria-sort")).toBe("descending");
  await sortBy("Atendimentos");
  await poll(names).toEqual(before);
  const head = table.getByRole("columnheader", { name: "Atendimentos" }), edge = head.getByRole("separator");
  const width = async () => Math.round((await head.boundingBox())!.width), was = await width();
  await edge.focus();
  await ana.keyboard.press("ArrowRight");
  await ana.keyboard.press("ArrowRight");
  await poll(width).toBe(was + 32);
  for (let times = 0; times < 20; times++) await ana.keyboard.press("ArrowLeft");
  await poll(width).toBe(64);
  const section = ana.getByRole("region", { name: "Por fila" });
  await section.getByRole("button", { name: "Escolher as colunas" }).click();
  await ana.getByRole("checkbox", { name: "Acontecendo" }).uncheck({ force: true });
  await ana.keyboard.press("Escape");
  await gone(section.getByRole("columnheader", { name: "Acontecendo" }));
  await figure(ana, "Atd. Realizados").click();
  const dialog = ana.getByRole("dialog", { name: "Atendimentos realizados" });
  const contacts = () => dialog.getByRole("link").allInnerTexts();
  await seen(dialog.getByRole("link"));
  const sorted = (await contacts()).toSorted();
  const contactHead = dialog.getByRole("columnheader", { name: "Contato" });
  await contactHead.getByRole("button").click();
  await poll(() => contactHead.getAttribute("aria-sort")).toBe("ascending");
  await poll(contacts).toEqual(sorted);
  await contactHead.getByRole("button").click();
  await poll(contacts).toEqual(sorted.toReversed());
  await contactHead.getByRole("button").click();
  await ana.keyboard.press("Escape");
  await gone(dialog);
});

test("the charts can be read and pressed as tables", async () => {
  await open(ana);
  await seen(ana.getByRole("img", { name: /^Atendimentos realizados por dia: 7 neste período, 5 no anterior/ }));
  await ana.getByRole("button", { name: "Atendimentos hoje: ver em tabela" }).click();
  const hours = ana.getByRole("table", { name: "Atendimentos hoje" });
  const labels = await hours.getByRole("rowheader").allInnerTexts();
  expect([labels.length, labels[0], labels[22], labels[23]]).toEqual([24, "01:00", "23:00", "00:00"]);
  await hours.getByRole("button").first().click();
  await seen(ana.getByRole("dialog", { name: "Tickets criados hoje" }).getByRole("link").first());
  await ana.keyboard.press("Escape");
  await ana.getByRole("button", { name: "Por dia: ver em tabela" }).click();
  await poll(() => ana.getByRole("table", { name: "Por dia" }).getByRole("row").count()).toBe(8);
});

test("the numbers of one attendant, or of one queue, are a press away", async () => {
  await open(ana);
  await ana.getByRole("table", { name: "Atendentes" }).getByRole("button", { name: "Carla Nogueira", exact: true })
    .click();
  await poll(() => number(ana, "Atd. Realizados")).toBe("1");
  await seen(ana.getByText("Só de:"));
  await ana.getByRole("button", { name: "Ver tudo" }).click();
  await poll(() => number(ana, "Atd. Realizados")).toBe("7");
  await ana.getByRole("table", { name: "Por fila" }).getByRole("button", { name: "Atacado", exact: true }).click();
  await poll(() => number(ana, "Atd. Realizados")).toBe("0");
  await seen(ana.getByText("sem atendimentos").first());
});

test("what happens at the desk is seen on the dashboard without loading it anew", async () => {
  await open(ana);
  const carla = await desk.logIn(CARLA);
  await seen(ana.getByRole("row", { name: /Carla Nogueira/ }).getByText("Online"));
  const pending = Number(await number(ana, "Atd. Pendentes"));
  desk.customer("Rosa").write("551134567800", "Oi");
  await poll(() => number(ana, "Atd. Pendentes")).toBe(String(pending + 1));
  await carla.context().close();
  await seen(ana.getByRole("row", { name: /Carla Nogueira/ }).getByText("Offline"));
});

test("numbers that cannot be read anew stay, until they can", async () => {
  await open(ana);
  const pending = await number(ana, "Atd. Pendentes");
  let failures = 0;
  await ana.route("**/api/dashboard?**", (route) => (failures++, route.abort()));
  desk.customer("Zélia").write("551134567800", "Oi");
  await poll(() => failures).toBeGreaterThan(0);
  expect(await number(ana, "Atd. Pendentes")).toBe(pending);
  await ana.unroute("**/api/dashboard?**");
  desk.customer("Zilda").write("551134567800", "Oi");
  await poll(() => number(ana, "Atd. Pendentes")).toBe(String(Number(pending) + 2));
});

describe("the export", () => {
  async function download(entry: string) {
    await open(ana);
    await ana.getByRole("button", { name: "Exportar" }).click();
    const [file] = await Promise.all([
      ana.waitForEvent("download"),
      ana.getByRole("menuitem", { name: entry }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await Deno.readFile((await file.path())!) };
  }

  test("as .csv has every service of the period, and no name is a formula", async () => {
    const { name, bytes } = await download("Atendimentos (.csv)");
    expect(name).toMatch(/^dashboard-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).trim().split("\r\n");
    expect(lines[0]).toBe(
      "Protocolo;Contato;Número;Fila;Atendente;Início;Fim;Espera (min);Atendimento (min);Nota",
    );
    expect(lines).toHaveLength(8);
    expect(lines.some((line) => line.includes(`;"'=SOMA(1;1)";`))).toBe(true);
    expect(lines.at(-1)).toMatch(/;Entregas;Bruno Tavares;.*;5;30;2$/);
  });

  test("as .xlsx is a workbook of all numbers", async () => {
    const { name, bytes } = await download("Planilha (.xlsx)");
    expect(name).toMatch(/\.xlsx$/);
    expect(new TextDecoder().decode(bytes.subarray(0, 2))).toBe("PK");
    const listed = new TextDecoder("latin1").decode(bytes);
    for (let sheet = 1; sheet <= 6; sheet++) expect(listed).toContain(`xl/worksheets/sheet${sheet}.xml`);
  });
});

test("an attendant is led to the tickets, and knows of no dashboard", async () => {
  const bruno = await desk.logIn(BRUNO);
  expect(await bruno.getByRole("link", { name: "Dashboard" }).count()).toBe(0);
  await bruno.goto("/");
  await bruno.waitForURL("**/tickets**");
});

test("nothing on it is out of reach, in both themes, and it fits a phone", async () => {
  await open(ana);
  const { look, pass } = inspection(ana);
  await look("dashboard");
  await figure(ana, "Leads").click();
  await seen(ana.getByRole("dialog").getByRole("link").first());
  await look("tickets behind a number");
  pass();
  const phone = await desk.logIn(ANA, { viewport: NARROW, hasTouch: true });
  await open(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
});

test("the charts have their colours in both themes, where motion is reduced, too", async () => {
  const page = await desk.logIn(ANA);
  await open(page);
  const blues = () =>
    page.locator("canvas").evaluateAll((all) =>
      (all as HTMLCanvasElement[]).map((canvas) => {
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        return data.some((red, at) => at % 4 === 0 && data[at + 3]! > 200 && data[at + 2]! - red > 60);
      })
    );
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ reducedMotion, colorScheme });
      await open(page);
      await poll(blues).toEqual([true, true]);
    }
  }
});

test("a dashboard that does not come can be asked for again", async () => {
  const page = await desk.logIn(ANA);
  await page.route("**/api/dashboard?**", (route) => route.abort());
  await page.goto("/?days=7");
  await seen(page.getByText("Os números não chegaram"));
  await page.unroute("**/api/dashboard?**");
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  await seen(figure(page, "Atd. Pendentes"));
  expect(desk.road.aurora.read.select().from(ticketTable).all().length).toBeGreaterThan(12);
});
