import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { scene } from "../scene_for_tests.ts";

const executablePath = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find(existsSync);
/** It beeps, and nobody is asked whether the page may hear it. */
const PRETEND_MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
const it = scene({ paired: false });

let browser: Browser;
let page: Page;
const mistakes: string[] = [];

beforeAll(async () => {
  if (!executablePath) return;
  browser = await chromium.launch({
    executablePath,
    handleSIGTERM: false,
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...PRETEND_MICROPHONE],
  });
});
afterAll(() => browser?.close());
beforeEach(async () => {
  if (!executablePath) return;
  page = await browser.newPage();
  page.on("pageerror", ({ message }) => mistakes.push(message));
  page.on("console", (said) => said.type() === "error" && mistakes.push(said.text()));
});
afterEach(async () => {
  // What a route still holds ends with the page; that is no mistake.
  await page?.unrouteAll({ behavior: "ignoreErrors" });
  await page?.close();
});

test.skipIf(!executablePath)(
  "a newcomer links the company's phone and plays the customer",
  async () => {
    const { client, company, simulator } = it;
    client.connect();
    await page.goto(`${simulator.page}?phone=${company.number}`);
    await page.click("text=Aparelhos ligados");
    await page.fill("#qr", await client.until(() => client.qr));
    await page.click("text=Ligar aparelho");
    await client.open();

    await page.fill("#new-name", "Bia");
    await page.fill("#new-number", "+55 11 93333-4444");
    await page.click("text=Novo telefone");
    await page.click("#chat-list >> text=Padaria Aurora");
    await page.fill("#text", "Bom dia");
    await page.keyboard.press("Enter");
    const message = await client.until(() =>
      client.messages.find(({ message }) => message?.conversation === "Bom dia")
    );
    await page.waitForSelector("[title=entregue]");
    await client.socket.readMessages([message.key]);
    await page.waitForSelector("[title=lida]");

    await page.uncheck("#online");
    const sent = await client.socket.sendMessage("5511933334444@s.whatsapp.net", { text: "Bom dia, Bia" });
    const id = sent?.key.id ?? "";
    expect(await page.locator("text=Bom dia, Bia").count()).toBe(0);
    await page.check("#online");
    await page.waitForSelector("text=Bom dia, Bia");
    await client.until(() => client.statusOf(id) === 4);
    await page.click(".message >> text=Bom dia, Bia");
    await page.click(".actions >> text=❤️");
    await client.until(() => client.reactions.length > 0);
    expect(mistakes).toEqual([]);
  },
);

test.skipIf(!executablePath)("what somebody is about to press stays what it is, whatever comes in", async () => {
  const { ana, company, simulator } = it;
  const bia = simulator.network.addPhone({ name: "Bia", number: "5511933334444" });
  ana.write(company.number, "Olá");
  await page.goto(`${simulator.page}?phone=${company.number}`);
  const chat = page.locator("#chat-list button", { hasText: "Ana" });
  await chat.hover();
  const button = await chat.elementHandle();
  await page.mouse.down();
  bia.write(company.number, "Bom dia");
  ana.write(company.number, "Tem pão?");
  await page.waitForSelector("#chat-list >> text=Tem pão?");
  expect(await button?.evaluate((node) => node.isConnected)).toBe(true);
  await page.mouse.up();
  await page.waitForSelector("#chat-name >> text=Ana");

  const bubble = await page.locator(".message", { hasText: "Olá" }).elementHandle();
  await page.locator(".message", { hasText: "Olá" }).hover();
  await page.mouse.down();
  ana.write(company.number, "De queijo");
  await page.waitForSelector("#messages >> text=De queijo");
  await page.mouse.up();
  await page.waitForSelector(".actions >> text=Responder");
  expect(await bubble?.evaluate((node) => node.isConnected)).toBe(true);
  expect(mistakes).toEqual([]);
});

test.skipIf(!executablePath)("a switch stays as it was set while older news are still drawn", async () => {
  const { ana, company, simulator } = it;
  await page.goto(`${simulator.page}?phone=${company.number}`);
  await page.locator("#online:checked").waitFor();
  // The answer that tells of the phones before the switch comes after it.
  let late: (() => Promise<void>) | undefined;
  await page.route("**/control/phones", async (route) => {
    const answer = await route.fetch();
    if (late) return await route.fulfill({ response: answer });
    await new Promise<void>((done) => late = async () => (await route.fulfill({ response: answer }), done()));
  });
  ana.write(company.number, "Olá");
  await expect.poll(() => late !== undefined).toBe(true);
  await page.uncheck("#online");
  await late!();
  await page.waitForSelector("#chat-list >> text=Olá");
  expect(await page.isChecked("#online")).toBe(false);
  await expect.poll(() => company.isOnline).toBe(false);
  await page.check("#online");
  await expect.poll(() => company.isOnline).toBe(true);
  expect(await page.isChecked("#online")).toBe(true);
});

test.skipIf(!executablePath)("what is said into the microphone arrives as a voice message", async () => {
  const { ana, company, simulator } = it;
  await page.goto(`${simulator.page}?phone=${ana.number}&chat=${company.number}`);
  await page.click("#record");
  await page.waitForSelector("#record.strong");
  // What is recorded is real time.
  await page.waitForTimeout(1200);
  await page.click("#record");
  const voice = await company.waitFor(({ media }) => media?.kind === "voice");
  expect(voice.media?.mimetype).toMatch(/^audio\//);
  expect(voice.media?.seconds).toBeGreaterThan(0);
  expect(voice.media?.size).toBeGreaterThan(1000);
  expect(voice.media?.fault).toBeUndefined();
  await page.waitForSelector("#messages audio");
  expect(mistakes).toEqual([]);
});

test("browsers get the page's own files, and nothing else that lies beside them", async () => {
  const get = (path: string) => fetch(new URL(path, it.simulator.page));
  const types = await Promise.all(["", "page/script.js", "page/style.css"].map(async (path) => {
    const answer = await get(path);
    await answer.body?.cancel();
    return answer.headers.get("content-type");
  }));
  expect(types.map((type) => type?.split(";")[0])).toEqual(["text/html", "text/javascript", "text/css"]);
  for (const path of ["page/page_test.ts", "page/page.ts", "page/nothing.js", "page/..%2fpage.ts", "page/"]) {
    const answer = await get(path);
    await answer.body?.cancel();
    expect({ path, status: answer.status }).toEqual({ path, status: 404 });
  }
});
