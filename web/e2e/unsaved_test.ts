import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inspection } from "./axe.ts";
import { aDesk, ANA, aPicture, aTalk, BRUNO, bubble, gone, NARROW, poll, say, seen } from "./desk.ts";

const desk = aDesk();

const fileInput = (page: Page) => page.locator("input[type=file]").first();
const question = (page: Page) => page.getByRole("alertdialog");
const answer = (page: Page, name: string) => question(page).getByRole("button", { name }).click();
const aPdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(`%PDF-1.4 ${name}`) });

/** What the browser itself asked before the page went; it is told to let it go. */
function askedByBrowser(page: Page): string[] {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  return asked;
}

/** Files in the browser's own store. */
const keptFiles = (page: Page) =>
  page.evaluate(() =>
    new Promise<number>((resolve, reject) => {
      const request = indexedDB.open("balcao-outbox");
      request.onupgradeneeded = () => request.transaction!.abort();
      request.onerror = () => resolve(0);
      request.onsuccess = () => {
        const db = request.result;
        const count = db.transaction("files").objectStore("files").count();
        count.onsuccess = () => (db.close(), resolve(count.result));
        count.onerror = () => reject(count.error);
      };
    })
  );

test("a photo that was sent goes on after a reload within its two seconds, with its words, in order and once", async () => {
  const page = await desk.logIn(BRUNO);
  const asked = askedByBrowser(page);
  const rosa = await aTalk(desk, page, "Rosa Recarrega");
  const buffer = Buffer.from(await aPicture(page, "tomato", 800, 600));
  await fileInput(page).setInputFiles([{ name: "bolo.png", mimeType: "image/png", buffer }, aPdf("menu.pdf")]);
  await say(page, "Este é o bolo");
  await say(page, "Gostou?");
  await poll(() => keptFiles(page)).toBe(2);
  // Nothing leaves before the page is gone.
  await page.route(
    "**/api/messages/*",
    (route) => route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.reload();
  await seen(bubble(page, "Este é o bolo").locator("img[src^=blob]"));
  await seen(bubble(page, "menu.pdf"));
  await seen(bubble(page, "Gostou?"));
  await page.unroute("**/api/messages/*");
  const image = await rosa.waitFor(({ media }) => media?.kind === "image");
  expect(image.media).toMatchObject({ width: 800, caption: expect.stringContaining("Este é o bolo") });
  await rosa.waitFor(({ text }) => text?.includes("Gostou?") ?? false);
  const kinds = rosa.received.map(({ media, text }) => media?.kind ?? text?.split("\n").at(-1));
  expect(kinds).toEqual(["image", "document", "Gostou?"]);
  await poll(() => keptFiles(page)).toBe(0);
  expect(asked).toEqual([]);
});

test("what one tab could not send another of the same person sends when the first is closed", async () => {
  const first = await desk.logIn(BRUNO);
  const ivo = await aTalk(desk, first, "Ivo Duas Abas");
  const second = await first.context().newPage();
  await second.goto(first.url());
  await seen(bubble(second, "Bom dia!"));
  let tries = 0;
  await first.route("**/api/messages/*", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    tries++;
    return route.abort();
  });
  await fileInput(first).setInputFiles([aPdf("contrato.pdf")]);
  await say(first, "Segue o contrato");
  await poll(() => keptFiles(first)).toBe(1);
  await poll(() => tries).toBeGreaterThan(0);
  // What a tab sends to a ticket goes in order: the file would leave before it.
  await say(second, "Já vai o contrato");
  await ivo.waitFor(({ text }) => text?.includes("Já vai") ?? false);
  expect(ivo.received).toHaveLength(1);
  await first.close();
  await ivo.waitFor(({ media }) => media?.kind === "document");
  await poll(() => keptFiles(second)).toBe(0);
  expect(ivo.received).toHaveLength(2);
});

