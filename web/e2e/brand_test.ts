import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { inspection } from "./axe.ts";
import { aDesk, ANA, aPicture, BRUNO, gone, NARROW, poll, seen } from "./desk.ts";

const desk = aDesk();
const SUPER = "super@balcao.test", PLACE = "/settings?tab=provider";

const form = (page: Page) => page.getByRole("form", { name: "Marca" });
const news = (page: Page, text: string | RegExp) =>
  page.getByRole("status").or(page.getByRole("alert")).getByText(text);
const save = (page: Page) => form(page).getByRole("button", { name: "Salvar a marca" }).click();
const accent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent-fill").trim());
const bar = (page: Page) => page.locator("header").first();
const iconOf = (page: Page) => page.locator("#favicon").getAttribute("href");

const CIRCLE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#7a1fa2"/></svg>';
const asFile = (name: string, mimeType: string, content: string | Uint8Array) => ({
  name,
  mimeType,
  buffer: Buffer.from(content as string),
});

afterEach(async () => {
  const sue = desk.road.as("super");
  const plain = { name: "Balcão", color: "", helpLink: "", termsUrl: "", privacyUrl: "" };
  await sue("PUT", "/provider/brand", plain);
  for (const which of ["logo", "icon", "appIcon"]) await sue("DELETE", `/provider/brand/${which}`);
});

test("name, colour and links are on everybody's screens at once, and on the login page from the first moment", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE }), bruno = await desk.logIn(BRUNO);
  const fields = form(sue);
  await fields.getByLabel("Nome do sistema").fill("Atende Já");
  await fields.getByRole("option", { name: "Violeta" }).click();
  await fields.getByLabel("Link de ajuda").fill("http://ajuda.example");
  await save(sue);
  await seen(fields.getByText("Use um endereço que comece com https://"));
  await fields.getByLabel("Link de ajuda").fill("https://ajuda.example/");
  await fields.getByLabel("Termos de uso").fill("https://termos.example/");
  await save(sue);
  await seen(news(sue, "Operação realizada com sucesso!"));
  for (const page of [sue, bruno]) {
    await seen(bar(page).getByText("Atende Já"));
    await poll(() => accent(page)).toContain("#6d28d9");
    await poll(() => page.title()).toMatch(/Atende Já$/);
  }
  await bruno.getByRole("button", { name: /Conta de/ }).click();
  const help = bruno.getByRole("dialog", { name: "Conta" }).getByRole("link", { name: "Central de ajuda" });
  expect([await help.getAttribute("href"), await help.getAttribute("rel")])
    .toEqual(["https://ajuda.example/", "noopener noreferrer"]);
  const stranger = await desk.open();
  // As the server sends it, before any of our code has run.
  const html = await (await fetch(`${desk.url}/login`)).text();
  expect(html).toContain("<title>Atende Já</title>");
  expect(html).toContain("#6d28d9");
  await stranger.goto("/login");
  // The product's own word is said under its own name alone.
  await seen(stranger.getByText("Ninguém responde duas vezes, ninguém fica sem resposta."));
  expect(await stranger.getByText("Um balcão só, para toda a equipe.").count()).toBe(0);
  await seen(stranger.getByText("Atende Já"));
  expect(await accent(stranger)).toContain("#6d28d9");
  expect(await stranger.getByRole("link", { name: "Termos de uso" }).getAttribute("href")).toBe(
    "https://termos.example/",
  );
  expect(await stranger.locator("body").innerText()).not.toContain("Balcão");
});

test("a colour that could not be read is shifted, and the form says so before it is saved", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE });
  const previews = form(sue).getByRole("list", { name: "Como fica" });
  expect(await previews.getByText("para que se leia bem").count()).toBe(0);
  await form(sue).getByRole("button", { name: "Outra cor" }).click();
  const code = sue.getByRole("dialog", { name: "Outra cor" }).getByLabel("Código da cor");
  await code.fill("#FFEE00");
  await code.press("Tab");
  await sue.keyboard.press("Escape");
  await seen(previews.getByText("No tema claro: Escurecida um pouco, para que se leia bem."));
  const { look, pass } = inspection(sue);
  await look("the preview");
  await save(sue);
  await seen(news(sue, "Operação realizada com sucesso!"));
  await look("the settings in that colour");
  pass();
});

