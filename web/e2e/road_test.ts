import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import {
  accept,
  aDesk,
  ANA,
  aPicture,
  BRUNO,
  bubble,
  CARLA,
  composer,
  gate,
  gone,
  NINA,
  poll,
  row,
  say,
  seen,
} from "./desk.ts";

const desk = aDesk();
let ana: Page, bruno: Page, carla: Page, nina: Page;

beforeAll(async () => {
  [ana, bruno] = await Promise.all([desk.logIn(ANA), desk.logIn(BRUNO)]);
  [carla, nina] = await Promise.all([desk.logIn(CARLA), desk.logIn(NINA)]);
});
beforeEach(async () => {
  await Promise.all([ana, bruno, carla, nina].map((page) => page.goto("/tickets")));
});

test("a message appears at once on the screens of its queue and on no other", async () => {
  const joana = desk.customer("Joana Prado");
  joana.write(AURORA_PHONE, "Vocês fazem torta salgada?");
  await Promise.all([seen(row(ana, "Joana Prado")), seen(row(bruno, "Joana Prado"))]);
  await poll(() => row(bruno, "Joana Prado").textContent()).toContain("Vocês fazem torta salgada?");
  await poll(() => row(bruno, "Joana Prado").textContent()).toContain("Encomendas");

  joana.write(AURORA_PHONE, "De palmito");
  await seen(row(bruno, "De palmito"));
  for (const page of [carla, nina]) {
    expect(await row(page, "Joana Prado").count()).toBe(0);
    await page.reload();
    await seen(page.getByText("Nada aqui!"));
    expect(await row(page, "Joana Prado").count()).toBe(0);
  }
});

test("an answer reaches the customer's phone, and its ticks turn blue when it is read", async () => {
  const paulo = desk.customer("Paulo Dias");
  paulo.write(AURORA_PHONE, "Até que horas abrem?");
  await accept(bruno, "Paulo Dias");
  await seen(bubble(bruno, "Até que horas abrem?"));
  await say(bruno, "Até as 20h");
  const { text, duplicates } = await paulo.waitFor((message) => message.text?.includes("Até as 20h") ?? false);
  expect({ text, duplicates }).toEqual({ text: "*Bruno Tavares:*\nAté as 20h", duplicates: 0 });

  const ticks = bubble(bruno, "Até as 20h").getByRole("img");
  await poll(() => ticks.getAttribute("aria-label")).toBe("entregue");
  paulo.read(AURORA_PHONE);
  await poll(() => ticks.getAttribute("aria-label")).toBe("lida");
  expect(await ticks.getAttribute("data-read")).toBe("true");
  await poll(() => composer(bruno).inputValue()).toBe("");
  // A colleague sees the same, in the list and in the thread.
  await poll(() => row(ana, "Paulo Dias").textContent()).toContain("Bruno");
  await row(ana, "Paulo Dias").getByRole("link").click();
  await seen(bubble(ana, "Até as 20h"));
});

