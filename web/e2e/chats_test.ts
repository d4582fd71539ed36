import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Chat } from "../../src/contract/chats.ts";
import { addChat } from "../../src/chats/chats.ts";
import { sendToChat } from "../../src/chats/messages.ts";
import { aTicket } from "../../src/testing/fixtures.ts";
import { inspection } from "./axe.ts";
import {
  aDesk,
  ANA,
  aPicture,
  BRUNO,
  bubble,
  CARLA,
  composer,
  gone,
  NARROW,
  poll,
  recordedFor,
  say,
  seen,
} from "./desk.ts";
import { ears, listen } from "./ears.ts";

const desk = aDesk({ sound: true });

const PEOPLE = {
  ana: { id: 1, name: "Ana Ribeiro", profile: "admin", super: false, queueIds: [1, 2, 3] },
  bruno: { id: 2, name: "Bruno Tavares", profile: "user", super: false, queueIds: [1, 2] },
  carla: { id: 3, name: "Carla Nogueira", profile: "user", super: false, queueIds: [2, 3] },
} as const;
type Name = keyof typeof PEOPLE;
const personOf = (name: Name) => ({ ...PEOPLE[name], queueIds: [...PEOPLE[name].queueIds] });

const aurora = () => desk.road.server.tenants.company(2);
/** A chat of Ana's with colleagues, as if she had made it in another browser. */
const aChat = (title: string, ...others: Name[]): Chat =>
  addChat(aurora(), { title, users: others.map((name) => PEOPLE[name].id) }, personOf("ana"), Date.now());
const write = (chat: Chat, name: Name, message: string) =>
  sendToChat(aurora(), chat.id, { message }, { files: [], person: personOf(name), now: Date.now() })[0]!;

const row = (page: Page, title: string) => page.locator("[data-chat]", { hasText: title });
const dialog = (page: Page) => page.getByRole("dialog");
const menuDot = (page: Page) =>
  page.getByRole("navigation").getByRole("link", { name: /Chat interno/ }).getByRole("img", {
    name: "mensagens novas",
  });
const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Chat interno/ });
const heading = (page: Page, title: string) => page.getByRole("heading", { name: title, level: 2 });
const options = async (page: Page, text: string, name: string) => {
  await bubble(page, text).hover();
  await bubble(page, text).getByRole("button", { name: "Mais opções da mensagem" }).click();
  await page.getByRole("menuitem", { name }).click();
};

test("an administrator begins a chat; who is in it sees the dot and the bell, opens it there, and both write", async () => {
  const ana = await desk.logIn(ANA, { at: "/chats" }), bruno = await desk.logIn(BRUNO);
  await seen(ana.getByText("Nenhuma conversa ainda"));
  await bell(bruno).click();
  await seen(dialog(bruno).getByText("Nenhum registro"));
  await bruno.keyboard.press("Escape");
  await ana.getByRole("button", { name: "Nova", exact: true }).click();
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await seen(dialog(ana).getByText("Por favor, preencha o título da conversa."));
  await seen(dialog(ana).getByText("Por favor, selecione pelo menos um usuário."));
  await dialog(ana).getByLabel("Título").fill("Entregas de hoje");
  await dialog(ana).getByText("Bruno Tavares").click();
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await seen(heading(ana, "Entregas de hoje"));
  expect(new URL(ana.url()).pathname).toMatch(/^\/chats\/[\w-]{36}$/);
  await say(ana, "  ");
  await gone(ana.getByRole("log").locator("[data-message]"));
  await say(ana, "Hoje são *11* entregas");
  await seen(menuDot(bruno));
  await seen(bruno.getByRole("button", { name: "Chat interno: há mensagens não lidas" }));
  await bell(bruno).click();
  await dialog(bruno).getByRole("link", { name: /Entregas de hoje/ }).click();
  await seen(bubble(bruno, "Hoje são 11 entregas").getByText("Ana Ribeiro"));
  await gone(menuDot(bruno));
  await seen(ana.getByText("lida por Bruno"));
  await seen(bubble(ana, "11 entregas").getByRole("img", { name: "lida" }));
  await composer(bruno).fill("A moto 2");
  await seen(ana.getByRole("status").getByText("Bruno digita…"));
  await composer(bruno).press("Shift+Enter");
  await composer(bruno).pressSequentially("volta às 15h");
  await composer(bruno).press("Enter");
  await seen(bubble(ana, "A moto 2\nvolta às 15h"));
  await gone(ana.getByRole("status").getByText("Bruno digita…"));
  await poll(() => row(ana, "Entregas de hoje").textContent()).toContain("Bruno: A moto 2 volta às 15h");
});

