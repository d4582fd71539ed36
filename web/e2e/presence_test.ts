import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Phone } from "../../src/simulator/simulator.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { accept, aDesk, ANA, BRUNO, bubble, composer, gone, poll, say, seen } from "./desk.ts";

const desk = aDesk();
let ana: Page, bruno: Page, iara: Phone;

beforeAll(async () => {
  [ana, bruno] = await Promise.all([desk.logIn(ANA), desk.logIn(BRUNO)]);
  iara = desk.customer("Iara Mota");
});

test("two who have a ticket before them see each other, and that one types; the customer's phone sees it, too", async () => {
  iara.write(AURORA_PHONE, "Fazem bolo sem glúten?");
  await accept(bruno, "Iara Mota");
  await seen(bubble(bruno, "Fazem bolo sem glúten?"));
  await ana.goto(new URL(bruno.url()).pathname);
  await seen(bruno.getByText("Ana está vendo isto"));
  await seen(ana.getByText("Bruno está vendo isto"));

  await composer(bruno).pressSequentially("Fazemos");
  await seen(ana.getByText("Bruno está digitando…"));
  await poll(() => iara.typists.has(AURORA_PHONE)).toBe(true);
  expect(await bruno.getByText(/Bruno está/).count()).toBe(0);
  await say(bruno, "Fazemos, sob encomenda");
  await seen(ana.getByText("Bruno está vendo isto"));
  await poll(() => iara.typists.has(AURORA_PHONE)).toBe(false);

  iara.typing(AURORA_PHONE, true);
  await Promise.all([ana, bruno].map((page) => seen(page.getByText("digitando…", { exact: true }))));
  iara.typing(AURORA_PHONE, false);
  await Promise.all([ana, bruno].map((page) => gone(page.getByText("digitando…", { exact: true }))));

  await ana.goto("/tickets");
  await gone(bruno.getByText("Ana está vendo isto"));
});

test("after the line was lost, who is there is known again", async () => {
  await ana.goto(new URL(bruno.url()).pathname);
  await seen(bruno.getByText("Ana está vendo isto"));
  await desk.stopServer();
  await gone(bruno.getByText("Ana está vendo isto"));
  await desk.startServer();
  await Promise.all([seen(bruno.getByText("Ana está vendo isto")), seen(ana.getByText("Bruno está vendo isto"))]);
  await poll(() => desk.road.owner.watching(iara.number).length).toBe(1);
  iara.typing(AURORA_PHONE, true);
  await seen(bruno.getByText("digitando…", { exact: true }));
});
