import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ticketTable } from "../../src/tickets/table.ts";
import { addTag } from "../../src/tags/tags.ts";
import { aTicket } from "../../src/testing/fixtures.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, aTalk, BRUNO, bubble, CARLA, gone, NARROW, poll, row, seen, tooltipOf } from "./desk.ts";
import { hold } from "./hold.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk({ moving: true });
const BRUNO_ID = 2;
const ENCOMENDAS = 1, ENTREGAS = 2, ATACADO = 3;

const bar = (page: Page) => page.getByRole("toolbar", { name: "Com os selecionados" });
const act = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true }).click();
const aloud = (page: Page) => page.locator("p[role=status]").allInnerTexts();
const news = (page: Page, text: string) => page.getByRole("status").getByText(text);
const undo = (page: Page) => page.getByRole("status").getByRole("button", { name: "Desfazer" }).last().click();
const box = (page: Page, name: string) => row(page, name).getByRole("checkbox", { name: `Selecionar ${name}` });
const selected = (page: Page) => page.locator("[data-ticket]:has(:checked) b").allInnerTexts();
/** The line of where a ticket is: there is no link to press by mistake. */
const press = (page: Page, name: string, ...modifiers: ("Shift" | "Control")[]) =>
  row(page, name).click({ modifiers, position: { x: 120, y: 62 } });

let nth = 0;
/** Tickets of a queue, whose customers' names begin with a word of their own; the first is the oldest. */
function tickets(count: number, is: { status: "pending" | "open"; queueId?: number; userId?: number }) {
  const word = `Lote${String.fromCharCode(65 + nth++)}`, now = Date.now();
  const names = Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
  desk.road.aurora.write((db) => {
    for (const [index, name] of names.entries()) {
      // Younger than what the test before has touched.
      const at = now + index - count;
      aTicket(db, { queueId: ENCOMENDAS, ...is, name, waitingSince: at, createdAt: at, updatedAt: at });
    }
  });
  return names as [string, string, string, string, string];
}
const open = (count: number) => tickets(count, { status: "open", userId: BRUNO_ID });
const waiting = (count: number, queueId = ENCOMENDAS) => tickets(count, { status: "pending", queueId });

/** Somebody on the tickets, where rows can be selected by now. */
async function atTheList(page: Page, name: string): Promise<Page> {
  await page.goto("/tickets");
  await seen(row(page, name));
  await page.locator("[data-box]").first().waitFor({ state: "attached" });
  return page;
}
const logIn = async (who: string, name: string, options = {}) => atTheList(await desk.logIn(who, options), name);

test("Bruno selects by Ctrl, Shift and box, hears how many, selects all, lets go with Esc, and a plain press opens", async () => {
  const names = open(5), bruno = await logIn(BRUNO, names[0]);
  await press(bruno, names[4], "Control");
  await poll(() => aloud(bruno)).toContain("1 selecionado");
  await press(bruno, names[2], "Shift");
  await poll(() => selected(bruno)).toEqual([names[4], names[3], names[2]]);
  await poll(() => aloud(bruno)).toContain("3 selecionados");
  await press(bruno, names[3], "Control");
  await box(bruno, names[0]).click();
  await poll(() => selected(bruno)).toEqual([names[4], names[2], names[0]]);
  expect(new URL(bruno.url()).pathname).toBe("/tickets");
  await bar(bruno).getByRole("checkbox").check({ force: true });
  await poll(() => selected(bruno)).toEqual(expect.arrayContaining(names));
  await bruno.keyboard.press("Escape");
  await gone(bar(bruno));
  expect(await selected(bruno)).toEqual([]);
  // What is opened is no selection, and a selection stays when something is opened.
  await press(bruno, names[1], "Control");
  await press(bruno, names[2]);
  await seen(bruno.getByRole("heading", { name: names[2], level: 2 }));
  expect(await selected(bruno)).toEqual([names[1]]);
  await act(bruno, "Largar a seleção");
  await gone(bar(bruno));
});

test("several are resolved and all of them come back by one undo; the open one is left and found again", async () => {
  const names = open(3), bruno = await logIn(BRUNO, names[0]);
  await press(bruno, names[1]);
  await seen(bruno.getByRole("heading", { name: names[1], level: 2 }));
  const place = bruno.url();
  await press(bruno, names[0], "Control");
  await press(bruno, names[2], "Shift");
  await act(bruno, "Resolver");
  await seen(news(bruno, "3 atendimentos resolvidos"));
  await bruno.waitForURL("**/tickets");
  for (const name of names) await gone(row(bruno, name));
  await gone(bar(bruno));
  await undo(bruno);
  await bruno.waitForURL(place);
  for (const name of names) await seen(row(bruno, name));
  await seen(news(bruno, "Desfeito"));
  expect(await selected(bruno)).toEqual([]);
});