test("a message is answered, changed and taken back, for both at once", async () => {
  const chat = aChat("Balcão", "bruno");
  write(chat, "bruno", "Quem leva a cesta?");
  const ana = await desk.logIn(ANA, { at: `/chats/${chat.uuid}` });
  const bruno = await desk.logIn(BRUNO, { at: `/chats/${chat.uuid}` });
  await bubble(ana, "Quem leva").hover();
  await bubble(ana, "Quem leva").getByRole("button", { name: "Responder" }).first().click();
  await say(ana, "Eu levo");
  await seen(bubble(bruno, "Eu levo").getByText("Quem leva a cesta?"));
  await options(ana, "Eu levo", "Editar");
  await dialog(ana).getByLabel("Mensagem").fill("Eu levo às 16h");
  await dialog(ana).getByRole("button", { name: "Salvar" }).click();
  await seen(bubble(bruno, "Eu levo às 16h").getByText("editada"));
  await options(ana, "Eu levo às 16h", "Excluir");
  await dialog(ana).or(ana.getByRole("alertdialog")).getByRole("button", { name: "Excluir" }).click();
  await gone(bubble(bruno, "Eu levo às 16h"));
  await seen(bubble(bruno, "Mensagem excluída"));
  await bubble(bruno, "Quem leva").hover();
  await bubble(bruno, "Quem leva").getByRole("button", { name: "Mais opções da mensagem" }).click();
  await seen(bruno.getByRole("menuitem", { name: "Editar" }));
  await bruno.keyboard.press("Escape");
});

test("files, pictures, voice and emojis go as they go to customers", async () => {
  const chat = aChat("Fotos", "bruno");
  const ana = await desk.logIn(ANA, { at: `/chats/${chat.uuid}`, permissions: ["microphone"] });
  const bruno = await desk.logIn(BRUNO, { at: `/chats/${chat.uuid}` });
  const picture = Buffer.from(await aPicture(ana, "teal", 320, 240));
  await ana.getByLabel("Anexar arquivos").setInputFiles([
    { name: "cesta.png", mimeType: "image/png", buffer: picture },
    { name: "rota.txt", mimeType: "text/plain", buffer: Buffer.from("Centro, zona norte") },
  ]);
  await say(ana, "A cesta");
  await seen(bubble(bruno, "A cesta"));
  await poll(() =>
    bubble(bruno, "A cesta").locator("img").first().evaluate((img: HTMLImageElement) => img.naturalWidth)
  ).toBe(320);
  await bubble(bruno, "A cesta").getByRole("button", { name: /Abrir a foto/ }).click();
  await seen(dialog(bruno));
  await bruno.keyboard.press("Escape");
  await ana.getByLabel("Anexar arquivos").setInputFiles([
    { name: "laço.png", mimeType: "image/png", buffer: Buffer.from(await aPicture(ana, "coral", 200, 100)) },
  ]);
  await say(ana, "O laço");
  await bubble(bruno, "A cesta").getByRole("button", { name: /Abrir a foto/ }).click();
  await seen(dialog(bruno).getByText("1 de 2"));
  await bruno.keyboard.press("ArrowRight");
  await seen(dialog(bruno).getByRole("img", { name: "O laço" }));
  await bruno.keyboard.press("Escape");
  const download = bruno.waitForEvent("download");
  await bubble(bruno, "rota.txt").getByRole("button", { name: /Baixar/ }).click();
  expect((await download).suggestedFilename()).toBe("rota.txt");
  await ana.getByRole("button", { name: "Gravar áudio" }).click();
  await recordedFor(ana.getByRole("timer"), "00:02");
  await ana.getByRole("button", { name: "Enviar áudio" }).click();
  await bruno.getByRole("button", { name: /Ouvir: mensagem de voz/ }).click();
  await seen(bruno.getByRole("button", { name: /Pausar: mensagem de voz/ }));
  await ana.getByRole("button", { name: "Emojis" }).click();
  await ana.getByRole("searchbox", { name: "Buscar emojis" }).fill("bolo de aniv");
  await seen(ana.getByRole("button", { name: "bolo de aniversário" }));
  await ana.keyboard.press("Enter");
  await ana.keyboard.press("Escape");
  await poll(() => composer(ana).inputValue()).toBe("🎂");
  await composer(ana).press("Enter");
  await seen(bruno.locator("[data-emojis='1']"));
});

