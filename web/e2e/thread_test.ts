import { Buffer } from "node:buffer";
import { beforeEach, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { noteHeard } from "../../src/answer_windows/answer_windows.ts";
import { addConnection } from "../../src/connections/connections.ts";
import type { Phone } from "../../src/simulator/simulator.ts";
import { aTicket } from "../../src/testing/fixtures.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { ticketTable } from "../../src/tickets/table.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, aPicture, aTalk, BRUNO, bubble, composer, gone, NARROW, poll, row, say, seen } from "./desk.ts";

const desk = aDesk({ moving: true });

// What one serves stands above who waits: with all that the tests before left open, the newest would lie below the screen.
beforeEach(() =>
  desk.road.aurora.write((db) => void db.update(ticketTable).set({ status: "closed", userId: null }).run())
);

/** Opens what can be done about a message, by mouse. */
async function menuOf(page: Page, text: string): Promise<void> {
  await bubble(page, text).hover();
  await bubble(page, text).getByRole("button", { name: "Mais opções da mensagem" }).click();
}

const choose = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true }).click();
const received = (phone: Phone, text: string) => phone.waitFor((message) => message.text?.includes(text) ?? false);

test("a reply quotes what it answers; a press on the quote leads there and marks it", async () => {
  const page = await desk.logIn(BRUNO);
  const rosa = await aTalk(desk, page, "Rosa Telles", "Fazem entrega?");
  await menuOf(page, "Fazem entrega?");
  await choose(page, "Responder");
  await seen(page.getByRole("button", { name: "Não responder a esta mensagem" }));
  await say(page, "Fazemos, sim");
  expect((await received(rosa, "Fazemos, sim")).quotedId).toBe(rosa.sent[0]!.id);
  await bubble(page, "Fazemos, sim").getByRole("button", { name: /Rosa Telles.*Fazem entrega/s }).click();
  await seen(page.locator("[data-sought]", { hasText: "Fazem entrega?" }));
});

test("an own message is taken back only after a question, and then looks so", async () => {
  const page = await desk.logIn(BRUNO);
  const rosa = await aTalk(desk, page, "Rosa Peres");
  await say(page, "Preço errado");
  const { id } = await received(rosa, "Preço errado");
  for (const answer of ["Cancelar", "Excluir"]) {
    await menuOf(page, "Preço errado");
    await choose(page, "Excluir");
    await page.getByRole("alertdialog").getByRole("button", { name: answer }).click();
    await gone(page.getByRole("alertdialog"));
    if (answer === "Cancelar") await seen(bubble(page, "Preço errado"));
  }
  const deleted = bubble(page, "Mensagem excluída");
  await seen(deleted);
  await poll(() => deleted.getByRole("button", { name: "Mais opções da mensagem" }).isDisabled()).toBe(true);
  await rosa.waitUntil(() => rosa.chats.find(id)?.revoked);
});

test("a reaction is given, exchanged for any other and taken off; both sides' are told apart", async () => {
  const page = await desk.logIn(BRUNO);
  const rui = await aTalk(desk, page, "Rui Castro", "Adorei o bolo");
  const own = rui.sent[0]!.id;
  await bubble(page, "Adorei o bolo").hover();
  await bubble(page, "Adorei o bolo").getByRole("button", { name: "Reagir" }).click();
  await page.getByRole("menuitem", { name: "Reagir com ❤️" }).click();
  await seen(bubble(page, "Adorei o bolo").getByRole("button", { name: "Reações: ❤️" }));
  await rui.waitUntil(() => rui.chats.find(own)?.reaction === "❤️");

  await menuOf(page, "Adorei o bolo");
  await choose(page, "Outra reação");
  await page.getByRole("searchbox", { name: "Buscar emojis" }).fill("bolo de aniv");
  await page.keyboard.press("Enter");
  await rui.waitUntil(() => rui.chats.find(own)?.reaction === "🎂");
  rui.react(AURORA_PHONE, own, "🙏");
  const both = bubble(page, "Adorei o bolo").getByRole("button", { name: /Reações: (🎂 🙏|🙏 🎂)/ });
  await both.click();
  await seen(page.getByRole("dialog", { name: "Quem reagiu" }).getByText("Rui Castro"));
  await page.getByRole("button", { name: "Tirar", exact: true }).click();
  await seen(bubble(page, "Adorei o bolo").getByRole("button", { name: "Reações: 🙏" }));
});

