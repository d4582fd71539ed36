import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addQuickReply } from "../../src/quick_replies/quick_replies.ts";
import { aContact } from "../../src/testing/fixtures.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, BRUNO, CARLA, NARROW, poll, seen } from "./desk.ts";

const desk = aDesk();

const head = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const sortBy = (page: Page, name: string) => head(page, name).getByRole("button").click();
const order = (page: Page, name: string) => head(page, name).getAttribute("aria-sort");
const names = (page: Page) => page.getByRole("rowheader").allInnerTexts();
const firsts = async (page: Page) => (await names(page)).map((text) => text.split("\n").at(-1)!.trim());

test("Ana sorts the users up, down and as they were; what she chose is hers after a reload, and not Carla's", async () => {
  const ana = await desk.logIn(ANA, { at: "/users" });
  await seen(ana.getByRole("table"));
  const emails = () => ana.getByRole("row").getByText(/@aurora/).allInnerTexts();
  const sorted = (await emails()).toSorted();
  expect(await order(ana, "E-mail")).toBe("none");
  expect(await order(ana, "Filas")).toBeNull();
  await sortBy(ana, "E-mail");
  await poll(() => order(ana, "E-mail")).toBe("ascending");
  await poll(emails).toEqual(sorted);
  // By keyboard.
  await head(ana, "E-mail").getByRole("button").press("Enter");
  await poll(() => order(ana, "E-mail")).toBe("descending");
  await poll(emails).toEqual(sorted.toReversed());
  await ana.reload();
  await poll(() => order(ana, "E-mail")).toBe("descending");
  await poll(emails).toEqual(sorted.toReversed());
  await head(ana, "E-mail").getByRole("button").press("Space");
  await poll(() => order(ana, "E-mail")).toBe("none");
});

test("a contact whom Bruno renames moves to where it belongs in Ana's order", async () => {
  const { aurora } = desk.road;
  aurora.write((db) => {
    for (const name of ["Aba Um", "Mel Dois", "Zuca Três"]) aContact(db, { name });
  });
  const at = "/contacts", [ana, bruno] = [await desk.logIn(ANA, { at }), await desk.logIn(BRUNO, { at })];
  await seen(ana.getByRole("table"));
  await sortBy(ana, "Nome");
  await sortBy(ana, "Nome");
  await poll(async () => (await firsts(ana))[0]).toBe("Zuca Três");
  await bruno.getByRole("button", { name: "Editar Aba Um" }).click();
  await bruno.getByLabel("Nome", { exact: true }).first().fill("Zumira Um");
  await bruno.getByRole("button", { name: "Salvar" }).click();
  await poll(async () => (await firsts(ana)).slice(0, 2)).toEqual(["Zumira Um", "Zuca Três"]);
});

test("lists that are here as a whole are sorted at once, also what Carla adds meanwhile", async () => {
  desk.road.aurora.write((db) => void addQuickReply(db, { shortcode: "aberto", message: "Abrimos às seis." }, 1));
  const at = "/quick-messages", [ana, carla] = [await desk.logIn(ANA, { at }), await desk.logIn(CARLA, { at })];
  await seen(ana.getByRole("table"));
  await sortBy(ana, "Atalho");
  await sortBy(ana, "Atalho");
  await poll(() => order(ana, "Atalho")).toBe("descending");
  await carla.getByRole("button", { name: "Adicionar" }).click();
  await carla.getByLabel("Atalho").fill("zzz-fim");
  await carla.getByLabel("Mensagem", { exact: true }).fill("Até logo!");
  await carla.getByRole("dialog").getByRole("button", { name: "Adicionar" }).click();
  await poll(async () => (await names(ana))[0]).toBe("/zzz-fim");
});

test("a plain user sorts, too; on a phone the heads come into view by keyboard", async () => {
  const bruno = await desk.logIn(BRUNO, { at: "/contacts", viewport: NARROW });
  await seen(bruno.getByRole("table"));
  const button = head(bruno, "Nome").getByRole("button");
  await button.focus();
  expect((await button.boundingBox())!.height).toBeGreaterThan(20);
  await button.press("Enter");
  await button.press("Enter");
  await poll(() => order(bruno, "Nome")).toBe("descending");
});

test("on a phone a finger chooses what the cards are sorted by, up, down and as they were", async () => {
  const page = await desk.logIn(ANA, { at: "/contacts", viewport: NARROW, hasTouch: true, isMobile: true });
  await seen(page.getByRole("table"));
  const choose = async (label: string | RegExp) => {
    await page.getByRole("button", { name: label }).tap();
    await page.getByRole("menuitemcheckbox", { name: /^Nome/ }).tap();
  };
  const { look, pass } = inspection(page);
  await choose("Ordenar");
  await poll(() => order(page, "Nome")).toBe("ascending");
  await choose("Por Nome");
  await poll(async () => (await firsts(page))[0]).toBe("Zumira Um");
  await page.getByRole("button", { name: "Por Nome" }).tap();
  await seen(page.getByRole("menuitemcheckbox", { name: /^Nome.*decrescente/, checked: true }));
  await look("the order of the cards");
  await page.screenshot({ path: "build/shots/order.png" });
  pass();
  await page.getByRole("menuitemcheckbox", { name: /^Nome/ }).tap();
  await seen(page.getByRole("button", { name: "Ordenar" }));
});

test("axe finds nothing about a sorted table, light or dark", async () => {
  const ana = await desk.logIn(ANA, { at: "/users" });
  const { look, pass } = inspection(ana);
  await sortBy(ana, "Nome");
  await poll(() => order(ana, "Nome")).toBe("ascending");
  await look("sorted");
  pass();
});
