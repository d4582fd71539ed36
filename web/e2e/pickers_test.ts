import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addQuickReply } from "../../src/quick_replies/quick_replies.ts";
import { addTag } from "../../src/tags/tags.ts";
import { aDesk, ANA, aTalk, BRUNO, composer, gone, NARROW, poll, seen } from "./desk.ts";

const desk = aDesk();

function tags(...names: string[]): void {
  desk.road.aurora.write((db) => names.forEach((name) => addTag(db, { name, color: "#c0392b" }, 1)));
}

/** The option that Enter would take, as a screen reader is told at the field. */
function marked(field: Locator): Promise<string> {
  return field.evaluate((input) =>
    document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent ?? ""
  );
}

const tagField = (page: Page) => page.getByRole("combobox", { name: "Buscar ou criar tag" });
const openTags = (page: Page) => page.getByRole("button", { name: "Tag", exact: true }).click();
const caret = (field: Locator) => field.evaluate((input: HTMLInputElement) => input.selectionStart);

test("one tag is marked whatever is typed, deleted or pasted, and Enter takes it", async () => {
  tags("Bolo", "Bolo de milho", "Café", "Pão");
  const page = await desk.logIn(BRUNO), { keyboard } = page;
  await aTalk(desk, page, "Lia Prado");
  await openTags(page);
  const field = tagField(page);
  await poll(() => marked(field)).toBe("Bolo");
  await keyboard.press("ArrowUp");
  await poll(() => marked(field)).toBe("Pão");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await poll(() => marked(field)).toBe("Bolo de milho");
  // What one has pointed at was for the letters of then.
  await keyboard.type("bolo");
  expect(await field.inputValue()).toBe("bolo");
  await poll(() => marked(field)).toBe("Bolo");
  await keyboard.press("ArrowDown");
  await keyboard.press("Backspace");
  await poll(() => marked(field)).toBe("Bolo");
  // The caret is moved as in any field, and what is marked stays.
  await keyboard.press("ArrowLeft");
  await keyboard.press("Home");
  expect(await caret(field)).toBe(0);
  await keyboard.press("End");
  expect(await caret(field)).toBe(3);
  await field.click();
  await poll(() => marked(field)).toBe("Bolo");
  await page.getByRole("option", { name: "Bolo de milho" }).hover();
  await poll(() => marked(field)).toBe("Bolo de milho");
  await keyboard.press("Enter");
  await seen(page.getByRole("option", { name: "Bolo de milho", selected: true }));
  expect(await field.inputValue()).toBe("");

  // Neither of these is for the tags, several of which may be on.
  for (const key of ["Shift+ArrowDown", "Control+a", "Control+A"]) await keyboard.press(key);
  await keyboard.type("xyz");
  await poll(() => marked(field)).toBe("Criar “xyz”");
  await keyboard.press("Backspace");
  await seen(page.getByRole("status").getByText("Escreva pelo menos 3 letras para criar."));
  expect(await marked(field)).toBe("");
  await keyboard.press("Enter");
  await keyboard.press("Escape");
  await gone(field);
  await page.reload();
  await seen(page.getByRole("heading", { name: "Lia Prado", level: 2 }));
  await seen(page.getByText("Bolo de milho", { exact: true }));
  expect(await page.getByText("Pão", { exact: true }).count()).toBe(0);
});

test("what the server finds later stands above, and the first is still the marked one", async () => {
  const page = await desk.logIn(ANA), { keyboard } = page;
  await aTalk(desk, page, "Marta Sena");
  await page.goto("/tags");
  await seen(page.getByRole("button", { name: "Nova tag" }));
  await keyboard.press("Control+k");
  const field = page.getByRole("dialog", { name: "Buscar ou ir para" }).getByRole("combobox");
  await poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await keyboard.type("marta s");
  // Only the search for it is there at once.
  await poll(() => marked(field)).toContain("Marta Sena");
  await keyboard.press("ArrowDown");
  await poll(() => marked(field)).toContain("Abrir conversa");
  await keyboard.press("Tab");
  await keyboard.press("Shift+Tab");
  await poll(() => marked(field)).toContain("Abrir conversa");
  await keyboard.press("Escape");
  await gone(field);
});

test("of hundreds of quick replies those in view are drawn, and the last is found and taken by keyboard", async () => {
  desk.road.aurora.write((db) => {
    for (let nth = 1; nth <= 300; nth++) {
      addQuickReply(db, { shortcode: `r${String(nth).padStart(3, "0")}`, message: `Resposta de número ${nth}` }, 1);
    }
  });
  const page = await desk.logIn(BRUNO), { keyboard } = page;
  await aTalk(desk, page, "Nilo Reis");
  await page.getByRole("button", { name: "Respostas rápidas" }).click();
  const field = page.getByRole("combobox", { name: "Buscar respostas rápidas" });
  await poll(() => marked(field)).toContain("/r001");
  const options = page.getByRole("listbox", { name: "Respostas rápidas" }).getByRole("option");
  expect(await options.count()).toBeLessThan(30);
  expect(await options.first().getAttribute("aria-setsize")).toBe("300");
  await keyboard.press("ArrowUp");
  await poll(() => marked(field)).toContain("/r300");
  await expect.poll(() => options.last().isVisible()).toBe(true);
  await keyboard.type("número 29");
  await poll(() => marked(field)).toContain("/r029");
  await keyboard.type("9");
  await poll(() => marked(field)).toContain("/r299");
  await keyboard.press("Enter");
  await poll(() => composer(page).inputValue()).toBe("Resposta de número 299");
  await poll(() => composer(page).evaluate((area) => area === document.activeElement)).toBe(true);
});

test("a page that scrolls under a list of suggestions takes it along, and closes it only when the field has gone", async () => {
  const page = await desk.logIn(ANA, { viewport: NARROW, hasTouch: true, isMobile: true });
  await page.goto("/settings?tab=options");
  const field = page.getByRole("combobox", { name: "Fuso horário" }), list = page.getByRole("listbox");
  await poll(() => field.inputValue()).toMatch(/^São Paulo/);
  await field.evaluate((input) => input.scrollIntoView({ block: "center" }));
  await field.tap();
  await field.fill("Am");
  await seen(list);
  const scroll = (by: number) =>
    field.evaluate((input, by) => {
      let pane = input.parentElement!;
      while (pane.scrollHeight <= pane.clientHeight || getComputedStyle(pane).overflowY === "visible") {
        pane = pane.parentElement!;
      }
      const before = pane.scrollTop;
      pane.scrollTop += by;
      return Math.round(pane.scrollTop - before);
    }, by);
  const places = async () => [(await field.boundingBox())!.y, (await list.boundingBox())!.y].map(Math.round);
  const [top, listTop] = await places();
  // Long after the keyboard has come up.
  await page.waitForTimeout(700);
  for (const by of [40, 40, -30]) expect(await scroll(by)).toBe(by);
  await poll(places).toEqual([top! - 50, listTop! - 50]);
  await page.waitForTimeout(700);
  expect(await scroll(10)).toBe(10);
  await poll(places).toEqual([top! - 60, listTop! - 60]);
  expect(await field.inputValue()).toBe("Am");
  await page.getByRole("option").nth(1).tap();
  await gone(list);

  await field.fill("Am");
  await seen(list);
  await page.waitForTimeout(700);
  await scroll(5000);
  await gone(list);
});