test("a logo and an icon are drawn where the product's own were, and a drawing that could do more is refused", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE }), bruno = await desk.logIn(BRUNO);
  const picture = (which: string) => sue.getByRole("group", { name: which, exact: true });
  const choose = (which: string, file: ReturnType<typeof asFile>) =>
    picture(which).locator("input[type=file]").setInputFiles([file]);
  await choose("Logotipo", asFile("logo.svg", "image/svg+xml", CIRCLE.replace("<circle", "<script>1</script><circle")));
  await seen(news(sue, /um SVG simples: sem scripts, links ou animações/));
  await choose("Logotipo", asFile("logo.svg", "image/svg+xml", CIRCLE));
  await seen(picture("Logotipo").getByRole("img", { name: "Logotipo" }));
  await poll(() => bar(bruno).locator("img").first().evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await choose("Ícone", asFile("icone.png", "image/png", await aPicture(sue, "purple", 64, 64)));
  await seen(picture("Ícone").getByRole("img", { name: "Ícone" }));
  await poll(() => iconOf(bruno)).toMatch(/^\/api\/public\/brand\/[\w-]+\.png$/);
  await choose("Ícone do aplicativo", asFile("icone.svg", "image/svg+xml", CIRCLE));
  await seen(news(sue, "O ícone do aplicativo precisa ser um PNG quadrado, a partir de 192 px."));
  await choose("Ícone do aplicativo", asFile("app.png", "image/png", await aPicture(sue, "purple", 256, 256)));
  await seen(picture("Ícone do aplicativo").getByRole("img"));
  const { icons } = await sue.evaluate(() => fetch("/manifest.webmanifest").then((answer) => answer.json()));
  expect(icons.map(({ purpose, sizes }: Record<string, string>) => `${purpose} ${sizes}`))
    .toEqual(["any 256x256", "maskable 256x256"]);
  await picture("Logotipo").getByRole("button", { name: "Remover: Logotipo" }).click();
  await sue.getByRole("alertdialog").getByRole("button", { name: "Remover" }).click();
  await gone(picture("Logotipo").getByRole("img"));
  await gone(bar(bruno).locator("img[src*=brand]"));
});

test("two super users in one form: the second is asked, and what was typed stays", async () => {
  const sue = await desk.logIn(SUPER, { at: PLACE }), fields = form(sue);
  await fields.getByLabel("Nome do sistema").fill("Meu Nome");
  const second = await sue.context().newPage();
  await second.goto(PLACE);
  await form(second).getByLabel("Nome do sistema").fill("Outro Nome");
  await save(second);
  await seen(bar(sue).getByText("Outro Nome"));
  await poll(() => fields.getByLabel("Nome do sistema").inputValue()).toBe("Meu Nome");
  await save(sue);
  await seen(fields.getByRole("alert"));
  await fields.getByRole("button", { name: "Usar como está agora" }).click();
  await poll(() => fields.getByLabel("Nome do sistema").inputValue()).toBe("Outro Nome");
});

test("nobody else has the tab; it passes axe on both sizes", async () => {
  const ana = await desk.logIn(ANA, { at: PLACE });
  await seen(ana.getByRole("tab", { name: "Opções" }));
  expect(await ana.getByRole("tab", { name: "Provedor" }).count()).toBe(0);
  for (const options of [{}, { viewport: NARROW, hasTouch: true }]) {
    const sue = await desk.logIn(SUPER, { at: PLACE, ...options });
    const { look, pass } = inspection(sue);
    await seen(form(sue));
    await seen(sue.getByRole("form", { name: "E-mail (SMTP)" }));
    await look("the tab");
    pass();
  }
});
