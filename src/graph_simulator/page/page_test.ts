import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scene } from "../client_for_tests.ts";

const executablePath = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find(existsSync);
const it = scene((simulator) => simulator.addNumber({ number: "551134567800" }));

let browser: Browser;
let page: Page;
const mistakes: string[] = [];

beforeAll(async () => {
  if (!executablePath) return;
  const args = ["--no-sandbox", "--disable-dev-shm-usage"];
  browser = await chromium.launch({ executablePath, args, handleSIGTERM: false });
  page = await browser.newPage();
  page.on("pageerror", ({ message }) => mistakes.push(message));
  page.on("console", (said) => said.type() === "error" && mistakes.push(said.text()));
});
afterAll(() => browser?.close());

const to = { messaging_product: "whatsapp", to: "5511987654321" };

test.skipIf(!executablePath)(
  "somebody plays Joana: she writes, presses a button, reacts, reads, sends a picture and takes back what she said",
  async () => {
    await page.goto(it.simulator.address);
    await page.click("#people-list >> text=Joana Prado");
    await page.click("#chat-list >> text=Padaria Aurora");
    await page.fill("#text", "Bom dia");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".message.mine >> text=Bom dia");
    expect(await page.textContent("#chat-state")).toContain("Janela aberta até");

    const buttons = [{ type: "reply", reply: { id: "sim", title: "Sim" } }];
    const interactive = { type: "button", body: { text: "Quer um bolo?" }, action: { buttons } };
    const { body: { messages: [{ id }] } } = await it.send({ ...to, type: "interactive", interactive });
    await page.click(".choices >> text=Sim");
    await page.waitForSelector(".message.mine >> text=Sim");
    await page.click(`[data-id="${id}"] >> [aria-label="Ações"]`);
    await page.click(".actions >> text=❤️");
    await page.waitForSelector(`[data-id="${id}"] small >> text=❤️`);
    await page.click("#mark-read");
    await page.waitForSelector("#mark-read", { state: "hidden" });

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await page.setInputFiles("#file", { name: "bolo.svg", mimeType: "image/svg+xml", buffer: svg });
    await page.waitForSelector(".message.mine img");
    await page.click('.message.mine:has-text("Bom dia") >> [aria-label="Ações"]');
    await page.click(".actions >> text=Apagar");
    await page.waitForSelector(".message.mine >> text=Mensagem apagada");
    await it.settled();
    const said = it.app.told.flatMap(({ messages }) => messages ?? []);
    expect(said.map(({ type }) => type)).toEqual(["text", "interactive", "reaction", "image", "revoke"]);
    expect(said[1]).toMatchObject({ interactive: { button_reply: { id: "sim", title: "Sim" } }, context: { id } });
    expect(it.app.told.some(({ statuses }) => statuses?.[0].status === "read")).toBe(true);

    await page.click("#later");
    await page.waitForSelector("text=Janela fechada");
    expect(mistakes).toEqual([]);
  },
);

test.skipIf(!executablePath)("a new person writes from a telephone whose number nobody sees", async () => {
  await page.goto(it.simulator.address);
  await page.fill("#new-name", "Bia");
  await page.fill("#new-phone", "+55 31 98888-0000");
  await page.check("#new-hides");
  await page.click("text=Nova pessoa");
  await page.click("#chat-list >> text=Padaria Aurora");
  await page.fill("#text", "Oi");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".message.mine >> text=Oi");
  await it.settled();
  expect(it.app.told[0].contacts[0]).toMatchObject({ profile: { name: "Bia" }, user_id: expect.any(String) });
  expect(it.app.told[0].contacts[0]).not.toHaveProperty("wa_id");
  expect(mistakes).toEqual([]);
});