test("an own text is edited without its signature, and its earlier words can be read; a customer's too", async () => {
  const page = await desk.logIn(BRUNO);
  const lena = await aTalk(desk, page, "Lena Fontes", "Quero dez paes");
  await say(page, "Fica em R$ 20");
  const { id } = await received(lena, "Fica em R$ 20");
  await menuOf(page, "Fica em R$ 20");
  await choose(page, "Editar");
  const field = page.getByRole("dialog").getByRole("textbox", { name: "Mensagem" });
  await poll(() => field.inputValue()).toBe("Fica em R$ 20");
  await field.fill("Fica em R$ 25");
  await field.press("Enter");
  await gone(page.getByRole("dialog"));
  await lena.waitUntil(() => lena.chats.find(id)?.text === "*Bruno Tavares:*\nFica em R$ 25");
  await bubble(page, "Fica em R$ 25").getByRole("button", { name: "editada" }).click();
  await seen(page.getByRole("dialog").getByText("Fica em R$ 20"));
  await page.keyboard.press("Escape");

  await composer(page).press("ArrowUp");
  await seen(page.getByRole("dialog", { name: "Editar mensagem" }));
  await page.keyboard.press("Escape");

  lena.edit(AURORA_PHONE, lena.sent[0]!.id, "Quero doze pães");
  await seen(bubble(page, "Quero doze pães"));
  await menuOf(page, "Quero doze pães");
  expect(await page.getByRole("menuitem", { name: "Editar", exact: true }).count()).toBe(0);
  await choose(page, "Ver edições");
  await seen(page.getByRole("dialog").getByText("Quero dez paes"));
});

test("a message is forwarded to several contacts, and says of whom it could not reach why", async () => {
  const page = await desk.logIn(BRUNO);
  const caio = await aTalk(desk, page, "Caio Forte");
  const waiting = desk.customer("Caio Espera");
  waiting.write(AURORA_PHONE, "Oi?");
  await aTalk(desk, page, "Davi Origem", "O endereço é Rua das Flores, 10");
  await seen(row(page, "Caio Espera"));
  await menuOf(page, "Rua das Flores");
  await choose(page, "Encaminhar");
  const dialog = page.getByRole("dialog", { name: "Encaminhar mensagem" });
  await dialog.getByRole("searchbox").fill("caio");
  await dialog.getByRole("checkbox", { name: /Caio Forte/ }).check();
  await dialog.getByRole("checkbox", { name: /Caio Espera/ }).check();
  await dialog.getByRole("button", { name: "Encaminhar", exact: true }).click();
  expect((await received(caio, "Rua das Flores")).forwarded).toBe(true);
  await seen(dialog.getByRole("alert").getByText(/Caio Espera/));
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await row(page, "Caio Forte").getByRole("link").click();
  await seen(bubble(page, "Rua das Flores").getByText("Encaminhada"));
});

test("an answer given seconds after a colleague's is asked about first, and its words are not lost", async () => {
  const bruno = await desk.logIn(BRUNO);
  const zeca = await aTalk(desk, bruno, "Zeca Duplo", "Vocês abrem domingo?");
  const ana = await desk.logIn(ANA);
  await row(ana, "Zeca Duplo").getByRole("link").click();
  await seen(bubble(ana, "Vocês abrem domingo?"));
  await composer(bruno).fill("Abrimos até meio-dia");
  await say(ana, "Sim, das 7h às 12h");
  await seen(bubble(bruno, "Sim, das 7h às 12h"));
  await composer(bruno).press("Enter");
  const question = bruno.getByRole("alertdialog", { name: /Ana respondeu há \d+ s/ });
  await seen(question.getByText("Sim, das 7h às 12h"));
  await question.getByRole("button", { name: "Cancelar" }).click();
  await poll(() => composer(bruno).inputValue()).toBe("Abrimos até meio-dia");
  expect(zeca.received.filter(({ text }) => text?.includes("meio-dia"))).toEqual([]);

  await say(ana, "Mais alguma coisa?");
  await seen(bubble(bruno, "Mais alguma coisa?"));
  await composer(bruno).press("Enter");
  await question.getByRole("button", { name: "Enviar mesmo assim" }).click();
  await received(zeca, "Abrimos até meio-dia");
  await say(bruno, "E na segunda também");
  await received(zeca, "E na segunda também");
  expect(await question.count()).toBe(0);
});