test("what Carla accepts meanwhile leaves Bruno's selection; what she has just accepted is named with the reason", async () => {
  const names = waiting(3, ENTREGAS), [bruno, carla] = [await logIn(BRUNO, names[0]), await logIn(CARLA, names[0])];
  for (const name of names) await press(bruno, name, "Control");
  await carla.getByRole("button", { name: `Aceitar Conversa: ${names[1]}` }).click();
  await gone(row(bruno, names[1]));
  await poll(() => aloud(bruno)).toContain("2 selecionados");
  // Hers is quicker than the word of it.
  await bruno.route("**/tickets/bulk/accept", async (route) => {
    await carla.goto("/tickets");
    await carla.getByRole("button", { name: `Aceitar Conversa: ${names[2]}` }).click();
    await seen(carla.getByRole("heading", { name: names[2], level: 2 }));
    await route.continue();
  });
  await act(bruno, "Aceitar");
  const dialog = bruno.getByRole("alertdialog");
  await seen(dialog.getByRole("heading", { name: "1 atendimento não foi aceito" }));
  await seen(dialog.getByRole("listitem").filter({ hasText: names[2] }).getByText("Carla Nogueira já aceitou"));
  await dialog.getByRole("button", { name: "Entendi" }).click();
  await seen(news(bruno, "1 atendimento aceito"));
  await gone(row(bruno, names[2]));
  await seen(row(bruno, names[0]).getByRole("link"));
  await gone(bar(bruno));
});

test("whoever opened another ticket meanwhile stays there when what they resolved comes back", async () => {
  const names = open(3), bruno = await logIn(BRUNO, names[0]);
  await press(bruno, names[1]);
  await seen(bruno.getByRole("heading", { name: names[1], level: 2 }));
  await press(bruno, names[0], "Control");
  await act(bruno, "Resolver");
  await seen(news(bruno, "1 atendimento resolvido"));
  await press(bruno, names[2]);
  await seen(bruno.getByRole("heading", { name: names[2], level: 2 }));
  const place = bruno.url();
  await undo(bruno);
  await seen(row(bruno, names[0]));
  await seen(news(bruno, "Desfeito"));
  expect(bruno.url()).toBe(place);
  // The next tests' rows are not to lie below these.
  for (const name of names) await press(bruno, name, "Control");
  await act(bruno, "Resolver");
  await seen(news(bruno, "3 atendimentos resolvidos"));
});

test("several go to Carla with a note, of which she reads, and come back", async () => {
  const names = open(2), bruno = await logIn(BRUNO, names[0]), carla = await desk.logIn(CARLA);
  await press(bruno, names[0], "Control");
  await press(bruno, names[1], "Control");
  await act(bruno, "Transferir");
  const dialog = bruno.getByRole("dialog", { name: "Transferir 2 atendimentos" });
  await chooseIn(dialog.getByLabel("Fila"), "Entregas");
  await dialog.getByLabel("Observação para quem recebe").fill("São do mesmo evento");
  await dialog.getByRole("button", { name: "OK" }).click();
  await seen(news(bruno, "2 atendimentos transferidos"));
  for (const name of names) await seen(row(carla, name).getByText("Bruno transferiu: São do mesmo evento"));
  await undo(bruno);
  for (const name of names) {
    await gone(row(carla, name));
    await seen(row(bruno, name).getByRole("link"));
  }
});