test("who is called by name finds it behind the bell, which leads to the message", async () => {
  const chat = aChat("Caixa", "bruno", "carla");
  const ana = await desk.logIn(ANA, { at: `/chats/${chat.uuid}` });
  const bruno = await desk.logIn(BRUNO), carla = await desk.logIn(CARLA);
  await composer(ana).pressSequentially("@car");
  await seen(ana.getByRole("option", { name: "Carla Nogueira" }));
  await gone(ana.getByRole("option", { name: "Bruno Tavares" }));
  await composer(ana).press("Enter");
  await poll(() => composer(ana).inputValue()).toBe("@Carla ");
  await composer(ana).pressSequentially("quem fechou o caixa?");
  await composer(ana).press("Enter");
  await seen(carla.getByRole("button", { name: /1 chamada por nome/ }));
  await carla.getByRole("button", { name: /chamada por nome/ }).click();
  await dialog(carla).getByRole("link", { name: /Ana chamou você em Caixa/ }).click();
  await seen(bubble(carla, "quem fechou o caixa?"));
  await gone(carla.getByRole("button", { name: /chamada por nome/ }));
  await seen(bell(bruno));
  expect(await bruno.getByRole("button", { name: /chamada por nome/ }).count()).toBe(0);
});

test("a ticket that is spoken of is a card that opens it, for whom may see it; others are told that they may not", async () => {
  const chat = aChat("Atendimentos do dia", "bruno", "carla");
  const { id, uuid } = aurora().write((db) =>
    aTicket(db, { name: "Paulo Dias", queueId: 1, status: "open", userId: 2 })
  );
  const ana = await desk.logIn(ANA, { at: `/chats/${chat.uuid}` });
  await composer(ana).pressSequentially("Veja #Paulo");
  await ana.getByRole("option", { name: /Paulo Dias/ }).click();
  await poll(() => composer(ana).inputValue()).toBe(`Veja #${id} `);
  await composer(ana).press("Enter");
  const carla = await desk.logIn(CARLA, { at: `/chats/${chat.uuid}` });
  await seen(bubble(carla, `Atendimento ${id}`).getByText("Você não tem acesso a este atendimento"));
  expect(await bubble(carla, `Atendimento ${id}`).getByText("Paulo").count()).toBe(0);
  const bruno = await desk.logIn(BRUNO, { at: `/chats/${chat.uuid}` });
  await bruno.getByRole("link", { name: /Paulo Dias.*Encomendas.*com Bruno/ }).click();
  await poll(() => new URL(bruno.url()).pathname).toBe(`/tickets/${uuid}`);
  await seen(heading(bruno, "Paulo Dias"));
});

test("a note on a ticket rings for who is called in it, and the bell leads to the ticket", async () => {
  const { uuid } = aurora().write((db) => aTicket(db, { name: "Rita Souza", queueId: 1, status: "open", userId: 1 }));
  const ana = await desk.logIn(ANA, { at: `/tickets/${uuid}` }), bruno = await desk.logIn(BRUNO);
  await ana.getByRole("button", { name: "Mostrar o contato" }).click();
  const field = ana.getByLabel("Nova observação");
  await field.pressSequentially("@");
  await seen(ana.getByRole("option", { name: "Bruno Tavares" }));
  expect(await ana.getByRole("option", { name: "Carla Nogueira" }).count()).toBe(0);
  await ana.keyboard.press("Enter");
  await poll(() => field.inputValue()).toBe("@Bruno ");
  await field.pressSequentially("paga na entrega");
  await ana.getByRole("button", { name: "Adicionar" }).click();
  await bruno.getByRole("button", { name: /1 chamada por nome/ }).click();
  await dialog(bruno).getByRole("link", { name: /Ana chamou você em Rita Souza/ }).click();
  await seen(heading(bruno, "Rita Souza"));
  await seen(bruno.getByText("@Bruno paga na entrega"));
  await gone(bruno.getByRole("button", { name: /chamada por nome/ }));
});

