import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { faults } from "./axe.ts";
import { ears, listen } from "./ears.ts";
import { accept, aDesk, ANA, aTalk, BRUNO, bubble, CARLA, gone, NARROW, poll, row, seen, WIDE } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
let ana: Page, bruno: Page, carla: Page;

beforeAll(async () => {
  [ana, bruno, carla] = await Promise.all([desk.logIn(ANA), desk.logIn(BRUNO), desk.logIn(CARLA)]);
});

/** The network's clock counts seconds: what is written now is later than what was written before. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000);
  const now = second();
  await poll(second).toBeGreaterThan(now);
}

async function fresh(page: Page): Promise<void> {
  await page.addInitScript(listen);
  await page.goto("/tickets");
  await page.getByRole("heading", { name: "Atendimentos", level: 2, exact: true }).click();
}

async function transferTo(page: Page, { name, queue, note }: { name?: string; queue: string; note: string }) {
  await page.getByRole("button", { name: "Mais opções", exact: true }).filter({ visible: true }).click();
  await page.getByRole("menuitem", { name: "Transferir" }).click();
  const dialog = page.getByRole("dialog", { name: "Transferir atendimento" });
  if (name) {
    await dialog.getByRole("combobox", { name: "Atendente" }).fill(name);
    await page.getByRole("option", { name: new RegExp(name) }).click();
  }
  await chooseIn(dialog.getByLabel("Fila", { exact: true }), queue);
  await dialog.getByLabel("Observação para quem recebe").fill(note);
  await dialog.getByRole("button", { name: "OK" }).click();
  await dialog.waitFor({ state: "detached" });
}

const NOTE = "Quer nota fiscal";

test("the browser's Back closes the dialog, says whom it is about, and leaves the ticket where it is", async () => {
  await aTalk(desk, bruno, "Rafa Back", "Oi");
  await aTalk(desk, bruno, "Bia Back", "Olá");
  const { pathname } = new URL(bruno.url());
  await bruno.getByRole("button", { name: "Mais opções", exact: true }).filter({ visible: true }).click();
  await bruno.getByRole("menuitem", { name: "Transferir" }).click();
  const dialog = bruno.getByRole("dialog", { name: "Transferir atendimento" });
  await seen(dialog.getByText("Bia Back"));
  await dialog.getByLabel("Observação para quem recebe").fill("Quase");
  // What was typed is asked about; the answer's own way back is to go on.
  await bruno.goBack();
  await seen(bruno.getByRole("alertdialog"));
  await bruno.goBack();
  await gone(bruno.getByRole("alertdialog"));
  expect(await dialog.getByLabel("Observação para quem recebe").inputValue()).toBe("Quase");
  await bruno.goBack();
  await bruno.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await gone(dialog);
  expect(new URL(bruno.url()).pathname).toBe(pathname);
  await seen(bruno.getByRole("heading", { name: "Bia Back", level: 2 }));
  await bruno.goBack();
  await poll(() => new URL(bruno.url()).pathname).not.toBe(pathname);
});

test("on a phone Back closes the contact that lies over the thread", async () => {
  const page = bruno;
  await page.setViewportSize(NARROW);
  await page.goto("/tickets");
  await row(page, "Bia Back").click();
  await seen(bubble(page, "Olá"));
  const { pathname } = new URL(page.url());
  await page.getByRole("button", { name: "Dados do contato" }).click();
  const contact = page.getByRole("complementary", { name: "Contato" });
  await seen(contact);
  await page.goBack();
  await gone(contact);
  expect(new URL(page.url()).pathname).toBe(pathname);
  await seen(bubble(page, "Olá"));
  await page.goBack();
  await row(page, "Bia Back").click();
  await seen(bubble(page, "Olá"));
  await page.setViewportSize(WIDE);
  await page.goto("/tickets");
});

test("who gets a ticket is called, sees why on its row, also after a reload, and until they open it", async () => {
  await fresh(carla);
  await aTalk(desk, bruno, "Hugo Reis", "Bom dia");
  await transferTo(bruno, { name: "Carla", queue: "Entregas", note: NOTE });
  await poll(() => ears(carla)).toEqual({ chimes: 1, shown: [`Bruno transferiu: Hugo Reis: ${NOTE}`] });
  const handed = row(carla, "Hugo Reis");
  await seen(handed.getByText(`Bruno transferiu: ${NOTE}`));
  await seen(handed.getByRole("img", { name: "Transferido por Bruno" }));
  await poll(() => carla.title()).toMatch(/^\(1\) /);
  await carla.reload();
  await seen(row(carla, "Hugo Reis").getByText(`Bruno transferiu: ${NOTE}`));
  expect(await faults(carla)).toEqual([]);
  await carla.getByRole("button", { name: "1 atendimento transferido" }).click();
  const bell = carla.getByRole("dialog", { name: "Mensagens não lidas" });
  await bell.getByRole("link", { name: /Hugo Reis.*Bruno transferiu: Quer nota fiscal/s }).click();
  await seen(carla.getByText("Bruno transferiu para"));
  await seen(carla.locator("q", { hasText: NOTE }));
  await gone(row(carla, "Hugo Reis").getByText(NOTE));
  await poll(() => carla.title()).not.toMatch(/^\(/);
});

test("nobody but the receiver is called, and no more once it was taken back", async () => {
  await fresh(carla);
  await fresh(ana);
  await aTalk(desk, bruno, "Iara Melo", "Bom dia");
  await transferTo(bruno, { name: "Carla", queue: "Entregas", note: "" });
  await poll(async () => (await ears(carla)).shown).toEqual(["Bruno transferiu: Iara Melo: Bom dia"]);
  await bruno.keyboard.press("Control+z");
  await poll(async () => (await ears(carla)).shown).toEqual(["Bruno transferiu: Iara Melo: Bom dia (closed)"]);
  await gone(row(carla, "Iara Melo"));
  expect((await ears(ana)).shown.filter((line) => line.includes("transferiu"))).toEqual([]);
  expect((await ears(bruno).catch(() => ({ shown: [] }))).shown).toEqual([]);
});

test("a queue is called until somebody accepts", async () => {
  await aTalk(desk, ana, "Joel Prado", "Bom dia");
  await fresh(bruno);
  await fresh(carla);
  await transferTo(ana, { queue: "Entregas", note: "Entregar até as 18h" });
  const line = "Ana transferiu: Joel Prado: Entregar até as 18h";
  for (const page of [bruno, carla]) {
    await poll(async () => (await ears(page)).shown).toEqual([line]);
    await seen(row(page, "Joel Prado").getByText("Ana transferiu: Entregar até as 18h"));
  }
  await gone(row(ana, "Joel Prado").getByText("Ana transferiu"));
  await accept(bruno, "Joel Prado");
  await poll(async () => (await ears(carla)).shown).toEqual([`${line} (closed)`]);
  await gone(row(carla, "Joel Prado"));
});

test("an administrator's look at a colleague's ticket leaves it unread there, and the customer without blue ticks", async () => {
  const lia = await aTalk(desk, bruno, "Lia Couto", "Bom dia");
  await bruno.goto("/tickets");
  lia.write(AURORA_PHONE, "Tem alguém?");
  await seen(row(bruno, "Lia Couto").getByText("Tem alguém?"));
  await ana.goto("/tickets");
  await row(ana, "Lia Couto").getByRole("link").click();
  await seen(bubble(ana, "Tem alguém?"));
  await ana.mouse.move(1000, 500);
  // Had her look counted, the next one would be the only one.
  lia.write(AURORA_PHONE, "Alô?");
  await seen(bubble(ana, "Alô?"));
  await seen(row(ana, "Lia Couto").getByRole("img", { name: "2 mensagens não lidas" }));
  await seen(row(bruno, "Lia Couto").getByRole("img", { name: "2 mensagens não lidas" }));
  await poll(() => lia.sent.slice(-2).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  await row(bruno, "Lia Couto").getByRole("link").click();
  await lia.waitUntil(() => lia.sent.at(-1)!.status === "read");
  await gone(row(ana, "Lia Couto").getByRole("img", { name: "2 mensagens não lidas" }));
});

test("one's own tickets stand above those that wait, whose whole words are seen until they are pointed at", async () => {
  desk.customer("Nilo Braz").write(AURORA_PHONE, "Queria saber se vocês fazem bolo de casamento para sábado");
  await ana.setViewportSize(WIDE);
  await seen(row(ana, "Nilo Braz"));
  const heads = ana.getByRole("heading", { name: /Atendendo|Aguardando/, level: 2 });
  expect((await heads.allInnerTexts()).map((text) => text.match(/\p{L}+/u)![0])).toEqual(["Atendendo", "Aguardando"]);
  const button = ana.getByRole("button", { name: "Aceitar Conversa: Nilo Braz" });
  const opacity = () => button.evaluate((element) => getComputedStyle(element.parentElement!).opacity);
  await ana.mouse.move(1000, 500);
  await poll(opacity).toBe("0");
  await row(ana, "Nilo Braz").hover();
  await poll(opacity).toBe("1");
  await ana.mouse.move(1000, 500);
  await poll(opacity).toBe("0");
  await button.focus();
  await ana.keyboard.press("Shift+Tab");
  await ana.keyboard.press("Tab");
  await poll(opacity).toBe("1");
});

test("the longest unanswered come first for who likes it so, on this device, also after a reload", async () => {
  const early = await aTalk(desk, bruno, "Olga Pires", "Bom dia");
  await nextSecond();
  const late = await aTalk(desk, bruno, "Paulo Nery", "Bom dia");
  await bruno.goto("/tickets");
  const names = () => bruno.locator("[data-ticket] b").allInnerTexts();
  const first = async () => (await names()).filter((name) => ["Olga Pires", "Paulo Nery"].includes(name));
  early.write(AURORA_PHONE, "Oi?");
  await nextSecond();
  late.write(AURORA_PHONE, "Alô?");
  await poll(first).toEqual(["Paulo Nery", "Olga Pires"]);
  await bruno.getByRole("button", { name: "Filtros" }).first().click();
  await bruno.getByRole("switch", { name: "Sem resposta há mais tempo primeiro" }).check({ force: true });
  await poll(first).toEqual(["Olga Pires", "Paulo Nery"]);
  await bruno.keyboard.press("Escape");
  await bruno.reload();
  await seen(row(bruno, "Olga Pires"));
  late.write(AURORA_PHONE, "Tem alguém?");
  await seen(row(bruno, "Tem alguém?"));
  await poll(first).toEqual(["Olga Pires", "Paulo Nery"]);
});

test("what was written last is shown as far as the count beside it, not only as far as the time above", async () => {
  const lia = desk.customer("Lia Longa");
  const long = "Gostaria de encomendar três bolos de cenoura com cobertura para o sábado";
  lia.write(AURORA_PHONE, long);
  const waiting = row(ana, "Lia Longa");
  const gap = () =>
    waiting.evaluate((ticket) => {
      const count = ticket.querySelector("[class*='_count_']")!.getBoundingClientRect();
      const preview = ticket.querySelector("[class*='_preview_']")!;
      const { right } = preview.getBoundingClientRect();
      return count.left - (right - parseFloat(getComputedStyle(preview).paddingInlineEnd));
    });
  await seen(waiting);
  await poll(gap).toBeLessThan(20);
  expect(await gap()).toBeGreaterThan(4);
  // Pointed at, it ends before the buttons, whoever's it is.
  const beforeButtons = (ticket: Locator) =>
    ticket.evaluate((ticket) => {
      const buttons = [...ticket.querySelectorAll("button")].map((button) => button.getBoundingClientRect().left);
      const preview = ticket.querySelector("[class*='_preview_']")!;
      const { right } = preview.getBoundingClientRect();
      return Math.min(...buttons) - (right - parseFloat(getComputedStyle(preview).paddingInlineEnd));
    });
  await waiting.hover();
  await poll(() => beforeButtons(waiting)).toBeGreaterThan(4);
  const open = ana.locator("[data-ticket]:not([data-waiting])").first();
  await open.hover();
  await poll(() => beforeButtons(open)).toBeGreaterThan(4);
  await seen(open.getByRole("button", { name: "Fechar Conversa" }));
});

test("ten or a hundred unread messages stand beside the bell, whose name says so; on a middle screen one is greeted by name", async () => {
  const quim = desk.customer("Quim Dias");
  const write = (many: number) => {
    for (let nth = 0; nth < many; nth++) quim.write(AURORA_PHONE, `Alô? ${nth}`);
  };
  const standsBeside = async (bell: Locator) => {
    await seen(bell);
    const covered = await bell.evaluate((button) => {
      const [icon, count] = ["svg", "span"].map((tag) => button.querySelector(tag)!.getBoundingClientRect());
      const width = Math.max(0, Math.min(icon!.right, count!.right) - Math.max(icon!.left, count!.left));
      const height = Math.max(0, Math.min(icon!.bottom, count!.bottom) - Math.max(icon!.top, count!.top));
      return width * height / (icon!.width * icon!.height);
    });
    expect(covered).toBeLessThan(0.15);
  };
  write(10);
  const tens = ana.getByRole("button", { name: /\b\d\d mensagens não lidas/ });
  await standsBeside(tens);
  await ana.setViewportSize(NARROW);
  await standsBeside(tens);
  await ana.setViewportSize(WIDE);
  write(90);
  const bell = ana.getByRole("button", { name: /99\+ mensagens não lidas/ });
  await standsBeside(bell);
  const account = await ana.getByRole("button", { name: /Conta/ }).boundingBox();
  const count = await bell.locator("span").first().boundingBox();
  expect(count!.x + count!.width).toBeLessThanOrEqual(account!.x);
  await ana.setViewportSize({ width: 760, height: 800 });
  await seen(ana.getByText("Olá, Ana!"));
  expect(await ana.getByText("Boas-vindas à").isVisible()).toBe(false);
  expect(await faults(ana)).toEqual([]);
  await ana.setViewportSize(WIDE);
});

test("a button that is called otherwise than what it shows is found", async () => {
  await ana.evaluate(() => {
    const button = Object.assign(document.createElement("button"), { textContent: "Aceitar agora", id: "misnamed" });
    button.setAttribute("aria-label", "Fechar");
    document.querySelector("main")!.append(button);
  });
  expect((await faults(ana)).map((line) => line.split(":")[0])).toContain("label-content-name-mismatch");
  await ana.evaluate(() => document.querySelector("#misnamed")!.remove());
});

test("a press at once after scrolling counts, in the list and in the thread", async () => {
  for (const name of ["Abel", "Bia", "Ciro", "Davi"]) desk.customer(name).write(AURORA_PHONE, "Oi");
  // So low that both have something to scroll.
  const page = await desk.logIn(ANA, { viewport: { width: 1440, height: 400 } });
  const rui = await aTalk(desk, page, "Rui Salto");
  for (let line = 1; line <= 12; line++) rui.write(AURORA_PHONE, `Linha ${line}`);
  // Whether the thread stands at its end or at what is new: both can be scrolled then.
  await rui.waitUntil(() => ["delivered", "read"].includes(rui.sent.at(-1)!.status));
  await seen(bubble(page, /Linha (3|12)/));
  await seen(row(page, "Davi"));
  const isPressed = (rows: string) =>
    page.evaluate(async (rows) => {
      let scroller = document.querySelector(rows)!;
      while (getComputedStyle(scroller).overflowY !== "auto") scroller = scroller.parentElement!;
      const place = scroller.scrollTop;
      scroller.scrollTop += place > 0 ? -8 : 8;
      if (scroller.scrollTop === place) throw new Error("Nothing to scroll");
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { x, bottom, width } = scroller.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, bottom - 30)!.closest(rows) !== null;
    }, rows);
  expect(await isPressed("[data-ticket]")).toBe(true);
  expect(await isPressed("[role=log] li")).toBe(true);
});
