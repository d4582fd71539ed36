import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inspection } from "./axe.ts";
import { aDesk, ANA, aPicture, BRUNO, gone, NARROW, poll, seen } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
const SUPER = "super@balcao.test";

const row = (page: Page, name: string) => page.getByRole("table").getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");
const news = (page: Page, text: string) => page.getByRole("status").getByText(text);
const bell = (page: Page) => page.getByRole("button", { name: /^Informativos/ });
const write = async (page: Page, title: string, text: string) => {
  await page.getByRole("button", { name: "Adicionar" }).first().click();
  await dialog(page).getByLabel("Título").fill(title);
  await dialog(page).getByLabel("Texto").fill(text);
};
const save = (page: Page) => dialog(page).getByRole("button", { name: /^(Adicionar|Salvar)$/ }).click();

test("what the super user writes, with a picture, is behind everybody's bell, new until they have opened it", async () => {
  const sue = await desk.logIn(SUPER, { at: "/announcements" }), bruno = await desk.logIn(BRUNO);
  const second = await bruno.context().newPage();
  await second.goto("/tickets");
  await bell(bruno).click();
  await seen(bruno.getByRole("dialog", { name: "Informativos" }).getByText("Nenhum registro"));
  await bruno.keyboard.press("Escape");
  await sue.getByRole("button", { name: "Adicionar" }).first().click();
  await save(sue);
  await poll(() => dialog(sue).getByText("Obrigatório").count()).toBe(2);
  await dialog(sue).getByRole("button", { name: "Cancelar" }).click();
  await write(sue, "Manutenção no domingo", "Das 2h às 3h.\nNenhuma mensagem se perde.");
  await chooseIn(dialog(sue).getByLabel("Prioridade"), "Alta");
  await dialog(sue).locator("input[type=file]").setInputFiles([
    { name: "nota.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
  ]);
  await seen(sue.getByRole("alert").or(sue.getByRole("status")).getByText("A imagem precisa ser PNG ou JPG."));
  await dialog(sue).locator("input[type=file]").setInputFiles([
    { name: "aviso.png", mimeType: "image/png", buffer: Buffer.from(await aPicture(sue, "teal", 320, 120)) },
  ]);
  await seen(dialog(sue).getByRole("row", { name: "aviso.png" }));
  await save(sue);
  await seen(news(sue, "Informativo salvo com sucesso!"));
  await seen(row(sue, "Manutenção no domingo").getByText("aviso.png"));
  await seen(row(sue, "Manutenção no domingo").getByText("Alta"));
  for (const page of [bruno, second]) await seen(page.getByRole("button", { name: "Informativos: há novos" }));
  await bell(bruno).click();
  const item = bruno.getByRole("dialog", { name: "Informativos" }).getByRole("button", { name: /Manutenção/ });
  await seen(item);
  expect(await item.getAttribute("data-priority")).toBe("1");
  await poll(() => item.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
  for (const page of [bruno, second]) await gone(page.getByRole("button", { name: "Informativos: há novos" }));
  await item.click();
  await seen(bruno.getByRole("dialog", { name: "Manutenção no domingo" }).getByText("Nenhuma mensagem se perde."));
  await bruno.keyboard.press("Escape");

  // Not active any more, it is gone from his screen, and stays on hers; its picture goes after a question.
  await row(sue, "Manutenção").getByRole("button", { name: "Editar Manutenção no domingo" }).click();
  await dialog(sue).getByRole("button", { name: /aviso\.png/ }).click();
  const question = sue.getByRole("alertdialog", { name: "Tirar a imagem?" });
  await question.getByRole("button", { name: "Excluir" }).click();
  await seen(dialog(sue).getByRole("button", { name: "Anexar imagem" }));
  await chooseIn(dialog(sue).getByLabel("Status"), "Inativo");
  await save(sue);
  await seen(row(sue, "Manutenção").getByText("Inativo"));
  await seen(row(sue, "Manutenção").getByText("sem anexo"));
  await bell(bruno).click();
  await seen(bruno.getByRole("dialog", { name: "Informativos" }).getByText("Nenhum registro"));
  await row(sue, "Manutenção").getByRole("button", { name: "Excluir Manutenção no domingo" }).click();
  await sue.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await gone(row(sue, "Manutenção"));
});

test("nobody else has the page; the bell and the page pass axe on both sizes", async () => {
  const ana = await desk.logIn(ANA, { at: "/announcements" });
  await seen(ana.getByRole("heading", { name: "Página não encontrada" }));
  expect(await ana.getByRole("link", { name: "Informativos" }).count()).toBe(0);
  for (const options of [{}, { viewport: NARROW, hasTouch: true }]) {
    const sue = await desk.logIn(SUPER, { at: "/announcements", ...options });
    const { look, pass } = inspection(sue);
    if (!("viewport" in options)) {
      await write(sue, "Novidades", "Agora dá para transferir vários.");
      await look("the dialog");
      await save(sue);
    }
    await seen(row(sue, "Novidades"));
    await look("the page");
    // On a phone the bell is in the menu.
    if ("viewport" in options) {
      await sue.getByRole("button", { name: "Abrir o menu" }).click();
      await poll(() => sue.getByRole("dialog", { name: "Menu" }).boundingBox()).toMatchObject({ x: 0, y: 0 });
    }
    await bell(sue).filter({ visible: true }).click();
    await seen(sue.getByRole("dialog", { name: "Informativos" }).getByText("Agora dá para transferir vários."));
    await look("the bell");
    pass();
  }
});
