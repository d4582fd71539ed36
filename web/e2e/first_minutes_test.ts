import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { serve } from "../../src/app/serve.ts";
import type { Server } from "../../src/app/server.ts";
import { keyFromWords } from "../../src/backups/recovery_key.ts";
import { backupTargetTable } from "../../src/backups/table.ts";
import { startS3Store } from "../../src/testing/s3_store.ts";
import { faults } from "./axe.ts";
import { PATIENCE, photograph, takeBrowser } from "./browser.ts";
import { letBrowserGo } from "./used_pages.ts";

let browser: Browser;
beforeAll(async () => void (browser = await takeBrowser({ sound: false, measured: false })));
afterAll(async () => await letBrowserGo(browser));

/** A server on an empty folder, and a browser in Bahia in front of it. */
async function anEmptyServer(locale = "pt-BR"): Promise<{ server: Server; page: Page }> {
  const data = await Deno.makeTempDir({ prefix: "balcao-first-" });
  const nowhere = { publicUrl: undefined, whatsappUrl: "ws://127.0.0.1:9", whatsappCa: undefined };
  const backupKey = `${data}.backup.key`;
  const server = await serve({ port: 0, host: "127.0.0.1", data, demo: false, backupKey, ...nowhere });
  const context = await browser.newContext({ baseURL: server.address, locale, timezoneId: "America/Bahia" });
  onTestFinished(async ({ task }) => {
    await photograph(context.pages(), task);
    await context.close();
    await server.stop();
    await Deno.remove(data, { recursive: true });
    await Deno.remove(backupKey).catch(() => {});
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  return { server, page };
}

const seen = async (page: Page, text: string) => await page.getByText(text).first().waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The provider and the first super user, up to the question whose the first company is. */
async function begin(page: Page, secret: string): Promise<void> {
  await page.goto(`/setup#${secret}`);
  await page.getByLabel("Nome do provedor").fill("Ponte Digital");
  await press(page, "Continuar");
  await page.getByLabel("Seu nome").fill("Lia Prado");
  await page.getByLabel("E-mail").fill("lia@ponte.example");
  await page.getByLabel("Senha", { exact: true }).fill("123456");
  await press(page, "Continuar");
  await seen(page, "Esta é uma das senhas mais usadas. Escolha outra");
  await page.getByLabel("Senha", { exact: true }).fill("sete-abacaxis-no-varal");
  await press(page, "Continuar");
  await seen(page, "De quem é a primeira empresa?");
}

/** A folder on another disk, taken at once. */
async function keepIn(page: Page): Promise<string> {
  await seen(page, "Onde guardar os backups");
  const path = await Deno.makeTempDir({ dir: "/dev/shm", prefix: "balcao-place-" });
  onTestFinished(() => Deno.remove(path, { recursive: true }));
  await page.getByRole("textbox", { name: "Pasta", exact: true }).fill(path);
  await press(page, "Continuar");
  return path;
}

/** The words of the backups are shown once, and open them; two of them are asked back before anybody goes on. */
async function noteWords(page: Page, { tenants }: Server): Promise<void> {
  await seen(page, "Anote estas palavras");
  const words = await page.getByRole("list", { name: "Palavras de recuperação" }).getByRole("listitem")
    .allTextContents();
  expect([...keyFromWords(words.join(" "))]).toEqual([...Deno.readFileSync(`${tenants.folder}.backup.key`)]);
  expect(await faults(page)).toEqual([]);
  const fields = page.getByLabel(/^Palavra \d+$/);
  const asked = (await page.getByText(/^Palavra \d+$/).allTextContents()).map((text) => Number(text.split(" ")[1]));
  expect(await fields.count()).toBe(2);
  await fields.first().fill("banana-da-terra");
  await press(page, "Anotei todas");
  await seen(page, `Não é a palavra ${asked[0]}`);
  for (const [nth, number] of asked.entries()) await fields.nth(nth).fill(` ${words[number - 1]!.toUpperCase()}`);
  await press(page, "Anotei todas");
}

test("a stranger is told where to look; who has the address sets the server up, and links the number", async () => {
  const { server, page } = await anEmptyServer();
  await page.goto("/");
  await seen(page, "Este servidor ainda não foi preparado");
  expect(await page.getByLabel("Senha").count()).toBe(0);
  await page.goto("/setup#of-another-start");
  await seen(page, "Este endereço não vale");
  await begin(page, server.setUpSecret!);
  expect(await page.getByLabel("Fuso horário").inputValue()).toMatch(/^Bahia/);
  expect(await faults(page)).toEqual([]);
  // The browser's own way back leads one step back, and on again.
  await page.goBack();
  await seen(page, "O seu acesso");
  expect(await page.getByLabel("Senha", { exact: true }).inputValue()).toBe("sete-abacaxis-no-varal");
  await page.goForward();
  await seen(page, "De quem é a primeira empresa?");
  // Closed by mistake: what was typed is there, but for the password, which is asked for once more.
  await page.reload();
  await seen(page, "O seu acesso");
  expect(await page.getByLabel("E-mail").inputValue()).toBe("lia@ponte.example");
  expect(await page.getByLabel("Senha", { exact: true }).inputValue()).toBe("");
  await press(page, "Voltar");
  expect(await page.getByLabel("Nome do provedor").inputValue()).toBe("Ponte Digital");
  await begin(page, server.setUpSecret!);
  await press(page, "Concluir");
  await keepIn(page);
  await noteWords(page, server);
  await page.waitForURL("**/connections");
  await seen(page, "Conecte um número");
  await page.goto("/setup");
  await seen(page, "Tudo pronto por aqui");
});

test("a customer's company comes first: its administrator gets a link, and the number is linked in their place", async () => {
  const { server, page } = await anEmptyServer();
  await begin(page, server.setUpSecret!);
  await page.getByRole("radio", { name: /É de um cliente/ }).check({ force: true });
  await press(page, "Concluir");
  await seen(page, "Obrigatório");
  await page.getByLabel("Nome da empresa").fill("ponte digital");
  await page.getByLabel("Quem a administra", { exact: true }).fill("Ana Ribeiro");
  await page.getByLabel("E-mail").fill("ana@aurora.example");
  await press(page, "Concluir");
  await seen(page, "Já está em uso");
  await page.getByLabel("Nome da empresa").fill("Padaria Aurora");
  await press(page, "Concluir");
  await page.getByRole("radio", { name: /Decidir depois/ }).check({ force: true });
  await seen(page, "Até lá nada é guardado");
  await press(page, "Continuar");
  await seen(page, "Entregue este link");
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await press(page, "Ligar o número de Padaria Aurora");
  await page.waitForURL("**/connections");
  await seen(page, "Você está agindo como Ana Ribeiro");
  const other = await (await browser.newContext({ locale: "pt-BR" })).newPage();
  await other.goto(link);
  await seen(other, "Padaria Aurora");
  await other.context().close();
});

test("a place that cannot keep backups is said to be so by its field; a store is tried before it is taken", async () => {
  const { server, page } = await anEmptyServer();
  const store = await startS3Store();
  onTestFinished(() => store.stop());
  await begin(page, server.setUpSecret!);
  await press(page, "Concluir");
  await seen(page, "Onde guardar os backups");
  expect(await faults(page)).toEqual([]);
  const folder = page.getByRole("textbox", { name: "Pasta", exact: true });
  for (
    const [path, says] of [
      ["backups", "O caminho começa na raiz"],
      ["/nowhere/backups", "Esta pasta não existe"],
      [server.tenants.folder, "Fica dentro da pasta de dados"],
    ] as const
  ) {
    await folder.fill(path);
    await press(page, "Continuar");
    await seen(page, says);
  }
  const beside = await Deno.makeTempDir({ prefix: "balcao-beside-" });
  onTestFinished(() => Deno.remove(beside, { recursive: true }));
  await folder.fill(beside);
  await press(page, "Continuar");
  await seen(page, "Fica no mesmo disco que os dados");
  await seen(page, "Usar mesmo assim");
  await page.getByRole("radio", { name: /Em um armazenamento S3/ }).check({ force: true });
  const { endpoint, bucket, accessKey, secretKey } = store.place;
  const fill = async (values: Record<string, string>) => {
    for (const [label, text] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(text);
    await press(page, "Continuar");
  };
  await fill({ Endereço: endpoint, Bucket: bucket, "Chave de acesso": accessKey, Segredo: "errado" });
  await seen(page, "O segredo não é o desta chave de acesso");
  await fill({ Segredo: secretKey, Bucket: "outro" });
  await seen(page, "Este bucket não existe");
  expect(await faults(page)).toEqual([]);
  expect(server.tenants.provider.read.select().from(backupTargetTable).all()).toEqual([]);
  await fill({ Bucket: bucket });
  await noteWords(page, server);
  await page.waitForURL("**/connections");
  await expect.poll(() => [...store.objects.keys()].some((key) => key.includes("/base/")))
    .toBe(true);
});

test("whoever leaves at the place goes on in the provider's settings: a place, its words, and the place away again", async () => {
  const { server, page } = await anEmptyServer();
  await begin(page, server.setUpSecret!);
  await press(page, "Concluir");
  await seen(page, "Onde guardar os backups");
  await page.goto("/settings?tab=provider");
  const section = page.getByRole("region", { name: "Backups" });
  await section.getByRole("button", { name: "Acrescentar um lugar" }).click();
  const path = await Deno.makeTempDir({ prefix: "balcao-place-" });
  onTestFinished(() => Deno.remove(path, { recursive: true }));
  await page.getByRole("textbox", { name: "Pasta", exact: true }).fill(path);
  await press(page, "Testar e acrescentar");
  await page.getByText("Usar mesmo assim").click();
  await press(page, "Testar e acrescentar");
  await noteWords(page, server);
  await section.getByText("No mesmo disco que os dados").waitFor();
  expect(await faults(page)).toEqual([]);
  await section.getByRole("button", { name: `Retirar ${path}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Retirar" }).click();
  await expect.poll(() => section.getByText(path).count()).toBe(0);
});

test("whoever leaves at the words is reminded of them, sees them again by the password, and shows that they are noted", async () => {
  const { server, page } = await anEmptyServer();
  await begin(page, server.setUpSecret!);
  await press(page, "Concluir");
  await keepIn(page);
  await seen(page, "Anote estas palavras");
  await page.goto("/settings?tab=provider");
  const section = page.getByRole("region", { name: "Backups" });
  await section.getByText("Ninguém confirmou ter anotado as palavras").waitFor();
  expect(await faults(page)).toEqual([]);
  await section.getByRole("button", { name: "Ver as palavras" }).click();
  const dialog = page.getByRole("dialog");
  const typed = async (password: string) => {
    await dialog.getByLabel("Senha atual").fill(password);
    await dialog.getByRole("button", { name: "Ver as palavras" }).click();
  };
  await typed("cinco-abacaxis");
  await seen(page, "Não confere");
  await typed("sete-abacaxis-no-varal");
  await noteWords(page, server);
  await section.getByRole("button", { name: "Acrescentar um lugar" }).waitFor();
  expect(await section.getByText("Ninguém confirmou").count()).toBe(0);
});

test("the first minutes speak the browser's language", async () => {
  const { server, page } = await anEmptyServer("en-GB");
  await page.goto(`/setup#${server.setUpSecret}`);
  await seen(page, "Who hosts the system?");
});
