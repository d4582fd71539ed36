import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addQuickReply } from "../../src/quick_replies/quick_replies.ts";
import { addSchedule } from "../../src/schedules/schedules.ts";
import { addTag } from "../../src/tags/tags.ts";
import { aContact, aTicket } from "../../src/testing/fixtures.ts";
import { addUser } from "../../src/users/users.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, BRUNO, gone, NARROW, poll, seen } from "./desk.ts";

const desk = aDesk();

const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });
const box = (page: Page, name: string | RegExp) => row(page, name).getByRole("checkbox");
const bar = (page: Page) => page.getByRole("toolbar", { name: "Com os selecionados" });
const selected = (page: Page) => page.locator("[role=row][aria-selected=true]").count();
const aloud = (page: Page) => page.locator("p[role=status]").allInnerTexts();
const remove = (page: Page) => bar(page).getByRole("button", { name: "Excluir os selecionados" }).click();
const question = (page: Page) => page.getByRole("alertdialog");
const yes = (page: Page) => question(page).getByRole("button", { name: "Excluir" }).click();

let nth = 0;
/** Contacts whose names begin with a word of their own. */
function contacts(word: string, count: number) {
  return desk.road.aurora.write((db) =>
    Array.from({ length: count }, (_, index) => aContact(db, { name: `${word} ${String(index + 1).padStart(3, "0")}` }))
  );
}
const aWord = () => `Lote${String.fromCharCode(65 + nth++)}`;

async function contactsOf(page: Page, word: string) {
  await page.goto("/contacts");
  // Searching begins a list of its own, with nothing selected.
  const found = page.waitForResponse((answer) => answer.url().includes(`searchParam=${word.toLowerCase()}`));
  await page.getByRole("searchbox", { name: "Buscar contatos" }).fill(word);
  await found;
  await seen(row(page, `${word} 001`));
  await gone(page.getByRole("row").filter({ hasNotText: word }).and(page.locator("[data-row]")));
}

test("Ana selects rows by box, range, key and all at once, hears how many, and lets go with Esc", async () => {
  const word = aWord();
  contacts(word, 8);
  const ana = await desk.logIn(ANA);
  await contactsOf(ana, word);
  await box(ana, `${word} 002`).check({ force: true });
  await poll(() => aloud(ana)).toContain("1 contato selecionado");
  await box(ana, `${word} 005`).click({ force: true, modifiers: ["Shift"] });
  await poll(() => selected(ana)).toBe(4);
  await poll(() => aloud(ana)).toContain("4 contatos selecionados");
  // On the row itself: one more with Ctrl, one less again.
  await row(ana, `${word} 007`).getByText(`${word} 007`).click({ modifiers: ["Control"] });
  await poll(() => selected(ana)).toBe(5);
  await row(ana, `${word} 007`).getByText(`${word} 007`).click({ modifiers: ["Control"] });
  await poll(() => selected(ana)).toBe(4);
  await ana.keyboard.press("Escape");
  await poll(() => selected(ana)).toBe(0);
  await gone(bar(ana));
  // By keyboard alone.
  await box(ana, `${word} 001`).focus();
  await ana.keyboard.press("Space");
  await ana.keyboard.press("Shift+ArrowDown");
  await ana.keyboard.press("Shift+ArrowDown");
  await poll(() => selected(ana)).toBe(3);
  await ana.keyboard.press("Shift+ArrowUp");
  await poll(() => selected(ana)).toBe(2);
  const all = ana.getByRole("checkbox", { name: "Selecionar todos os que estão na lista" });
  expect(await all.evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true);
  await all.check({ force: true });
  await poll(() => aloud(ana)).toContain("8 contatos selecionados");
  await bar(ana).getByRole("button", { name: "Largar a seleção" }).click();
  await poll(() => selected(ana)).toBe(0);
});

test("contacts are deleted after one question; the one that is served stays, named with the reason, and Bruno's screen follows", async () => {
  const word = aWord(), made = contacts(word, 4);
  desk.road.aurora.write((db) => void aTicket(db, { contactId: made[1]!.id, status: "open", userId: 2 }));
  const [ana, bruno] = [await desk.logIn(ANA), await desk.logIn(BRUNO)];
  await contactsOf(ana, word);
  await contactsOf(bruno, word);
  // What somebody else has selected is gone from the selection once it is deleted.
  await box(bruno, `${word} 001`).check({ force: true });
  await box(bruno, `${word} 004`).check({ force: true });
  await poll(() => aloud(bruno)).toContain("2 contatos selecionados");
  await box(ana, `${word} 001`).check({ force: true });
  await box(ana, `${word} 003`).click({ force: true, modifiers: ["Shift"] });
  await remove(ana);
  await seen(question(ana).getByRole("heading", { name: "Excluir 3 contatos?" }));
  await yes(ana);
  await seen(question(ana).getByRole("heading", { name: "1 contato não foi excluído" }));
  await seen(question(ana).getByRole("listitem").filter({ hasText: `${word} 002` }));
  await question(ana).getByRole("button", { name: "Entendi" }).click();
  for (const page of [ana, bruno]) {
    await gone(row(page, `${word} 001`));
    await gone(row(page, `${word} 003`));
    await poll(() => row(page, `${word} 002`).count()).toBe(1);
  }
  await poll(() => aloud(ana)).toContain("1 contato selecionado");
  await poll(() => aloud(bruno)).toContain("1 contato selecionado");
});