test("a draft is found again on another device", async () => {
  const page = await desk.logIn(BRUNO);
  await aTalk(desk, page, "Duda Prado");
  await composer(page).fill("O orçamento fica em");
  await page.waitForResponse((answer) => answer.url().endsWith("/draft") && answer.ok());
  const elsewhere = await desk.logIn(BRUNO);
  await seen(row(elsewhere, "Duda Prado").getByText("O orçamento fica em"));
  await row(elsewhere, "Duda Prado").getByRole("link").click();
  await poll(() => composer(elsewhere).inputValue()).toBe("O orçamento fica em");
  await composer(elsewhere).press("Enter");
  await gone(row(elsewhere, "Duda Prado").getByText("Rascunho"));
});

test("a thread without words says so, and on a social network's channel how long one may answer", async () => {
  desk.road.aurora.write((db) => {
    const { id: connectionId } = addConnection(db, { name: "Página", channel: "facebook" }, Date.now());
    const is = { status: "open", userId: 2, channel: "facebook", connectionId } as const;
    noteHeard(db, connectionId, aTicket(db, { name: "Fabi Rede", ...is }).contactId, Date.now());
  });
  const page = await desk.logIn(BRUNO);
  await row(page, "Fabi Rede").getByRole("link").click();
  await seen(page.getByText("Say hello to your new contact!"));
  await seen(page.getByText(/^Você tem 24h para responder após receber uma mensagem/));
  await aTalk(desk, page, "Zap Comum");
  expect(await page.getByText(/24h para responder/).count()).toBe(0);
});

test("the day is told only while the thread is being scrolled", async () => {
  const page = await desk.logIn(BRUNO);
  const ivo = await aTalk(desk, page, "Ivo Lemos");
  for (let nth = 1; nth <= 60; nth++) ivo.write(AURORA_PHONE, `linha ${nth}`);
  await seen(bubble(page, "linha 60"));
  const chip = page.locator("span[aria-hidden]", { hasText: /^Hoje$/ });
  const shown = () => chip.evaluate((one) => Number(getComputedStyle(one).opacity) > 0.5);
  await page.getByRole("log").hover();
  let way = -600;
  await poll(async () => {
    await page.mouse.wheel(0, way = -way * 0.9);
    return shown();
  }).toBe(true);
  await poll(shown).toBe(false);
});

test("photos are gone through, looked at closely, saved and left by keys", async () => {
  const page = await desk.logIn(BRUNO);
  const gil = await aTalk(desk, page, "Gil Fotos");
  for (const color of ["teal", "tomato"]) {
    const bytes = await aPicture(page, color, 900, 700);
    await gil.sendMedia(AURORA_PHONE, { kind: "image", bytes, mimetype: "image/png", caption: color });
    await seen(bubble(page, color));
  }
  await page.getByRole("button", { name: "Abrir a foto: teal" }).click();
  const photo = page.getByRole("dialog", { name: "Foto" }).getByRole("img");
  await seen(page.getByText("1 de 2"));
  await page.keyboard.press("ArrowRight");
  await seen(page.getByText("2 de 2"));
  const width = async () => Math.round((await photo.boundingBox())!.width);
  await poll(width).toBeGreaterThan(0);
  const whole = await width();
  await page.keyboard.press("+");
  await poll(width).toBe(Math.round(whole * 1.5));
  await page.keyboard.press("0");
  await poll(width).toBe(whole);
  await photo.dblclick();
  await poll(width).toBe(Math.round(whole * 2.5));
  const download = page.waitForEvent("download");
  await page.keyboard.press("d");
  expect((await download).suggestedFilename()).toMatch(/^image\.png$/);
  await page.keyboard.press("ArrowLeft");
  await seen(page.getByText("1 de 2"));
  await page.keyboard.press("Escape");
  await gone(page.getByRole("dialog", { name: "Foto" }));
  await seen(page.getByRole("heading", { name: "Gil Fotos", level: 2 }));
});

