import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addQuickReply } from "../../src/quick_replies/quick_replies.ts";
import { addTag } from "../../src/tags/tags.ts";
import { aDesk, ANA, aTalk, BRUNO, composer, gone, NARROW, poll, seen } from "./desk.ts";
import { hold } from "./hold.ts";

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
  expect(await page.getByRole("dialog", { name: "Tags do atendimento" }).ariaSnapshot()).toBe([
    '- dialog "Tags do atendimento":',
    '  - combobox "Buscar ou criar tag" [expanded]',
    '  - listbox "Tags":',
    '    - option "Bolo"',
    '    - option "Bolo de milho"',
    '    - option "Café"',
    '    - option "Pão"',
  ].join("\n"));
  await keyboard.press("ArrowUp");
  await poll(() => marked(field)).toBe("Pão");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await poll(() => marked(field)).toBe("Bolo de milho");
  // What one has pointed at was for the letters of then.
  await keyboard.type("bolo");
  await poll(() => field.inputValue()).toBe("bolo");
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
  await poll(() => field.inputValue()).toBe("");

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

test("Enter that comes before the tags takes the first of them when they come, unless another key was pressed", async () => {
  tags("Dezembro", "Fiel");
  const page = await desk.logIn(BRUNO), { keyboard } = page, field = tagField(page);
  await aTalk(desk, page, "Caio Reis");
  const early = async (text: string, ...keys: string[]) => {
    const comes = await hold(page, "**/tags/list*");
    await openTags(page);
    await field.fill(text);
    for (const key of keys) await keyboard.press(key);
    await comes();
    await page.unroute("**/tags/list*");
  };
  await early("fie", "Enter", "Home");
  await poll(() => marked(field)).toBe("Fiel");
  expect(await field.inputValue()).toBe("fie");
  await keyboard.press("Escape");
  await gone(field);
  await page.reload();
  await early("fie", "Enter");
  await seen(page.getByRole("option", { name: "Fiel", selected: true }));
  await poll(() => field.inputValue()).toBe("");
  await seen(page.getByRole("button", { name: "Tirar a tag Fiel" }));
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
  const heard = await page.getByRole("listbox", { name: "Resultados" }).ariaSnapshot();
  expect(heard).toMatch(/- group "Atendimentos":\n.*\n {4}- option "[^"]*Marta Sena[^"]*" \[selected\]/);
  expect(heard).toMatch(/- group "Contatos":\n.*\n {4}- option "[^"]*Marta Sena[^"]*Abrir conversa"/);
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
  expect(await options.first().ariaSnapshot()).toBe('- option "/r001 Resposta de número 1" [selected]');
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
  await page.clock.install();
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
  /** Where the field is, and how far the list, below or above it, is from it (px). */
  const places = async () => {
    const [own, its] = [(await field.boundingBox())!, (await list.boundingBox())!];
    const gap = Math.min(Math.abs(its.y - own.y - own.height), Math.abs(own.y - its.y - its.height));
    return { top: Math.round(own.y), isBeside: gap < 12 };
  };
  // Long after the keyboard has come up.
  await page.clock.runFor(700);
  const { top } = await places();
  for (const by of [40, 40, -30]) expect(await scroll(by)).toBe(by);
  await poll(places).toEqual({ top: top - 50, isBeside: true });
  await page.clock.runFor(700);
  expect(await scroll(10)).toBe(10);
  await poll(places).toEqual({ top: top - 60, isBeside: true });
  await poll(() => field.inputValue()).toBe("Am");
  await page.getByRole("option").nth(1).tap();
  await gone(list);

  await field.fill("Am");
  await seen(list);
  await page.clock.runFor(700);
  await scroll(5000);
  await gone(list);
});

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const here = document.activeElement!;
    return here.getAttribute("aria-label") ?? here.textContent;
  });

test("a ticket's tags are walked through and taken off by keyboard, and letters go on to the message", async () => {
  tags("Agosto", "Bodas", "Cesta");
  const page = await desk.logIn(BRUNO), { keyboard } = page;
  await aTalk(desk, page, "Olga Braz");
  await openTags(page);
  await poll(() => focused(page)).toBe("Buscar ou criar tag");
  for (const name of ["Agosto", "Bodas", "Cesta"]) {
    await keyboard.type(name);
    await poll(() => marked(tagField(page))).toBe(name);
    await keyboard.press("Enter");
    await seen(page.getByRole("option", { name, selected: true }));
  }
  await keyboard.press("Escape");
  await gone(tagField(page));
  const chips = page.getByRole("grid", { name: "Tags do atendimento" });
  expect(await chips.ariaSnapshot()).toContain('- row "Bodas"');
  await page.getByRole("button", { name: "Dados do contato" }).focus();
  for (let nth = 0; nth < 9 && await focused(page) !== "Agosto"; nth++) await keyboard.press("Tab");
  await poll(() => focused(page)).toBe("Agosto");
  await keyboard.press("ArrowRight");
  await poll(() => focused(page)).toBe("Bodas");
  await keyboard.press("Delete");
  await gone(chips.getByRole("row", { name: "Bodas" }));
  await poll(() => focused(page)).toBe("Cesta");
  await keyboard.press("Backspace");
  await gone(chips.getByRole("row", { name: "Cesta" }));
  await poll(() => focused(page)).toBe("Agosto");
  await keyboard.type("ag");
  await poll(() => composer(page).inputValue()).toBe("ag");
  await page.getByRole("button", { name: "Tirar a tag Agosto" }).click();
  await gone(chips);
  await poll(() => focused(page)).toBe("Tag");
});

test("an option's file is taken off by keyboard, and the next one can be chosen at once", async () => {
  const page = await desk.logIn(ANA, { at: "/queues" }), { keyboard } = page, dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Adicionar fila" }).click();
  await dialog.getByLabel("Nome", { exact: true }).fill("Anexos");
  await dialog.getByRole("button", { name: "Opção", exact: true }).click();
  await dialog.getByLabel("Título", { exact: true }).fill("Um");
  await dialog.locator("input[type=file]").setInputFiles({
    name: "tabela.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4"),
  });
  const file = dialog.getByRole("grid", { name: "Arquivo" }).getByRole("row", { name: "tabela.pdf" });
  await file.focus();
  await keyboard.press("Delete");
  await gone(file);
  await poll(() => focused(page)).toBe("Anexar arquivo");
  await poll(() => dialog.getByLabel("Título", { exact: true }).inputValue()).toBe("Um");
});