test("a document and a picture reach the customer's phone", async () => {
  const rita = desk.customer("Rita Alves");
  rita.write(AURORA_PHONE, "Me manda o cardápio?");
  await accept(bruno, "Rita Alves");
  const menu = Buffer.from(`%PDF-1.4 ${"cardápio ".repeat(400)}`);
  const files = bruno.locator("input[type=file]");
  await files.setInputFiles([{ name: "cardapio.pdf", mimeType: "application/pdf", buffer: menu }]);
  await seen(bruno.getByRole("list", { name: "Anexos" }));
  await say(bruno, "Aqui está");
  const document = await rita.waitFor((message) => message.media?.kind === "document");
  expect(document.media).toMatchObject({
    fileName: "cardapio.pdf",
    sha256: createHash("sha256").update(menu).digest("hex"),
    caption: expect.stringContaining("Aqui está"),
  });

  const picture = Buffer.from(await aPicture(bruno));
  await files.setInputFiles([{ name: "bolo.png", mimeType: "image/png", buffer: picture }]);
  await bruno.getByRole("button", { name: "Enviar" }).click();
  const image = await rita.waitFor((message) => message.media?.kind === "image");
  expect(image.media).toMatchObject({ mimetype: expect.stringMatching(/^image\//) });
  expect(image.media!.fault).toBeUndefined();
  await seen(bubble(bruno, "cardapio.pdf"));
  await poll(() => isDrawn(bruno)).toBe(true);
  await poll(() => bruno.getByRole("img", { name: "entregue" }).count()).toBeGreaterThanOrEqual(2);
});

test("whatever a customer sends is seen", async () => {
  const lia = desk.customer("Lia Ramos");
  const first = lia.write(AURORA_PHONE, "Oi!");
  await accept(bruno, "Lia Ramos");
  const send = { mimetype: "image/png", bytes: await aPicture(bruno, "tomato") };
  await lia.sendMedia(AURORA_PHONE, { kind: "image", ...send, caption: "Queria um assim" });
  await seen(bubble(bruno, "Queria um assim"));
  await poll(() => isDrawn(bruno)).toBe(true);
  await bruno.getByRole("button", { name: "Abrir a foto: Queria um assim" }).click();
  await seen(bruno.getByRole("dialog").locator("img"));
  await bruno.keyboard.press("Escape");
  await gone(bruno.getByRole("dialog"));

  await lia.sendMedia(AURORA_PHONE, { kind: "voice", bytes: aSound(), mimetype: "audio/ogg; codecs=opus", seconds: 7 });
  await seen(bruno.getByRole("button", { name: "Ouvir: mensagem de voz, 0:07" }));
  lia.sendLocation(AURORA_PHONE, { latitude: -23.55052, longitude: -46.63331, name: "Praça da Sé" });
  await seen(bubble(bruno, "Praça da Sé"));
  expect(await bubble(bruno, "Praça da Sé").getByRole("link").getAttribute("href")).toContain("-23.55052");
  lia.sendContact(AURORA_PHONE, { name: "Tia Neide", number: "5511955554444" });
  await seen(bubble(bruno, "Tia Neide").getByRole("link", { name: "+55 11 95555-4444" }));

  await say(bruno, "Anotado");
  const answer = await lia.waitFor((message) => message.text?.includes("Anotado") ?? false);
  lia.react(AURORA_PHONE, answer.id, "👍");
  await seen(bubble(bruno, "Anotado").getByRole("button", { name: "Reações: 👍" }));
  lia.write(AURORA_PHONE, "Perfeito", { quote: answer.id });
  await seen(bubble(bruno, "Perfeito").getByRole("button", { name: /Você.*Anotado/s }));

  lia.edit(AURORA_PHONE, first, "Oi, bom dia!");
  await seen(bubble(bruno, "Oi, bom dia!").getByText("editada"));
  const slip = lia.write(AURORA_PHONE, "Mensagem errada");
  await seen(bubble(bruno, "Mensagem errada"));
  lia.revoke(AURORA_PHONE, slip);
  await seen(bubble(bruno, "Mensagem excluída"));
  lia.typing(AURORA_PHONE, true);
  await seen(bruno.getByText("digitando…"));
});

test("a resolved ticket moves to Resolvidos and waits again when the customer writes", async () => {
  const otavio = desk.customer("Otávio Nunes");
  otavio.write(AURORA_PHONE, "Chegou tudo, obrigado");
  await accept(bruno, "Otávio Nunes");
  await bruno.getByRole("button", { name: "Resolver" }).filter({ visible: true }).click();
  await bruno.waitForURL("**/tickets");
  await gone(row(bruno, "Otávio Nunes"));
  await bruno.getByRole("tab", { name: "Resolvidos" }).click();
  await seen(row(bruno, "Otávio Nunes").getByText("FECHADO"));

  otavio.write(AURORA_PHONE, "Esqueci de perguntar uma coisa");
  await gone(row(bruno, "Otávio Nunes"));
  await bruno.getByRole("tab", { name: "Atendimento" }).click();
  await seen(bruno.getByRole("button", { name: "Aceitar Conversa: Otávio Nunes" }));
});

test("of two who accept at once one serves, and the other is told so", async () => {
  const vera = desk.customer("Vera Lins");
  vera.write(AURORA_PHONE, "Tem alguém aí?");
  const buttons = [ana, bruno].map((page) => page.getByRole("button", { name: "Aceitar Conversa: Vera Lins" }));
  await Promise.all(buttons.map(seen));
  // Both calls leave before either answer, or its event, comes back.
  const calls = gate(2);
  for (const page of [ana, bruno]) {
    await page.route("**/api/tickets/*", async (route) => {
      await calls();
      await route.continue();
    });
  }
  await Promise.all(buttons.map((button) => button.click()));
  const notice = /^(Ana Ribeiro|Bruno Tavares) já aceitou este atendimento\.$/;
  const told = () => Promise.all([ana, bruno].map((page) => page.getByText(notice).count()));
  await poll(async () => (await told()).toSorted()).toEqual([0, 1]);
  const [winner, loser] = (await told())[0] ? [bruno, ana] : [ana, bruno];
  for (const page of [ana, bruno]) await page.unroute("**/api/tickets/*");
  await seen(winner.getByRole("heading", { name: "Vera Lins", level: 2 }));
  await gone(loser.getByRole("button", { name: "Aceitar Conversa: Vera Lins" }));
  // An administrator sees whose it is; who only attends does not see a colleague's tickets.
  if (loser === ana) await seen(row(ana, "Vera Lins").getByText("Bruno"));
  else await gone(row(bruno, "Vera Lins"));
});

test("a draft survives a reload", async () => {
  desk.customer("Célia Braga").write(AURORA_PHONE, "Qual o preço do bolo?");
  await accept(bruno, "Célia Braga");
  await composer(bruno).fill("O de chocolate sai por");
  await bruno.reload();
  await poll(() => composer(bruno).inputValue()).toBe("O de chocolate sai por");
  await bruno.goto("/tickets");
  await seen(row(bruno, "Célia Braga").getByText("O de chocolate sai por"));
});

test("the search finds a word without its accents and opens the thread at the message", async () => {
  const ines = desk.customer("Inês Couto");
  ines.write(AURORA_PHONE, "Queria o pão de açúcar mascavo");
  for (let nth = 1; nth <= 60; nth++) ines.write(AURORA_PHONE, `e mais ${nth}`);
  await seen(row(bruno, "e mais 60"));
  await accept(bruno, "Inês Couto");
  await bruno.goto("/tickets");
  await bruno.getByRole("searchbox", { name: "Buscar atendimentos" }).fill("acucar masc");
  await row(bruno, "açúcar mascavo").getByRole("link").click();
  await bruno.waitForURL(/[?&]m=\d+/);
  const found = bubble(bruno, "pão de açúcar mascavo");
  await seen(found);
  await poll(() =>
    found.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    })
  ).toBe(true);
});

/** Whether the newest picture in the thread has its pixels. */
function isDrawn(page: Page): Promise<boolean> {
  return page.locator("[data-message] img").last().evaluate((img: HTMLImageElement) => img.naturalWidth > 0).catch(() =>
    false
  );
}

/** Too short to play, but begun like a real one. */
function aSound(): Uint8Array {
  return new TextEncoder().encode(`OggS\0\x02${"\0".repeat(22)}\x01\x13OpusHead\x01\x01${"\0".repeat(200)}`);
}
