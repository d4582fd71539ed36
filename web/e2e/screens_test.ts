import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { userById } from "../../src/users/users.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import {
  accept,
  aDesk,
  ANA,
  aPicture,
  BRUNO,
  bubble,
  CARLA,
  gone,
  NARROW,
  poll,
  row,
  say,
  seen,
  typeLogin,
  WIDE,
} from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();

test("the language changes at once, stays after a reload, and the server learns it for what it writes to the person", async () => {
  const bruno = await desk.logIn(BRUNO);
  const known = () => userById(desk.road.aurora.read, 2)?.language;
  await poll(known).toBe("pt");
  await bruno.getByRole("button", { name: /Conta/ }).click();
  const language = bruno.getByRole("button", { name: /Idioma|Language/ });
  await chooseIn(language, "English");
  await seen(bruno.getByRole("tab", { name: "Resolved" }));
  await chooseIn(language, "Español");
  await seen(bruno.getByRole("tab", { name: "Resueltas" }));
  await poll(known).toBe("es");
  await bruno.reload();
  await seen(bruno.getByRole("tab", { name: "Resueltas" }));
  expect(await bruno.locator("html").getAttribute("lang")).toMatch(/^es/);
});

test("the dark theme is chosen in the account menu and stays after a reload", async () => {
  const carla = await desk.logIn(CARLA, { colorScheme: "light" });
  const ground = () => carla.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await carla.getByRole("button", { name: /Conta/ }).click();
  await carla.getByText("Escuro").click();
  await poll(ground).not.toBe(light);
  await carla.reload();
  await seen(carla.getByRole("tab", { name: "Atendimento" }));
  expect(await ground()).not.toBe(light);
});

test("on a phone the list and the ticket stand behind two tabs", async () => {
  const bruno = await desk.logIn(BRUNO, { viewport: NARROW, hasTouch: true });
  desk.customer("Gil Moraes").write(AURORA_PHONE, "Vi vocês no mapa");
  await seen(row(bruno, "Gil Moraes"));
  const pane = (name: string) => bruno.getByRole("radio", { name });
  await poll(() => pane("Atendimentos").isChecked()).toBe(true);
  await accept(bruno, "Gil Moraes");
  await poll(() => pane("Ticket").isChecked()).toBe(true);
  await seen(bubble(bruno, "Vi vocês no mapa"));
  await say(bruno, "Que bom!");
  await seen(bubble(bruno, "Que bom!"));
  const tabs = bruno.getByRole("radiogroup", { name: "Painel" });
  await tabs.getByText("Atendimentos").click();
  await seen(row(bruno, "Gil Moraes"));
  await gone(bubble(bruno, "Vi vocês no mapa"));
  await tabs.getByText("Ticket").click();
  await seen(bubble(bruno, "Que bom!"));
  const overflow = () => bruno.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBe(0);
});

test("a login elsewhere ends this one with a word", async () => {
  const here = await desk.logIn(CARLA);
  // The word stands for a second only.
  const [there] = await Promise.all([
    desk.logIn(CARLA),
    // Looked for with each frame.
    here.waitForFunction(() => document.body.innerText.includes("Sua conta foi acessada em outro computador.")),
  ]);
  await here.waitForURL("**/login");
  await there.reload();
  await seen(there.getByRole("tab", { name: "Atendimento" }));
});

test("a logout leads to the login, in every tab", async () => {
  const carla = await desk.logIn(CARLA);
  const tab = await carla.context().newPage();
  await tab.goto("/tickets");
  await seen(tab.getByRole("tab", { name: "Atendimento" }));
  await carla.getByRole("button", { name: /Conta/ }).click();
  await carla.getByRole("button", { name: "Sair" }).click();
  await Promise.all([carla, tab].map((page) => page.waitForURL("**/login")));
  await carla.goto("/tickets");
  await carla.waitForURL("**/login");
});

for (const [size, viewport] of [["wide", WIDE], ["narrow", NARROW]] as const) {
  test(`axe finds nothing on any ${size} screen, light or dark`, async () => {
    const page = await desk.open({ viewport });
    const { look, pass } = inspection(page);
    await page.goto("/login");
    await seen(page.getByLabel("E-mail"));
    await look("login");
    await typeLogin(page, ANA);
    await page.waitForURL("**/tickets");
    await page.goto("/tickets?queues=3");
    await seen(page.getByText("Nada aqui!"));
    await look("tickets, none");

    const name = `Nilo ${size}`;
    await fillThread(page, name);
    await look("thread");
    await page.goto("/tickets");
    await seen(row(page, name));
    await look("tickets, list");
    await page.goto("/connections");
    await seen(page.getByText("Loja Centro"));
    await look("connections");
    await page.getByRole("button", { name: "Adicionar" }).click();
    await page.getByRole("menuitem", { name: "WhatsApp", exact: true }).click();
    await seen(page.getByRole("dialog"));
    await look("connections, add");
    await page.getByLabel("Nome").fill(`Outra ${size}`);
    await page.keyboard.press("Enter");
    await seen(page.getByRole("img", { name: /QR code/ }));
    await look("connections, QR code");
    await page.getByRole("button", { name: "Conectar com código numérico" }).click();
    await seen(page.getByLabel("Número do celular"));
    await look("connections, pairing code");
    await page.keyboard.press("Escape");
    await gone(page.getByRole("dialog"));
    await page.getByRole("button", { name: `Excluir Outra ${size}` }).click();
    await seen(page.getByRole("alertdialog"));
    await look("connections, delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
    await gone(page.getByText(`Outra ${size}`, { exact: true }));
    pass();
  });
}

/** A thread with one of most things in it. */
async function fillThread(page: Page, name: string): Promise<void> {
  const nilo = desk.customer(name);
  nilo.write(AURORA_PHONE, "Bom dia! Vejam *isto*: https://padaria.example");
  await page.goto("/tickets");
  await accept(page, name);
  await say(page, "Vendo agora");
  const answer = await nilo.waitFor((message) => message.text?.includes("Vendo agora") ?? false);
  nilo.react(AURORA_PHONE, answer.id, "👍");
  nilo.write(AURORA_PHONE, "Obrigado", { quote: answer.id });
  await nilo.sendMedia(AURORA_PHONE, { kind: "image", bytes: await aPicture(page), mimetype: "image/png" });
  await nilo.sendMedia(AURORA_PHONE, {
    kind: "document",
    bytes: new TextEncoder().encode("%PDF-1.4"),
    mimetype: "application/pdf",
    fileName: "pedido.pdf",
  });
  await nilo.sendMedia(AURORA_PHONE, { kind: "voice", bytes: new Uint8Array(900), mimetype: "audio/ogg", seconds: 4 });
  nilo.sendLocation(AURORA_PHONE, { latitude: -23.55, longitude: -46.63, name: "Praça da Sé" });
  nilo.sendContact(AURORA_PHONE, { name: "Tia Neide", number: "5511955554444" });
  const slip = nilo.write(AURORA_PHONE, "Engano");
  await seen(bubble(page, "Engano"));
  nilo.revoke(AURORA_PHONE, slip);
  await seen(bubble(page, "Mensagem excluída"));
}
