import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { type Ears, ears, listen } from "./ears.ts";
import { accept, aDesk, ANA, BRUNO, bubble, gone, poll, row, say, seen } from "./desk.ts";
import { hold } from "./hold.ts";

const desk = aDesk();
let bruno: Page, second: Page, ana: Page;

/** What both of Bruno's tabs together have sounded and shown. */
async function both() {
  const [one, other] = await Promise.all([bruno, second].map(ears));
  return { chimes: one!.chimes + other!.chimes, shown: [...one!.shown, ...other!.shown] };
}

/** Whether it has just rung, so that the next message is silent. */
const chimeRests = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).held!.some(({ name }) => name === "chime"));

beforeAll(async () => {
  [bruno, ana] = await Promise.all([desk.logIn(BRUNO), desk.logIn(ANA)]);
  second = await bruno.context().newPage();
  for (const page of [bruno, second, ana]) await page.addInitScript(listen);
  await Promise.all([bruno, second, ana].map((page) => page.goto("/tickets")));
  // Browsers are asked for leave at the first press.
  for (const page of [bruno, second, ana]) await page.getByRole("heading", { name: "Atendimentos", level: 2 }).click();
});

test("a new message rings and shows in one of the person's tabs, and goes when somebody has taken the ticket", async () => {
  const caio = desk.customer("Caio Bastos");
  caio.write(AURORA_PHONE, "Tem *pão* sírio?");
  await Promise.all([bruno, second].map((page) => seen(row(page, "Caio Bastos"))));
  await poll(both).toEqual({ chimes: 1, shown: ["Caio Bastos: Tem pão sírio?"] });
  await poll(() => bruno.title()).toMatch(/^\(1\) /);
  expect(await bruno.locator("#favicon").getAttribute("href")).toContain(encodeURIComponent(">1</text>"));
  await accept(ana, "Caio Bastos");
  await poll(both).toEqual({ chimes: 1, shown: ["Caio Bastos: Tem pão sírio? (closed)"] });
  await poll(() => bruno.title()).not.toMatch(/^\(/);
  // It is Ana's now, and she has it before her: nobody needs to be called.
  const had = await ears(ana);
  caio.write(AURORA_PHONE, "E coalhada?");
  await seen(bubble(ana, "E coalhada?"));
  await say(ana, "Temos os dois");
  await seen(bubble(ana, "Temos os dois"));
  const has = await ears(ana);
  expect([has.chimes, has.shown.length]).toEqual([had.chimes, had.shown.length]);
  expect((await both()).chimes).toBe(1);
});

test("a ticket that is open in a visible tab is silent in all of them; elsewhere the bell lists it and leads there", async () => {
  const davi = desk.customer("Davi Luz");
  await poll(() => chimeRests(bruno)).toBe(false);
  const before = (await both()).chimes;
  davi.write(AURORA_PHONE, "Bom dia");
  await poll(async () => (await both()).chimes).toBe(before + 1);
  await accept(bruno, "Davi Luz");
  davi.write(AURORA_PHONE, "Queria encomendar");
  await seen(bubble(bruno, "Queria encomendar"));
  await seen(row(second, "Queria encomendar"));
  expect((await both()).chimes).toBe(before + 1);

  await bruno.goto("/tickets");
  await seen(row(bruno, "Queria encomendar"));
  davi.write(AURORA_PHONE, "*Alguém* aí?");
  await poll(async () => (await both()).shown).toContain("Davi Luz: Alguém aí?");
  const ringing = (await ears(bruno)).shown.includes("Davi Luz: Alguém aí?") ? bruno : second;
  await ringing.getByRole("button", { name: "1 mensagem não lida" }).click();
  const list = ringing.getByRole("dialog", { name: "Mensagens não lidas" });
  await seen(list.getByRole("link", { name: /Davi Luz.*Alguém aí\?/s }));
  expect(await list.evaluate((element) => getComputedStyle(element).maxBlockSize)).toBe("350px");
  await ringing.keyboard.press("Escape");
  await ringing.evaluate(() => (globalThis as unknown as { ears: Ears }).ears.shown.at(-1)!.onclick());
  await seen(bubble(ringing, "Alguém aí?"));
  await poll(async () => (await ears(ringing)).shown.at(-1)).toBe("Davi Luz: Alguém aí? (closed)");
  await gone(ringing.getByRole("button", { name: "1 mensagem não lida" }));
});

test("many short messages in a row ring once", async () => {
  await poll(() => chimeRests(ana)).toBe(false);
  const before = await ears(ana);
  const gui = desk.customer("Gui Lins");
  for (const text of ["Oi", "tudo bem?", "queria", "um bolo"]) gui.write(AURORA_PHONE, text);
  await seen(row(ana, "Gui Lins").getByText("um bolo"));
  await poll(async () => (await ears(ana)).shown.at(-1)).toBe("Gui Lins: um bolo");
  expect((await ears(ana)).chimes).toBe(before.chimes + 1);
});

test("what arrives while a tab is still reading which tickets are unread is shown as well", async () => {
  const helena = desk.customer("Helena Dias");
  helena.write(AURORA_PHONE, "Alô");
  await seen(row(ana, "Helena Dias"));
  await poll(() => chimeRests(ana)).toBe(false);
  const letGo = await hold(ana, "**/api/tickets?*withUnreadMessages=true*");
  await ana.goto("/tickets");
  await seen(row(ana, "Alô"));
  helena.write(AURORA_PHONE, "Bom dia!");
  await seen(row(ana, "Bom dia!"));
  await poll(async () => (await ears(ana)).chimes).toBe(1);
  await letGo();
  await poll(async () => (await ears(ana)).shown).toEqual(["Helena Dias: Bom dia!"]);
  await ana.unroute("**/api/tickets?*withUnreadMessages=true*");
});

test("each person chooses on this device whether it sounds and shows", async () => {
  await ana.goto("/tickets");
  await ana.getByRole("button", { name: /Conta/ }).click();
  await ana.getByRole("switch", { name: "Som ao chegar mensagem" }).uncheck({ force: true });
  await ana.keyboard.press("Escape");
  desk.customer("Enzo Paz").write(AURORA_PHONE, "Oi!");
  await poll(() => ears(ana)).toEqual({ chimes: 0, shown: ["Enzo Paz: Oi!"] });
  await ana.reload();
  await ana.getByRole("button", { name: /Conta/ }).click();
  await poll(() => ana.getByRole("switch", { name: "Som ao chegar mensagem" }).isChecked()).toBe(false);
  await ana.getByRole("switch", { name: "Notificações na área de trabalho" }).uncheck({ force: true });
  await ana.keyboard.press("Escape");
  desk.customer("Fred Sá").write(AURORA_PHONE, "Olá!");
  await seen(row(ana, "Fred Sá"));
  // What comes after him is shown again, and is all that was.
  await ana.getByRole("button", { name: /Conta/ }).click();
  await ana.getByRole("switch", { name: "Notificações na área de trabalho" }).check({ force: true });
  await ana.keyboard.press("Escape");
  desk.customer("Gina Luz").write(AURORA_PHONE, "Bom dia!");
  await poll(async () => (await ears(ana)).shown).toContain("Gina Luz: Bom dia!");
  expect(await ears(ana)).toEqual({ chimes: 0, shown: ["Gina Luz: Bom dia!"] });
});
