import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { faults } from "./axe.ts";
import { aDesk, ANA, aTalk, BRUNO, bubble, CARLA, gone, NARROW, poll, say, seen, WIDE } from "./desk.ts";
import { chooseIn, dateField, fillDate } from "./fields.ts";

const desk = aDesk();
let ana: Page, bruno: Page;

beforeAll(async () => {
  [ana, bruno] = await Promise.all([desk.logIn(ANA), desk.logIn(BRUNO)]);
  await aTalk(desk, bruno, "Celina Góes", "Tem pão de ló com doce de abóbora?");
  await say(bruno, "Temos pão de ló, sim!");
  await seen(bubble(bruno, "Temos pão de ló, sim!"));
});

const results = (page: Page) => page.getByRole("region", { name: /Resultados da busca/ });
const field = (page: Page) => page.getByRole("searchbox", { name: "Buscar em tudo" });

test("words are found without accents, filtered by who wrote, and open the thread at the message", async () => {
  await ana.goto("/search");
  await seen(ana.getByText("O que você procura?"));
  await field(ana).fill("PAO LO");
  await seen(results(ana).getByText("Celina Góes"));
  await poll(() => results(ana).getByRole("link").count()).toBe(2);
  await chooseIn(ana.getByLabel("De quem"), "O contato");
  await poll(() => results(ana).getByRole("link").count()).toBe(1);
  await poll(() => new URL(ana.url()).search).toBe("?q=PAO+LO&from=contact");
  await results(ana).getByRole("link").click();
  await ana.waitForURL(/\/tickets\/.+m=\d+/);
  await seen(bubble(ana, "Tem pão de ló com doce de abóbora?"));
  await ana.goBack();
  await poll(() => field(ana).inputValue()).toBe("PAO LO");
  await poll(() => results(ana).getByRole("link").count()).toBe(1);
});

test("what was written since a day or until one is found by dates, which the address keeps", async () => {
  await ana.goto("/search?q=lo");
  await seen(results(ana).getByText("Celina Góes"));
  const tomorrow = new Date(Date.now() + 36 * 3_600_000).toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
  await fillDate(ana, "Desde", tomorrow);
  await seen(ana.getByText("Nada encontrado para “lo”"));
  expect(new URL(ana.url()).searchParams.get("since")).toBe(tomorrow);
  // The end is not to come before the beginning, which is said once it is there.
  await fillDate(ana, "Até", "2020-01-01");
  await seen(ana.getByText(/^Escolha uma data a partir de /));
  await dateField(ana, "Até").getByRole("button", { name: /^Calendário/ }).click();
  await ana.getByRole("button", { name: "Limpar", exact: true }).click();
  await poll(() => new URL(ana.url()).searchParams.get("until")).toBe(null);
  await ana.getByRole("button", { name: "Limpar filtros" }).click();
  await seen(results(ana).getByText("Celina Góes"));
});

test("contacts are found by name, and what nobody wrote is said to be nowhere", async () => {
  await ana.goto("/search?q=celina");
  const kinds = ana.getByRole("radiogroup", { name: "Buscar em" });
  await kinds.getByText("Contatos").click();
  await seen(results(ana).getByText("+55 11"));
  await kinds.getByText("Observações").click();
  await seen(ana.getByText("Nada encontrado para “celina”"));
  await field(ana).fill("zzz");
  await seen(ana.getByText("Nada encontrado para “zzz”"));
});

test("from the list's search and from the command bar the page is one step away", async () => {
  await bruno.goto("/tickets");
  await bruno.getByRole("searchbox").fill("abobora");
  await bruno.getByRole("link", { name: "Buscar em tudo, com filtros" }).click();
  await seen(results(bruno).getByText("Celina Góes"));
  await bruno.keyboard.press("Control+k");
  const bar = bruno.getByRole("dialog", { name: "Buscar ou ir para" });
  await bar.locator("input").fill("pao de lo");
  // What is found pushes down what is to be pressed.
  await seen(bar.getByRole("option", { name: "Celina Góes" }));
  await bruno.getByRole("option", { name: "Buscar “pao de lo” em tudo" }).click();
  await poll(() => new URL(bruno.url()).search).toBe("?q=pao+de+lo");
});

test("who serves other queues finds nothing of it", async () => {
  const carla = await desk.logIn(CARLA, { at: "/search?q=abobora" });
  await seen(carla.getByText("Nada encontrado para “abobora”"));
  await gone(results(carla).getByRole("link"));
});

test.each(["light", "dark"] as const)("axe finds nothing on the page in the %s theme", async (theme) => {
  for (const viewport of [WIDE, NARROW]) {
    const page = await desk.logIn(ANA, { at: "/search?q=lo", colorScheme: theme, viewport });
    await seen(results(page).getByText("Celina Góes"));
    expect(await faults(page)).toEqual([]);
    await page.context().close();
  }
});
