import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { scene } from "../scene_for_tests.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const it = scene({ paired: false });

let browser: Browser;
let page: Page;
const mistakes: string[] = [];

beforeAll(async () => {
  if (!executablePath) return;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}, 30_000);
afterAll(() => browser?.close());
beforeEach(async () => {
  if (!executablePath) return;
  page = await browser.newPage();
  page.on("pageerror", ({ message }) => mistakes.push(message));
});
afterEach(() => page?.close());

test.skipIf(!executablePath)(
  "a newcomer links the company's phone and plays the customer",
  { timeout: 20_000 },
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