describe("the owner", () => {
  test("takes somebody out, who loses the chat at once; the others go on", async () => {
    const chat = aChat("Natal", "bruno", "carla");
    write(chat, "bruno", "chegaram as caixas");
    const ana = await desk.logIn(ANA, { at: `/chats/${chat.uuid}` });
    const carla = await desk.logIn(CARLA, { at: `/chats/${chat.uuid}` });
    await seen(bubble(carla, "chegaram as caixas"));
    expect(await carla.getByRole("button", { name: "Editar a conversa" }).count()).toBe(0);
    await ana.getByRole("button", { name: "Editar a conversa" }).click();
    await dialog(ana).getByLabel("Título").fill("Natal 2026");
    await dialog(ana).getByText("Carla Nogueira").click();
    await dialog(ana).getByRole("button", { name: "Salvar" }).click();
    await seen(heading(ana, "Natal 2026"));
    await poll(() => new URL(carla.url()).pathname).toBe("/chats");
    await gone(row(carla, "Natal"));
    await gone(bubble(carla, "chegaram as caixas"));
    await carla.goto(`/chats/${chat.uuid}`);
    await seen(carla.getByText("Conversa não encontrada"));
  });

  test("deletes it after a question, and whoever reads it is led back", async () => {
    const chat = aChat("Passageira", "bruno");
    const ana = await desk.logIn(ANA, { at: `/chats/${chat.uuid}` });
    const bruno = await desk.logIn(BRUNO, { at: `/chats/${chat.uuid}` });
    await seen(heading(bruno, "Passageira"));
    await ana.getByRole("button", { name: "Excluir a conversa" }).click();
    await seen(ana.getByText(/Esta ação não pode ser desfeita/));
    await ana.getByRole("button", { name: "Excluir", exact: true }).click();
    for (const page of [ana, bruno]) {
      await poll(() => new URL(page.url()).pathname).toBe("/chats");
      await gone(row(page, "Passageira"));
    }
  });
});

test("what is unread is so in both windows of a person, also after a restart, until one of them has read it", async () => {
  const chat = aChat("Turno da noite", "bruno");
  // Whoever logs in anew is let go elsewhere: it is the second window of one browser.
  const one = await desk.logIn(BRUNO), two = await one.context().newPage();
  await two.goto("/chats");
  await seen(row(two, "Turno da noite"));
  for (const text of ["um", "dois", "três"]) write(chat, "ana", text);
  await seen(row(two, "Turno da noite").getByRole("img", { name: "3 não lidas" }));
  await seen(menuDot(one));
  await desk.stopServer();
  await desk.startServer();
  await two.reload();
  await seen(row(two, "Turno da noite").getByRole("img", { name: "3 não lidas" }));
  await one.goto("/chats");
  await row(one, "Turno da noite").getByRole("link").click();
  await seen(one.getByText("3 mensagens novas"));
  await gone(row(two, "Turno da noite").getByRole("img", { name: /não lida/ }));
});

test("a long chat is read on upwards without losing the place, and a search leads to any message of it", async () => {
  const chat = aChat("Arquivo", "bruno");
  for (let nth = 1; nth <= 120; nth++) write(chat, "ana", `Linha ${nth}: ${"pão ".repeat(nth % 7)}`);
  const bruno = await desk.logIn(BRUNO, { at: `/chats/${chat.uuid}` });
  await seen(bruno.getByText("120 mensagens novas"));
  await seen(bubble(bruno, "Linha 81:"));
  // Whoever lands at the top of what has come reads on without scrolling.
  await seen(bubble(bruno, "Linha 80:"));
  // What was the first of all is where it was, and what came is above it.
  const placeOf = async (text: string) => (await bubble(bruno, text).boundingBox())?.y ?? Infinity;
  const isInView = async (text: string) => await placeOf(text) > 0 && await placeOf(text) < 900;
  await poll(() => isInView("Linha 81:")).toBe(true);
  expect(await placeOf("Linha 80:")).toBeLessThan(await placeOf("Linha 81:"));
  await bruno.getByRole("log").evaluate((element) => element.scrollTop = 0);
  await seen(bubble(bruno, "Linha 40:"));
  await poll(() => isInView("Linha 41:")).toBe(true);
  expect(await placeOf("Linha 40:")).toBeLessThan(await placeOf("Linha 41:"));
  await bruno.getByRole("button", { name: "Buscar nesta conversa" }).click();
  await bruno.getByRole("textbox", { name: "Buscar nesta conversa" }).or(
    bruno.getByRole("searchbox", { name: "Buscar nesta conversa" }),
  ).fill("linha 7 pao");
  await bruno.getByRole("region", { name: "Mensagens encontradas" }).getByRole("link").last().click();
  await poll(() => bruno.locator("[data-sought]").count()).toBe(1);
  await poll(() => new URL(bruno.url()).searchParams.get("m")).not.toBeNull();
  await bruno.getByRole("button", { name: /Ir para a mensagem mais nova|novas/ }).click();
  await seen(bubble(bruno, "Linha 120:"));
});