test("several get a tag, keep those that they had, and the undo takes off only what was new", async () => {
  const names = open(2);
  const [party, order] = desk.road.aurora.write((db) =>
    ["Festa", "Encomenda grande"].map((name) => addTag(db, { name, color: "#c0392b" }, 1))
  );
  const ids = desk.road.aurora.read.select().from(ticketTable).all().slice(-2).map(({ id }) => id);
  const ana = await logIn(ANA, names[0]);
  const tagsOf = (id: number) =>
    ana.evaluate(async (id) => {
      const token = (await (await fetch("/api/auth/refresh_token", { method: "POST" })).json()).token;
      const answer = await fetch(`/api/tickets/${id}`, { headers: { authorization: `Bearer ${token}` } });
      return (await answer.json()).tags.map(({ name }: { name: string }) => name).sort();
    }, id);
  await press(ana, names[0], "Control");
  // By an arrow from the box to what can be done, as in any toolbar.
  await bar(ana).getByRole("checkbox").focus();
  await ana.keyboard.press("ArrowRight");
  await poll(() => bar(ana).getByRole("button").first().evaluate((one) => one === document.activeElement)).toBe(true);
  await act(ana, "Tags");
  const add = async (title: string, ...tags: string[]) => {
    const dialog = ana.getByRole("dialog", { name: title });
    for (const name of tags) await dialog.getByRole("checkbox", { name }).check({ force: true });
    await dialog.getByRole("button", { name: "Adicionar" }).click();
    await gone(dialog);
  };
  // Without a line what was chosen stays.
  const title = "Tags de 1 atendimento";
  await ana.route("**/tickets/bulk/tag", (route) => route.abort(), { times: 1 });
  const dialog = ana.getByRole("dialog", { name: title });
  await dialog.getByRole("checkbox", { name: party!.name }).check({ force: true });
  await dialog.getByRole("button", { name: "Adicionar" }).click();
  await seen(ana.getByRole("alert").or(ana.getByRole("status")).getByText(/conexão|servidor/i));
  await poll(() => dialog.getByRole("checkbox", { name: party!.name }).isChecked()).toBe(true);
  await add(title, party!.name);
  await seen(news(ana, "Tags de 1 atendimento alteradas"));
  await press(ana, names[1], "Control");
  await act(ana, "Tags");
  await add("Tags de 2 atendimentos", party!.name, order!.name);
  await seen(news(ana, "Tags de 2 atendimentos alteradas"));
  await poll(() => Promise.all(ids.map(tagsOf))).toEqual([[order!.name, party!.name], [order!.name, party!.name]]);
  await undo(ana);
  await poll(() => Promise.all(ids.map(tagsOf))).toEqual([[party!.name], []]);
});

test("by keyboard alone: X, Shift with arrows, and the letter that means one means all that are selected", async () => {
  const names = waiting(4), bruno = await logIn(BRUNO, names[0]), { keyboard } = bruno;
  // An X that is written is a letter.
  const field = bruno.getByRole("searchbox", { name: "Buscar atendimentos" });
  await field.press("x");
  await poll(() => field.inputValue()).toBe("x");
  await field.fill("");
  await gone(bar(bruno));
  await row(bruno, names[3]).getByRole("button", { name: /Aceitar/ }).focus();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowUp");
  await keyboard.press("x");
  await poll(() => selected(bruno)).toEqual([names[3]]);
  await keyboard.press("Shift+ArrowDown");
  await keyboard.press("Shift+ArrowDown");
  await poll(() => selected(bruno)).toEqual([names[3], names[2], names[1]]);
  await keyboard.press("Shift+ArrowUp");
  await poll(() => selected(bruno)).toEqual([names[3], names[2]]);
  await keyboard.press("a");
  await seen(news(bruno, "2 atendimentos aceitos"));
  await gone(bar(bruno));
  await seen(row(bruno, names[1]).getByRole("button", { name: /Aceitar/ }));
  for (const name of [names[3], names[2]]) await seen(row(bruno, name).getByRole("link"));
  // Nobody is asked to look for the place where they were.
  await poll(() => bruno.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await keyboard.press("Control+z");
  for (const name of names) await seen(row(bruno, name).getByRole("button", { name: /Aceitar/ }));
  await seen(news(bruno, "Desfeito"));
});

test("a letter means all that are selected also before the bar has come that knows what to do", async () => {
  const names = waiting(2), bruno = await logIn(BRUNO, names[0]), { keyboard } = bruno;
  const asked = bruno.waitForRequest(/SeveralBar-/), letItCome = await hold(bruno, /SeveralBar-/);
  await row(bruno, names[1]).getByRole("button", { name: /Aceitar/ }).focus();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowUp");
  await keyboard.press("x");
  await keyboard.press("Shift+ArrowDown");
  await poll(() => selected(bruno)).toEqual([names[1], names[0]]);
  await asked;
  await keyboard.press("a");
  await letItCome();
  await seen(news(bruno, "2 atendimentos aceitos"));
  for (const name of names) await seen(row(bruno, name).getByRole("link"));
});

test("what does not fit all that are selected is not offered; another tab begins anew", async () => {
  const [mine] = open(1), [theirs] = waiting(1), bruno = await logIn(BRUNO, mine);
  const offered = async () => {
    const names = await bar(bruno).getByRole("button").evaluateAll((all) =>
      all.map((one) => one.getAttribute("aria-label") ?? one.textContent)
    );
    return names.filter((name) => name !== "Largar a seleção");
  };
  await press(bruno, mine, "Control");
  await poll(offered).toEqual(["Resolver", "Transferir", "Tags"]);
  await press(bruno, theirs, "Control");
  await poll(offered).toEqual(["Transferir", "Tags"]);
  await press(bruno, mine, "Control");
  await poll(offered).toEqual(["Aceitar", "Transferir", "Tags"]);
  await bruno.getByRole("tab", { name: "Resolvidos" }).click();
  await gone(bar(bruno));
  await bruno.getByRole("tab", { name: "Atendimento" }).click();
  await seen(row(bruno, mine));
  expect(await selected(bruno)).toEqual([]);
});

test("a live message moves the rows, and neither the selection nor the thread that is being read suffers", async () => {
  const bruno = await desk.logIn(BRUNO);
  const phone = await aTalk(desk, bruno, "Gil Ramos");
  const names = open(3);
  await bruno.reload();
  await seen(row(bruno, names[2]));
  await bruno.locator("[data-box]").first().waitFor({ state: "attached" });
  await press(bruno, names[1], "Control");
  await press(bruno, "Gil Ramos", "Control");
  phone.write(AURORA_PHONE, "Ainda estou aqui");
  await seen(bubble(bruno, "Ainda estou aqui"));
  await poll(() => selected(bruno)).toEqual(expect.arrayContaining(["Gil Ramos", names[1]]));
  await seen(bruno.getByRole("heading", { name: "Gil Ramos", level: 2 }));
});

test("on a phone a finger that rests begins, short presses go on, everything is 40 px large, and one alone has its menu", async () => {
  const names = open(3), ana = await logIn(ANA, names[0], { viewport: NARROW, hasTouch: true, isMobile: true });
  const { x, y } = (await row(ana, names[2]).boundingBox())!;
  const touch = await ana.context().newCDPSession(ana);
  const finger = (type: "touchStart" | "touchEnd") =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + 90, y: y + 20 }],
    });
  await finger("touchStart");
  await poll(() => selected(ana)).toEqual([names[2]]);
  await finger("touchEnd");
  await seen(bar(ana).getByText("1 selecionado"));
  expect(new URL(ana.url()).pathname).toBe("/tickets");
  await bar(ana).getByRole("button", { name: `Opções de ${names[2]}` }).tap();
  await seen(ana.getByRole("menuitem", { name: "Espiar Conversa" }));
  await ana.keyboard.press("Escape");
  await row(ana, names[1]).tap();
  await poll(() => selected(ana)).toEqual([names[2], names[1]]);
  await gone(bar(ana).getByRole("button", { name: /^Opções/ }));
  const targets = [
    ...await bar(ana).getByRole("button").all(),
    bar(ana).locator("label"),
    row(ana, names[0]).locator("label"),
  ];
  for (const target of targets) {
    const { width, height } = (await target.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
  }
  const { look, pass } = inspection(ana);
  await look("phone");
  pass();
  await row(ana, names[1]).tap();
  await row(ana, names[2]).tap();
  await gone(bar(ana));
  // A short press opens again.
  await row(ana, names[2]).getByRole("link").tap();
  await seen(ana.getByRole("heading", { name: names[2], level: 2 }));
});

