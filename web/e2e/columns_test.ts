import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inspection } from "./axe.ts";
import { stillness } from "./browser.ts";
import { aDesk, ANA, gone, poll, seen } from "./desk.ts";

const desk = aDesk();

const heads = async (page: Page) =>
  (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim()).filter(Boolean);
const choose = (page: Page) => page.getByRole("button", { name: "Escolher as colunas" }).click();
const edgeOf = (page: Page, name: string) => page.getByRole("columnheader", { name }).getByRole("separator");
const column = (page: Page, name: string) => page.getByRole("row", { name, exact: true });

test("Ana hides, orders and widens columns; they stay so after a reload, until she wants them as they were", async () => {
  const ana = await desk.logIn(ANA, { at: "/users" });
  await seen(ana.getByRole("table"));
  const before = await heads(ana);
  expect(before).toEqual(["Nome", "E-mail", "Filas", "Perfil", "Ações"]);
  await choose(ana);
  await ana.getByRole("checkbox", { name: "E-mail" }).uncheck({ force: true });
  await poll(() => heads(ana)).toEqual(["Nome", "Filas", "Perfil", "Ações"]);
  // By keyboard: taken, moved above, put down.
  await ana.getByRole("button", { name: "Mover Perfil" }).focus();
  await ana.keyboard.press("Enter");
  const place = () => ana.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await poll(place).toBe("Inserir entre E-mail e Filas");
  await ana.keyboard.press("Enter");
  await poll(() => heads(ana)).toEqual(["Nome", "Perfil", "Filas", "Ações"]);
  await ana.keyboard.press("Escape");
  const width = async () => Math.round((await ana.getByRole("columnheader", { name: "Perfil" }).boundingBox())!.width);
  await gone(ana.getByRole("button", { name: "Mover Perfil" }));
  await stillness(ana);
  const was = await width();
  await edgeOf(ana, "Perfil").focus();
  await ana.keyboard.press("ArrowRight");
  await ana.keyboard.press("ArrowRight");
  await poll(width).toBe(was + 32);
  await ana.reload();
  await poll(() => heads(ana)).toEqual(["Nome", "Perfil", "Filas", "Ações"]);
  await poll(width).toBe(was + 32);
  await choose(ana);
  await ana.getByRole("button", { name: "Como era" }).click();
  await poll(() => heads(ana)).toEqual(before);
});

test("an edge between two columns is dragged by the mouse, and no column gets too narrow", async () => {
  const ana = await desk.logIn(ANA, { at: "/users" });
  const head = ana.getByRole("columnheader", { name: "Nome" });
  await seen(head);
  const { width } = (await head.boundingBox())!;
  const edge = (await edgeOf(ana, "Nome").boundingBox())!;
  const y = edge.y + edge.height / 2, x = edge.x + edge.width / 2;
  await ana.evaluate(() => {
    const kept = globalThis as unknown as { timesKept: number };
    kept.timesKept = 0;
    const keep = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith("columns-")) kept.timesKept++;
      keep.call(this, key, value);
    };
  });
  const timesKept = () => ana.evaluate(() => (globalThis as unknown as { timesKept: number }).timesKept);
  await ana.mouse.move(x, y);
  await ana.mouse.down();
  await ana.mouse.move(x + 40, y, { steps: 4 });
  await poll(async () => Math.round((await head.boundingBox())!.width)).toBe(Math.round(width) + 40);
  await ana.mouse.move(x - 2000, y, { steps: 4 });
  expect(await timesKept()).toBe(0);
  await ana.mouse.up();
  await poll(timesKept).toBe(1);
  await poll(async () => Math.round((await head.boundingBox())!.width)).toBe(64);
});

test("a screen reader hears which row of how many it is at", async () => {
  const ana = await desk.logIn(ANA, { at: "/users" });
  const rows = ana.getByRole("table").getByRole("row");
  await poll(() => rows.count()).toBeGreaterThan(2);
  const places = await rows.evaluateAll((all) => all.map((one) => Number(one.getAttribute("aria-rowindex"))));
  expect(places).toEqual(places.map((_, index) => index + 1));
  expect(Number(await ana.getByRole("table").getAttribute("aria-rowcount"))).toBe(places.length);
});

test("axe finds nothing about the columns, light or dark", async () => {
  const ana = await desk.logIn(ANA, { at: "/users" });
  const { look, pass } = inspection(ana);
  await choose(ana);
  await seen(column(ana, "E-mail"));
  await look("columns");
  pass();
});