test("what is written without a line leaves when it is back, once; a draft stays where it was begun", async () => {
  const chat = aChat("Sem linha", "bruno"), other = aChat("Outra", "bruno");
  write(chat, "bruno", "Alguém aí?");
  const ana = await desk.logIn(ANA, { at: `/chats/${chat.uuid}` });
  await composer(ana).fill("Começo de frase");
  await row(ana, "Outra").getByRole("link").click();
  await seen(heading(ana, "Outra"));
  await poll(() => composer(ana).inputValue()).toBe("");
  await seen(row(ana, "Sem linha").getByText("Rascunho:"));
  await row(ana, "Sem linha").getByRole("link").click();
  await poll(() => composer(ana).inputValue()).toBe("Começo de frase");
  await seen(bubble(ana, "Alguém aí?"));
  await ana.context().setOffline(true);
  await composer(ana).press("Enter");
  await seen(bubble(ana, "Começo de frase").getByText("Sem conexão."));
  await ana.context().setOffline(false);
  await poll(() => aurora().read.all("select body from chat_messages where body = 'Começo de frase'").length).toBe(1);
  await gone(ana.getByText("Sem conexão. Será enviada quando ela voltar."));
  await poll(() => bubble(ana, "Começo de frase").count()).toBe(1);
  expect(other.id).not.toBe(chat.id);
});

test("a message rings and shows on the desktop, unless the chat is before one's eyes", async () => {
  const chat = aChat("Avisos", "bruno");
  const bruno = await desk.open();
  await bruno.addInitScript(listen);
  await bruno.close();
  const page = await desk.logIn(BRUNO);
  await page.addInitScript(listen);
  await page.reload();
  await seen(bell(page));
  await page.getByRole("heading", { name: "Atendimentos", level: 2 }).click();
  write(chat, "ana", "Reunião às 16h");
  await poll(async () => (await ears(page)).shown).toEqual(["Ana Ribeiro · Avisos: Reunião às 16h"]);
  expect((await ears(page)).chimes).toBe(1);
  await page.getByRole("navigation").getByRole("link", { name: /Chat interno/ }).click();
  await row(page, "Avisos").getByRole("link").click();
  await seen(bubble(page, "Reunião às 16h"));
  write(chat, "ana", "Na cozinha");
  await seen(bubble(page, "Na cozinha"));
  await poll(() =>
    aurora().read.all("select unreads from chat_users where user_id = 2 and unreads > 0 and chat_id = " + chat.id)
  )
    .toEqual([]);
  write(aChat("Depois", "bruno"), "ana", "E depois");
  await poll(async () => (await ears(page)).shown.at(-1)).toBe("Ana Ribeiro · Depois: E depois");
  expect((await ears(page)).shown).toHaveLength(2);
});

test("on a narrow screen there are two tabs, and nothing of it all has a fault of access", async () => {
  const chat = aChat("Todos da Aurora", "bruno", "carla");
  const { id } = aurora().write((db) => aTicket(db, { name: "Lia Prado", queueId: 1, status: "open", userId: 2 }));
  write(chat, "bruno", `@Ana, esta pediu para trocar: #${id}`);
  write(chat, "carla", "A moto 2 volta às 15h");
  const ana = await desk.logIn(ANA, { at: "/chats" }), look = inspection(ana);
  await seen(row(ana, "Todos da Aurora").getByRole("img", { name: "2 não lidas" }));
  await look.look("chats");
  await bell(ana).click();
  await look.look("popover");
  await ana.keyboard.press("Escape");
  await row(ana, "Todos da Aurora").getByRole("link").click();
  await seen(ana.getByRole("link", { name: /Lia Prado/ }));
  await say(ana, "Vi, @Bruno");
  await composer(ana).pressSequentially("@");
  await seen(ana.getByRole("option").first());
  await look.look("thread");
  await composer(ana).press("Escape");
  await composer(ana).fill("");
  await ana.getByRole("button", { name: "Editar a conversa" }).click();
  await seen(dialog(ana).getByText("Carla Nogueira"));
  await look.look("dialog");
  await dialog(ana).getByRole("button", { name: "Fechar" }).last().click();
  await ana.setViewportSize(NARROW);
  await seen(ana.getByRole("radio", { name: "Mensagens" }));
  await look.look("narrow messages");
  await ana.getByText("Chats", { exact: true }).click();
  await seen(row(ana, "Todos da Aurora"));
  expect(await ana.getByRole("button", { name: "Nova", exact: true }).count()).toBe(0);
  await gone(composer(ana));
  await look.look("narrow list");
  await row(ana, "Todos da Aurora").getByRole("link").click();
  await seen(ana.getByRole("radio", { name: "Mensagens", checked: true }));
  look.pass();
});