test("axe finds nothing about selected tickets and what is asked about them, light or dark", async () => {
  // So few that no row is half below a head, where axe takes what is seen of it for all of it.
  const names = waiting(2, ATACADO), carla = await logIn(CARLA, names[0]);
  const { look, pass } = inspection(carla);
  await press(carla, names[0], "Control");
  await look("selected");
  await act(carla, "Transferir");
  await seen(carla.getByRole("dialog"));
  await look("transfer");
  await carla.keyboard.press("Escape");
  await gone(carla.getByRole("dialog"));
  await act(carla, "Tags");
  await seen(carla.getByRole("dialog"));
  await look("tags");
  pass();
});

test("what says the time of a ticket in full stays below the mouse, and keeps nobody from accepting it", async () => {
  const [name] = waiting(1);
  const bruno = await desk.logIn(BRUNO);
  const time = row(bruno, name).locator("time"), button = row(bruno, name).getByRole("button", { name: /Aceitar/ });
  const bubble = bruno.locator("[popover=manual]:popover-open");
  // At the list's end the tooltip would stand above the time instead.
  await button.evaluate((element) => element.scrollIntoView({ block: "center" }));
  // The list may still move what is below the mouse.
  await poll(() => tooltipOf(bruno, time)).toMatch(/ às \d\d:\d\d$/);
  const box = (await bubble.boundingBox())!, below = (await button.boundingBox())!;
  const x = Math.min(box.x + box.width, below.x + below.width) - 8;
  await bruno.mouse.move(x, box.y + box.height - 4);
  await bruno.mouse.move(x, box.y + box.height - 3);
  expect(await bubble.count()).toBe(1);
  await bruno.mouse.down();
  await bruno.mouse.up();
  await seen(bruno.getByRole("heading", { name, level: 2 }));
  await gone(bubble);
});