test("a photo that is pressed before it has come is shown when it comes; one that did not come is loaded again", async () => {
  const page = await desk.logIn(BRUNO);
  const gil = await aTalk(desk, page, "Gil Pressa");
  let letItCome = Promise.withResolvers<"come" | "fail">();
  await page.route("**/api/media/*", async (route) => {
    await (await letItCome.promise === "come" ? route.continue() : route.abort());
  });
  const dialog = page.getByRole("dialog", { name: "Foto" });
  const send = async (color: string) => {
    const bytes = await aPicture(page, color, 900, 700);
    await gil.sendMedia(AURORA_PHONE, { kind: "image", bytes, mimetype: "image/png", caption: color });
    await page.getByRole("button", { name: `Abrir a foto: ${color}` }).click();
    await seen(dialog);
    expect(await dialog.getByRole("img").count()).toBe(0);
  };
  await send("olive");
  letItCome.resolve("come");
  await seen(dialog.getByRole("img", { name: "olive" }));
  await page.keyboard.press("Escape");
  await gone(dialog);

  letItCome = Promise.withResolvers();
  await send("navy");
  letItCome.resolve("fail");
  await seen(dialog.getByRole("button", { name: "Carregar a foto de novo" }));
  await page.unroute("**/api/media/*");
  await dialog.getByRole("button", { name: "Carregar a foto de novo" }).click();
  await seen(dialog.getByRole("img", { name: "navy" }));
});

test("on a phone a finger that rests on a message offers reactions and all else", async () => {
  const page = await desk.logIn(BRUNO, { viewport: NARROW, hasTouch: true });
  const eva = await aTalk(desk, page, "Eva Dutra", "Chegou quentinho");
  // The line about the accepting comes below the message, and moves it.
  await seen(page.getByText("aceitou o atendimento"));
  const box = (await bubble(page, "Chegou quentinho").getByRole("article").boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const at = [{ x: box.x + 20, y: box.y + 10 }], began = Date.now() / 1000;
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at, timestamp: began });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [], timestamp: began + 0.7 });
  await page.getByRole("menuitem", { name: "Reagir com 🙏" }).click();
  await eva.waitUntil(() => eva.sent[0]?.reaction === "🙏");
  await poll(() => composer(page).isEnabled()).toBe(true);
});

for (const [size, options] of [["wide", {}], ["narrow", { viewport: NARROW, hasTouch: true }]] as const) {
  test(`axe finds nothing about a thread and its composer on a ${size} screen, light or dark`, async () => {
    const page = await desk.logIn(BRUNO, { ...options, permissions: ["microphone"] });
    const { look, pass } = inspection(page);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const inMenu = async (name: string) => {
      await bubble(page, "Às 20h").getByRole("button", { name: "Mais opções da mensagem" }).evaluate((one) =>
        (one as HTMLElement).click()
      );
      await choose(page, name);
      await seen(page.getByRole("dialog"));
    };
    const leave = async () => {
      await page.keyboard.press("Escape");
      await gone(page.locator("[data-covers]"));
    };

    const rosa = await aTalk(desk, page, `Rosa Axe ${size}`);
    await say(page, "As 20h");
    const { id } = await received(rosa, "As 20h");
    rosa.react(AURORA_PHONE, id, "👍");
    rosa.sendRaw(AURORA_PHONE, { extendedTextMessage: { text: "Repassando", contextInfo: { isForwarded: true } } });
    await seen(bubble(page, "Repassando").getByText("Encaminhada"));
    await bubble(page, "As 20h").getByRole("button", { name: "Mais opções da mensagem" }).evaluate((one) =>
      (one as HTMLElement).click()
    );
    await seen(page.getByRole("menuitem", { name: "Editar", exact: true }));
    await look("menu");
    await choose(page, "Editar");
    await page.getByRole("dialog").getByRole("textbox").fill("Às 20h");
    await look("edit");
    await page.keyboard.press("Enter");
    await seen(bubble(page, "Às 20h"));
    await look("thread");
    await inMenu("Ver edições");
    await look("edits");
    await leave();
    await inMenu("Encaminhar");
    await page.getByRole("dialog").getByRole("checkbox").first().check();
    await look("forward");
    await leave();
    await inMenu("Outra reação");
    await seen(page.getByRole("button", { name: "rosto risonho", exact: true }));
    await look("reactions");
    await leave();
    await press("Reações: 👍");
    await look("who reacted");
    await leave();
    for (const name of ["Localização", "Contato"]) {
      await press("Anexar");
      await look("attach");
      await choose(page, name);
      await seen(page.getByRole("dialog"));
      await look(name);
      await leave();
    }
    await press("Emojis");
    await seen(page.getByRole("button", { name: "rosto risonho", exact: true }));
    await look("emojis");
    await leave();
    await page.locator("input[type=file]").setInputFiles(["a", "b"].map((name) => ({
      name: `${name}.pdf`,
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4"),
    })));
    await seen(page.getByRole("button", { name: "Tirar b.pdf" }));
    await look("tray");
    await press("Tirar a.pdf");
    await press("Tirar b.pdf");
    pass();
  });
}