test("a plain user may tag contacts, and neither delete nor export them", async () => {
  const word = aWord(), made = contacts(word, 2);
  desk.road.aurora.write((db) => {
    addTag(db, { name: `Tag ${word}`, color: "#c0392b" }, 1);
    for (const { id } of made) aTicket(db, { contactId: id, status: "closed" });
  });
  const bruno = await desk.logIn(BRUNO);
  await contactsOf(bruno, word);
  await box(bruno, `${word} 001`).check({ force: true });
  await box(bruno, `${word} 002`).check({ force: true });
  await poll(() => bar(bruno).getByRole("button").count()).toBe(2);
  await bar(bruno).getByRole("button", { name: "Tags" }).click();
  const dialog = bruno.getByRole("dialog", { name: "Tags de 2 contatos" });
  await dialog.getByRole("checkbox", { name: `Tag ${word}` }).check({ force: true });
  await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
  await seen(bruno.getByText("Tags de 2 contatos alteradas."));
  await bruno.goto("/tags");
  await seen(row(bruno, `Tag ${word}`).getByText("2", { exact: true }));
});

test("only those that are selected are exported", async () => {
  const word = aWord();
  contacts(word, 3);
  const ana = await desk.logIn(ANA);
  await contactsOf(ana, word);
  await box(ana, `${word} 001`).check({ force: true });
  await box(ana, `${word} 003`).check({ force: true });
  await bar(ana).getByRole("button", { name: "Exportar" }).click();
  const [download] = await Promise.all([
    ana.waitForEvent("download"),
    ana.getByRole("menuitem", { name: "Exportar (.csv)" }).click(),
  ]);
  const text = await Deno.readTextFile(await download.path());
  expect([1, 2, 3].filter((one) => text.includes(`${word} 00${one}`))).toEqual([1, 3]);
});

test("users, quick replies, tags and scheduled messages are deleted several at once", async () => {
  const word = aWord(), [made] = contacts(word, 1), { aurora, server } = desk.road;
  for (const one of ["Um", "Dois"]) {
    const email = `${word}${one}@aurora.test`.toLowerCase(), name = `${word} ${one}`;
    await addUser(server.tenants, aurora, { name, email, password: "Um-Segredo-Longo-9", profile: "user" }, new Date());
    aurora.write((db) => {
      addQuickReply(db, { shortcode: `${word}${one}`, message: name }, 1);
      addTag(db, { name, color: "#c0392b" }, 1);
      const sendAt = Date.now() + 3_600_000;
      addSchedule(db, { body: name, contactId: made!.id, connectionId: null, sendAt }, 1, Date.now());
    });
  }
  const ana = await desk.logIn(ANA);
  for (
    const [path, title] of [
      ["/users", "Excluir 2 usuários?"],
      ["/quick-messages", "Excluir 2 registros"],
      ["/tags", "Excluir 2 tags?"],
      ["/schedules", "Excluir 2 agendamentos?"],
    ] as const
  ) {
    await ana.goto(path);
    for (const one of ["Um", "Dois"]) await box(ana, new RegExp(`${word}.?${one}`)).first().check({ force: true });
    await remove(ana);
    await seen(question(ana).getByRole("heading", { name: title }));
    await yes(ana);
    await gone(row(ana, new RegExp(`${word}.?(Um|Dois)`)));
    await gone(bar(ana));
  }
});

test("deleting all that is here brings the next ones, so that none is passed over", async () => {
  const word = aWord();
  contacts(word, 60);
  const ana = await desk.logIn(ANA);
  await contactsOf(ana, word);
  await ana.getByRole("checkbox", { name: "Selecionar todos os que estão na lista" }).check({ force: true });
  await poll(() => aloud(ana)).toContain("40 contatos selecionados");
  await remove(ana);
  await yes(ana);
  await poll(() => ana.getByRole("table").getAttribute("aria-rowcount")).toBe("21");
  await seen(row(ana, `${word} 041`));
});

test("on a phone a long press begins the selection, short ones go on with it, and the bar says what can be done", async () => {
  const word = aWord();
  contacts(word, 3);
  const ana = await desk.logIn(ANA, { viewport: NARROW, hasTouch: true, isMobile: true });
  await contactsOf(ana, word);
  expect(await bar(ana).count()).toBe(0);
  const { x, y } = (await row(ana, `${word} 001`).boundingBox())!;
  const touch = await ana.context().newCDPSession(ana);
  const finger = (type: "touchStart" | "touchEnd") =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + 90, y: y + 20 }],
    });
  await finger("touchStart");
  await poll(() => selected(ana)).toBe(1);
  await finger("touchEnd");
  await seen(bar(ana).getByText("1 contato selecionado"));
  await row(ana, `${word} 002`).tap();
  await poll(() => selected(ana)).toBe(2);
  await row(ana, `${word} 001`).tap();
  await poll(() => selected(ana)).toBe(1);
  for (const button of await bar(ana).getByRole("button").all()) {
    const { width, height } = (await button.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
  }
  const { look, pass } = inspection(ana);
  await look("phone");
  pass();
  await remove(ana);
  await yes(ana);
  await gone(row(ana, `${word} 002`));
});

test("axe finds nothing about selected rows and what is asked about them, light or dark", async () => {
  const word = aWord(), made = contacts(word, 3);
  desk.road.aurora.write((db) => void aTicket(db, { contactId: made[0]!.id, status: "open", userId: 2 }));
  const ana = await desk.logIn(ANA);
  await contactsOf(ana, word);
  const { look, pass } = inspection(ana);
  await box(ana, `${word} 001`).check({ force: true });
  await look("selected");
  await bar(ana).getByRole("button", { name: "Tags" }).click();
  await seen(ana.getByRole("dialog"));
  await look("tags");
  await ana.keyboard.press("Escape");
  await remove(ana);
  await yes(ana);
  await seen(question(ana).getByRole("button", { name: "Entendi" }));
  await look("refused");
  pass();
});