test("who has chosen files, or has something unsent, is asked before they log out, and leaves nothing to the next", async () => {
  const page = await desk.logIn(BRUNO);
  const asked = askedByBrowser(page);
  await aTalk(desk, page, "Lia Anexa");
  await fileInput(page).setInputFiles([aPdf("escolhido.pdf")]);
  await page.getByRole("list", { name: "Anexos" }).waitFor();
  const logOut = async () => {
    await page.getByRole("button", { name: /^Conta de/ }).click();
    await page.getByRole("button", { name: "Sair" }).click();
  };
  await logOut();
  await seen(question(page).getByText("Descartar os anexos?"));
  await answer(page, "Ficar");
  await seen(page.getByRole("list", { name: "Anexos" }));
  await page.route(
    "**/api/messages/*",
    (route) => route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await say(page, "Vai depois");
  await poll(() => keptFiles(page)).toBe(1);
  await logOut();
  await seen(question(page).getByText("Descartar o que não foi enviado?"));
  await answer(page, "Descartar");
  await page.waitForURL("**/login");
  await poll(() => keptFiles(page)).toBe(0);
  expect(asked).toEqual([]);
});

test("files that are only chosen make the browser ask before a reload", async () => {
  const page = await desk.logIn(BRUNO);
  const asked = askedByBrowser(page);
  await aTalk(desk, page, "Noé Escolhe");
  await fileInput(page).setInputFiles([aPdf("escolhido.pdf")]);
  await page.getByRole("list", { name: "Anexos" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-composer"))).toBe(true);
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
});

for (const [size, viewport] of [["wide", undefined], ["narrow", NARROW]] as const) {
  test(`a form asks before its changes are lost, by whatever way, on a ${size} screen`, async () => {
    const page = await desk.logIn(ANA, { at: "/tags", ...viewport && { viewport } });
    const asked = askedByBrowser(page);
    await page.evaluate(() => history.pushState(null, "", "/quick-messages"));
    await page.getByRole("button", { name: "Nova resposta" }).or(page.getByRole("button", { name: /Adicionar|Nova/ }))
      .first()
      .click();
    const shortcode = page.getByLabel("Atalho");
    await shortcode.waitFor();
    // Untouched, it goes without a word.
    await page.keyboard.press("Escape");
    await gone(shortcode);
    await page.getByRole("button", { name: /Nova|Adicionar/ }).first().click();
    await shortcode.fill("obrigada");
    const leave: [string, () => Promise<unknown>][] = [
      ["Escape", () => page.keyboard.press("Escape")],
      ["the cross", () => page.getByRole("button", { name: "Fechar" }).click()],
      ["Cancel", () => page.getByRole("dialog").getByRole("button", { name: "Cancelar" }).click()],
      ["the back button", () => page.evaluate(() => history.back())],
    ];
    for (const [way, go] of leave) {
      await go();
      await seen(question(page).getByText("Descartar alterações?"));
      if (way === "Escape") await page.screenshot({ path: `build/shots/discard-${size}.png` });
      if (way === "Escape") await page.keyboard.press("Escape");
      else await answer(page, "Continuar editando");
      await gone(question(page));
      expect([way, await shortcode.inputValue(), new URL(page.url()).pathname]).toEqual([
        way,
        "obrigada",
        "/quick-messages",
      ]);
    }
    await page.keyboard.press("Escape");
    await answer(page, "Descartar");
    await gone(shortcode);
    await page.getByRole("button", { name: /Nova|Adicionar/ }).first().click();
    await shortcode.fill("valeu");
    await page.evaluate(() => history.back());
    await answer(page, "Descartar");
    // The step back was for the dialog; the next one is for the page.
    await gone(shortcode);
    expect(new URL(page.url()).pathname).toBe("/quick-messages");
    await page.evaluate(() => history.back());
    await page.waitForURL("**/tags");
    expect(asked).toEqual([]);
  });
}

test("a note that is being written is not lost by a press on the menu, and a reload asks", async () => {
  const page = await desk.logIn(BRUNO);
  const asked = askedByBrowser(page);
  await aTalk(desk, page, "Zeca Nota");
  const note = page.getByLabel("Nova observação");
  if (await note.count() === 0) await page.getByRole("button", { name: /Dados do contato|Contato/ }).first().click();
  await note.fill("Prefere retirar");
  await page.getByRole("link", { name: "Tags" }).click();
  await seen(question(page).getByText("Descartar alterações?"));
  await answer(page, "Continuar editando");
  await poll(() => note.inputValue()).toBe("Prefere retirar");
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
});

test("of two who change a connection the second learns who was first, and chooses", async () => {
  const ana = desk.road.as("ana");
  await ana("PUT", "/users/3", {
    name: "Carla Nogueira",
    email: "carla@aurora.test",
    profile: "admin",
    queueIds: [2, 3],
  });
  const page = await desk.logIn(ANA);
  const carla = desk.road.as("carla");
  const { id, name } = (await carla("GET", `/whatsapp/${desk.road.connectionId}`)).body;
  const carlaSaves = async (complationMessage: string) => {
    const { status, body } = await carla("PUT", `/whatsapp/${id}`, { name, complationMessage });
    expect([status, body.error]).toEqual([200, undefined]);
  };
  const ends = page.getByRole("textbox", { name: "Mensagem de conclusão" });
  const open = async () => {
    await page.goto("/connections");
    await page.getByRole("button", { name: `Editar ${name}` }).or(page.getByRole("button", { name: /Editar/ })).first()
      .click();
    await ends.waitFor();
  };
  const save = () => page.getByRole("dialog").getByRole("button", { name: "Salvar", exact: true }).click();
  await open();
  await ends.fill("De Ana");
  await carlaSaves("De Carla");
  await save();
  const note = page.getByRole("alert").filter({ hasText: "Carla Nogueira salvou isto enquanto você editava" });
  await seen(note);
  await poll(() => ends.inputValue()).toBe("De Ana");
  const { look, pass } = inspection(page);
  await look("a form that was overtaken");
  pass();
  await page.screenshot({ path: "build/shots/changed-wide.png" });
  await page.setViewportSize(NARROW);
  await page.screenshot({ path: "build/shots/changed-narrow.png" });
  await page.getByRole("button", { name: "Salvar o meu por cima" }).click();
  await gone(ends);
  expect((await carla("GET", `/whatsapp/${id}`)).body.complationMessage).toBe("De Ana");
  await open();
  await ends.fill("De Ana, outra vez");
  await carlaSaves("De Carla, outra vez");
  await save();
  await page.getByRole("button", { name: "Usar como está agora" }).click();
  await poll(() => ends.inputValue()).toBe("De Carla, outra vez");
  await page.keyboard.press("Escape");
  await gone(ends);
});
