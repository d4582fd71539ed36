import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Chat, ChatMessage } from "../contract/chats.ts";
import { storedBytes } from "../companies/limits.ts";
import { aBalcao, aTicket, type Emitted } from "../testing/fixtures.ts";
import { setLimit } from "../testing/plans.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { ChatTyping } from "./typing.ts";
import { ownChats } from "./chats.ts";
import { newestMessages } from "./read_messages.ts";

const ANA = 1, BRUNO = 2, CARLA = 3;
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeEach(async () => {
  balcao = await aBalcao();
  // Somebody who logs in at the same time twice would be let go once.
  for (const name of ["ana", "bruno", "carla"]) await balcao.logIn(`${name}@aurora.test`);
});
afterEach(async () => await balcao.close());

const as = (name: string) => (method: string, path: string, body?: unknown) =>
  balcao.as(`${name}@${name === "nina" || name === "otto" ? "norte" : "aurora"}.test`)(method, path, body);
const ana = as("ana"), bruno = as("bruno"), carla = as("carla"), nina = as("nina");
type Caller = typeof ana;
const stored = () => [...Deno.readDirSync(`${balcao.aurora.folder}/media`)].length;

/** A chat that Ana owns. */
async function aChat(users = [BRUNO], title = "Entregas de hoje"): Promise<Chat> {
  const { body, status } = await ana("POST", "/chats", { title, users });
  expect(status).toBe(200);
  return body;
}
async function write(who: Caller, { id }: { id: number }, message: string, more: object = {}): Promise<ChatMessage> {
  const { body, status } = await who("POST", `/chats/${id}/messages`, { message, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body[0];
}
const chatsOf = async (who: Caller, query = "") => (await who("GET", `/chats${query}`)).body.records as Chat[];
const textsOf = async (who: Caller, { id }: { id: number }, query = "") =>
  (await who("GET", `/chats/${id}/messages${query}`)).body.records.map(({ message }: ChatMessage) => message);
const unreadsOf = async (who: Caller, userId: number) =>
  (await chatsOf(who))[0]!.users.find((user) => user.userId === userId)!.unreads;
const kinds = (heard: Emitted[]) =>
  heard.filter(({ name }) => name === "chat").map(({ payload }) => (payload as { action: string }).action);

describe("making and keeping a chat", () => {
  test("an administrator begins one, is in it and owns it; whoever is in it hears of it", async () => {
    const [brunoHears, carlaHears] = [balcao.listenAs(balcao.aurora, "Bruno"), balcao.listenAs(balcao.aurora, "Carla")];
    const chat = await aChat();
    expect(chat).toMatchObject({ title: "Entregas de hoje", ownerId: ANA, lastMessage: "", last: null });
    expect(chat.users.map(({ user, unreads }) => [user.name, unreads])).toEqual([["Ana Ribeiro", 0], [
      "Bruno Tavares",
      0,
    ]]);
    expect(brunoHears.map(({ payload }) => payload)).toMatchObject([{ action: "create", record: { id: chat.id } }]);
    expect(carlaHears).toEqual([]);
    expect((await bruno("GET", `/chats/${chat.uuid}`)).body).toMatchObject({ id: chat.id });
  });

  test("others may not, nor without a title, without anybody, or with somebody of another company", async () => {
    expect((await bruno("POST", "/chats", { title: "Nossa", users: [CARLA] })).body.error).toBe("ERR_NO_PERMISSION");
    const refused = async (form: object) =>
      (await ana("POST", "/chats", { title: "Nossa", users: [BRUNO], ...form })).body;
    expect(await refused({ title: "  " })).toMatchObject({ fields: { title: "required" } });
    expect(await refused({ users: [] })).toMatchObject({ fields: { users: "required" } });
    expect(await refused({ users: [ANA] })).toMatchObject({ fields: { users: "required" } });
    expect(await refused({ users: [99] })).toMatchObject({ error: "ERR_NO_USER_FOUND" });
  });

  test("users may be sent as lists of users have them, too", async () => {
    const { body } = await ana("POST", "/chats", { title: "Caixa", users: [{ id: CARLA, name: "Carla Nogueira" }] });
    expect(body.users.map(({ userId }: { userId: number }) => userId)).toEqual([ANA, CARLA]);
  });

  test("only its owner changes or deletes it, and of two who save at once the second learns of the first", async () => {
    const chat = await aChat(), form = { title: "Entregas", users: [BRUNO, CARLA] };
    expect((await bruno("PUT", `/chats/${chat.id}`, form)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await bruno("DELETE", `/chats/${chat.id}`)).body.error).toBe("ERR_NO_PERMISSION");
    const changed = (await ana("PUT", `/chats/${chat.id}`, { ...form, was: chat.revision })).body;
    expect(changed).toMatchObject({ title: "Entregas" });
    const late = (await ana("PUT", `/chats/${chat.id}`, { ...form, title: "Outra", was: chat.revision })).body;
    expect(late).toMatchObject({ error: "ERR_CHANGED_MEANWHILE", detail: { record: { title: "Entregas" } } });
    expect((await ana("DELETE", `/chats/${chat.id}`)).status).toBe(200);
    expect((await bruno("GET", `/chats/${chat.uuid}`)).body.error).toBe("ERR_NO_CHAT_FOUND");
  });

  test("who comes later reads what was written before, and none of it is news", async () => {
    const chat = await aChat();
    await write(bruno, chat, "a moto 2 volta às 15h");
    const heard = balcao.listenAs(balcao.aurora, "Carla");
    await ana("PUT", `/chats/${chat.id}`, { title: chat.title, users: [BRUNO, CARLA] });
    expect(kinds(heard)).toEqual(["create"]);
    expect(await textsOf(carla, chat)).toEqual(["a moto 2 volta às 15h"]);
    expect(await unreadsOf(carla, CARLA)).toBe(0);
  });
});

describe("nobody else", () => {
  test("a colleague who is not in it, and another company, get nothing of a chat, whatever they ask", async () => {
    const chat = await aChat();
    const form = new FormData();
    form.append("message", "mapa");
    form.append("medias", new File(["rota"], "rota.txt", { type: "text/plain" }));
    const [file] = (await bruno("POST", `/chats/${chat.id}/messages`, form)).body as ChatMessage[];
    const heard = [balcao.listenAs(balcao.aurora, "Carla"), balcao.listenAs(balcao.norte, "Nina")];
    const message = await write(bruno, chat, "segredo");
    await bruno("PUT", `/chat-messages/${message.id}`, { message: "segredo maior" });
    await ana("POST", `/chats/${chat.id}/read`, {});
    for (const who of [carla, nina]) {
      const asks: [string, string, object?][] = [
        ["GET", `/chats/${chat.uuid}`],
        ["GET", `/chats/${chat.id}/messages`],
        ["GET", `/chats/search?searchParam=segredo&chatId=${chat.id}`],
        ["POST", `/chats/${chat.id}/messages`, { message: "oi" }],
        ["POST", `/chats/${chat.id}/read`, {}],
        ["PUT", `/chats/${chat.id}`, { title: "Minha", users: [BRUNO] }],
        ["DELETE", `/chats/${chat.id}`],
        ["PUT", `/chat-messages/${message.id}`, { message: "eu" }],
        ["DELETE", `/chat-messages/${message.id}`],
        ["GET", `/chat-messages/${file!.id}/media-address`],
        ["GET", `/chat-media/${file!.id}`],
      ];
      for (const [method, path, body] of asks) {
        const answer = await who(method, path, body);
        expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(404);
      }
      expect(await chatsOf(who)).toEqual([]);
      expect((await who("GET", "/chats/search?searchParam=segredo")).body.found).toEqual([]);
    }
    expect(heard).toEqual([[], []]);
    expect(await textsOf(ana, chat)).toEqual(["mapa", "segredo maior"]);
  });

  test("who is taken out loses sight of it at once: the list, the messages, the files, and what they missed", async () => {
    const chat = await aChat([BRUNO, CARLA]);
    const form = new FormData();
    form.append("medias", new File(["rota"], "rota.txt", { type: "text/plain" }));
    const [file] = (await bruno("POST", `/chats/${chat.id}/messages`, form)).body as ChatMessage[];
    const address = (await carla("GET", `/chat-messages/${file!.id}/media-address`)).body.url.replace("/api", "");
    expect((await carla("GET", address)).body).toBe("rota");
    const mark = balcao.aurora.hub.at;
    await write(ana, chat, "enquanto Carla estava fora");
    const heard = balcao.listenAs(balcao.aurora, "Carla");
    await ana("PUT", `/chats/${chat.id}`, { title: chat.title, users: [BRUNO] });
    await write(ana, chat, "sem a Carla");
    expect(kinds(heard)).toEqual(["delete"]);
    expect(await chatsOf(carla)).toEqual([]);
    expect((await carla("GET", address)).status).toBe(404);
    const person = { id: CARLA, profile: "user" as const, super: false, queueIds: [] };
    const missed = balcao.aurora.hub.since(mark)!.filter(({ to }) => to(person)).map(({ payload }) => payload);
    expect(missed).toEqual([{ action: "delete", id: chat.id }]);
  });

  test("an address of a chat's file opens no ticket's file of the same number, and the other way round", async () => {
    const chat = await aChat(), form = new FormData();
    form.append("medias", new File(["rota"], "rota.txt", { type: "text/plain" }));
    const [file] = (await bruno("POST", `/chats/${chat.id}/messages`, form)).body as ChatMessage[];
    const { url } = (await bruno("GET", `/chat-messages/${file!.id}/media-address`)).body;
    const answer = await bruno("GET", url.replace("/api/chat-media", "/media"));
    expect(answer.body.error).toBe("ERR_SESSION_EXPIRED");
  });
});

describe("writing", () => {
  test("a message counts for the others, is the chat's last, and is heard by all in it", async () => {
    const chat = await aChat([BRUNO, CARLA]);
    const heard = balcao.listenAs(balcao.aurora, "Bruno");
    const message = await write(ana, chat, " Bom dia!\n");
    expect(message).toMatchObject({
      senderId: ANA,
      sender: { name: "Ana Ribeiro" },
      message: " Bom dia!\n",
      chatId: chat.id,
    });
    expect(heard.at(-1)!.payload).toMatchObject({
      action: "new-message",
      newMessage: { id: message.id },
      chat: { lastMessage: "Ana Ribeiro:  Bom dia!\n", last: { id: message.id, senderId: ANA } },
    });
    const [seen] = await chatsOf(carla);
    expect(seen!.users.map(({ userId, unreads }) => [userId, unreads])).toEqual([[ANA, 0], [BRUNO, 1], [CARLA, 1]]);
    expect((await bruno("POST", `/chats/${chat.id}/messages`, { message: " \n " })).body.fields).toEqual({
      message: "required",
    });
  });

  test("the same message sent twice, also at the same time, is there once", async () => {
    const chat = await aChat(), localId = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => write(bruno, chat, "uma vez", { localId })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await textsOf(ana, chat)).toEqual(["uma vez"]);
    expect(await unreadsOf(ana, ANA)).toBe(1);
    const other = await ana("POST", `/chats/${chat.id}/messages`, { message: "dela", localId });
    expect(other.body.fields).toEqual({ localId: "taken" });
  });

  test("two who write at once are both there, each counted for the other, and events come in their order", async () => {
    const chat = await aChat([BRUNO, CARLA]), heard = balcao.listenAs(balcao.aurora, "Carla");
    const all = Array.from({ length: 10 }, (_, nth) => write(nth % 2 ? ana : bruno, chat, `nº ${nth}`));
    const ids = (await Promise.all(all)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(10);
    expect(await unreadsOf(carla, CARLA)).toBe(10);
    const told = heard.map(({ payload }) => (payload as { newMessage: ChatMessage }).newMessage.id);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.length).toBe(10);
  });

  test("a quote shows what is quoted, of the same chat alone", async () => {
    const chat = await aChat(), other = await aChat([BRUNO], "Caixa");
    const first = await write(ana, chat, "quem leva?"), elsewhere = await write(ana, other, "fechado");
    expect(await write(bruno, chat, "eu", { quotedMsg: { id: first.id } })).toMatchObject({
      quotedMsg: { id: first.id, name: "Ana Ribeiro", message: "quem leva?", senderId: ANA, kind: "text" },
    });
    const refused = await bruno("POST", `/chats/${chat.id}/messages`, {
      message: "eu",
      quotedMsg: { id: elsewhere.id },
    });
    expect(refused.body.error).toBe("ERR_NO_MESSAGE_FOUND");
  });

  test("several files sent twice under one mark are there once, and the second answer names them all", async () => {
    const chat = await aChat(), localId = crypto.randomUUID();
    const send = async () => {
      const form = new FormData();
      form.append("message", "as fotos");
      form.append("localId", localId);
      for (const name of ["a.txt", "b.txt", "c.txt"]) {
        form.append("medias", new File([name], name, { type: "text/plain" }));
      }
      return (await bruno("POST", `/chats/${chat.id}/messages`, form)).body as ChatMessage[];
    };
    const first = await send();
    await write(bruno, chat, "e mais uma coisa");
    const again = await send();
    expect(again.map(({ id, media }) => [id, media?.name])).toEqual(first.map(({ id, media }) => [id, media?.name]));
    expect(again).toHaveLength(3);
    expect(await unreadsOf(ana, ANA)).toBe(4);
  });

  test("files stand in messages of their own, count as stored, and go with their message", async () => {
    const chat = await aChat(), form = new FormData(), before = storedBytes(balcao.aurora.read);
    form.append("message", "true");
    form.append("medias", new File(["rota"], "rota.txt", { type: "text/plain" }));
    form.append("medias", new File(["outra rota"], "rota 2.txt", { type: "text/plain" }));
    const sent = (await bruno("POST", `/chats/${chat.id}/messages`, form)).body as ChatMessage[];
    expect(sent.map(({ message, kind, media }) => [message, kind, media?.name])).toEqual([
      ["true", "document", "rota.txt"],
      ["", "document", "rota 2.txt"],
    ]);
    expect(storedBytes(balcao.aurora.read) - before).toBe(14);
    expect(await unreadsOf(ana, ANA)).toBe(2);
    expect((await chatsOf(ana))[0]!.lastMessage).toBe("Bruno Tavares: rota 2.txt");
    expect((await ana("GET", `/chat-media/${sent[1]!.id}`)).body).toBe("outra rota");
    await bruno("DELETE", `/chat-messages/${sent[1]!.id}`);
    expect([storedBytes(balcao.aurora.read) - before, stored(), await unreadsOf(ana, ANA)]).toEqual([4, 1, 1]);
    await ana("DELETE", `/chats/${chat.id}`);
    expect([storedBytes(balcao.aurora.read) - before, stored()]).toEqual([0, 0]);
  });

  test("a file that lies about its kind, or for which there is no room, leaves nothing behind", async () => {
    const chat = await aChat(),
      send = (name: string, type: string, size: number) => {
        const form = new FormData();
        form.append("medias", new File([new Uint8Array(size)], name, { type }));
        return bruno("POST", `/chats/${chat.id}/messages`, form);
      };
    expect((await send("foto.png", "image/png", 100)).body.error).toBe("ERR_FILE_TYPE");
    setLimit(balcao.tenants, balcao.aurora.id, "storage", 50);
    expect((await send("rota.txt", "text/plain", 100)).body.error).toBe("ERR_STORAGE_LIMIT");
    expect([stored(), await textsOf(ana, chat)]).toEqual([0, []]);
  });

  test("an own text is changed for a quarter of an hour, an own message is taken back at any time", async () => {
    const chat = await aChat(), heard = balcao.listenAs(balcao.aurora, "Bruno");
    const message = await write(ana, chat, "às 15h");
    expect((await bruno("PUT", `/chat-messages/${message.id}`, { message: "às 16h" })).body.error).toBe(
      "ERR_NO_PERMISSION",
    );
    expect((await bruno("DELETE", `/chat-messages/${message.id}`)).body.error).toBe("ERR_NO_PERMISSION");
    const changed = (await ana("PUT", `/chat-messages/${message.id}`, { message: "às 16h" })).body;
    expect(changed).toMatchObject({ message: "às 16h", isEdited: true });
    const quarter = 15 * 60_000 + 1;
    balcao.aurora.write((db) => void db.run(sql`update chat_messages set created_at = created_at - ${quarter}`));
    const late = await ana("PUT", `/chat-messages/${message.id}`, { message: "às 17h" });
    expect(late.body.error).toBe("ERR_EDIT_TOO_LATE");
    const gone = (await ana("DELETE", `/chat-messages/${message.id}`)).body;
    expect(gone).toMatchObject({ message: "", isDeleted: true });
    expect(kinds(heard)).toEqual(["new-message", "update-message", "update-message"]);
    expect(await unreadsOf(bruno, BRUNO)).toBe(0);
    expect((await chatsOf(bruno))[0]).toMatchObject({ lastMessage: "", last: { isDeleted: true } });
    await ana("DELETE", `/chat-messages/${message.id}`);
    expect(await unreadsOf(bruno, BRUNO)).toBe(0);
  });

  test("who floods is asked to wait", async () => {
    const chat = await aChat();
    const answers = await Promise.all(
      Array.from({ length: 65 }, () => bruno("POST", `/chats/${chat.id}/messages`, { message: "!" })),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
    expect(answers.find(({ status }) => status === 429)!.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await ana("POST", `/chats/${chat.id}/messages`, { message: "calma" })).status).toBe(200);
  });
});

describe("reading", () => {
  test("a mark goes forward only, leaves unread what came after it, and is heard by the others", async () => {
    const chat = await aChat(), [one, two] = [await write(ana, chat, "1"), await write(ana, chat, "2")];
    const heard = balcao.listenAs(balcao.aurora, "Ana");
    const read = (body: object) => bruno("POST", `/chats/${chat.id}/read`, body);
    await read({ userId: BRUNO, upTo: one.id });
    expect(await unreadsOf(bruno, BRUNO)).toBe(1);
    await read({ upTo: two.id });
    await read({ upTo: one.id });
    const [seen] = await chatsOf(ana);
    expect(seen!.users.find(({ userId }) => userId === BRUNO)).toMatchObject({ readTo: two.id, unreads: 0 });
    expect(kinds(heard)).toEqual(["update", "update"]);
    expect((await read({ userId: ANA })).body.error).toBe("ERR_NO_PERMISSION");
    await read({ upTo: 999_999 });
    await write(ana, chat, "3");
    expect(await unreadsOf(bruno, BRUNO)).toBe(1);
  });

  test("only chats with something unread are asked for, and writing in one reads it", async () => {
    const chat = await aChat(), quiet = await aChat([BRUNO], "Natal");
    await write(ana, chat, "1");
    expect((await chatsOf(bruno, "?withUnread=true")).map(({ id }) => id)).toEqual([chat.id]);
    expect((await chatsOf(bruno)).map(({ id }) => id)).toEqual([chat.id, quiet.id]);
    await write(bruno, chat, "2");
    expect(await chatsOf(bruno, "?withUnread=true")).toEqual([]);
  });

  test("a long chat comes page by page from its end, and around any message", async () => {
    const chat = await aChat();
    balcao.aurora.write((db) => {
      for (let nth = 1; nth <= 100; nth++) {
        db.run(sql`insert into chat_messages (chat_id, user_id, sender, body, kind, created_at)
          values (${chat.id}, ${ANA}, 'Ana', ${`nº ${nth}`}, 'text', ${nth})`);
      }
    });
    const page = async (query: string) => (await bruno("GET", `/chats/${chat.id}/messages${query}`)).body;
    const last = await page("");
    expect([last.records.length, last.records[0].message, last.records.at(-1).message]).toEqual([
      40,
      "nº 61",
      "nº 100",
    ]);
    expect([last.hasMore, last.hasNewer]).toEqual([true, false]);
    const older = await page(`?before=${last.records[0].id}`);
    expect([older.records.at(-1).message, older.records.length, older.hasMore]).toEqual(["nº 60", 40, true]);
    expect((await page("?pageNumber=3")).records.map(({ id }: ChatMessage) => id)).toHaveLength(20);
    const around = await page(`?around=${older.records[0].id}`);
    expect([around.records[20].message, around.hasMore, around.hasNewer]).toEqual(["nº 21", false, true]);
    expect((await page(`?after=${older.records.at(-1).id}`)).records[0].message).toBe("nº 61");
    expect((await page("?around=999999")).error).toBe("ERR_NO_MESSAGE_FOUND");
  });

  test("words and names of files are found in one's own chats, without regard to accents, until they are taken back", async () => {
    const chat = await aChat(), other = await aChat([CARLA], "Caixa");
    const message = await write(ana, chat, "O café da manhã sobrou");
    await write(ana, other, "café para o caixa");
    const find = async (who: Caller, searchParam: string, more = "") =>
      (await who("GET", `/chats/search?searchParam=${encodeURIComponent(searchParam)}${more}`)).body.found;
    expect(await find(bruno, "CAFE manh")).toMatchObject([{
      id: message.id,
      chat: { uuid: chat.uuid },
      name: "Ana Ribeiro",
    }]);
    expect((await find(ana, "café")).length).toBe(2);
    expect((await find(ana, "café", `&chatId=${chat.id}`)).length).toBe(1);
    const form = new FormData();
    form.append("medias", new File(["x"], "Relatório de março.txt", { type: "text/plain" }));
    const [file] = (await ana("POST", `/chats/${chat.id}/messages`, form)).body as ChatMessage[];
    expect(await find(bruno, "relatorio marco")).toMatchObject([{ id: file!.id }]);
    await ana("PUT", `/chat-messages/${message.id}`, { message: "O chá sobrou" });
    expect(await find(bruno, "cafe")).toEqual([]);
    await ana("DELETE", `/chat-messages/${file!.id}`);
    expect(await find(bruno, "relatorio")).toEqual([]);
    expect((await chatsOf(ana, "?searchParam=nogue")).map(({ id }) => id)).toEqual([other.id]);
  });
});

describe("who is called", () => {
  const callsOf = async (who: Caller) => (await who("GET", "/mentions")).body;

  test("by name in a chat hears it alone, until they have read so far", async () => {
    const chat = await aChat([BRUNO, CARLA]);
    const [brunoHears, carlaHears] = [balcao.listenAs(balcao.aurora, "Bruno"), balcao.listenAs(balcao.aurora, "Carla")];
    const message = await write(ana, chat, "@Bruno, esta pediu para trocar; @Ana e @Nina não");
    expect(message.mentions).toEqual([{ userId: BRUNO, written: "@Bruno" }, { userId: ANA, written: "@Ana" }]);
    expect(brunoHears.filter(({ name }) => name === "mention")).toMatchObject([
      {
        payload: {
          action: "create",
          record: { by: { id: ANA }, chat: { uuid: chat.uuid, messageId: message.id }, ticket: null },
        },
      },
    ]);
    expect(carlaHears.filter(({ name }) => name === "mention")).toEqual([]);
    expect(await callsOf(bruno)).toMatchObject([{ text: message.message }]);
    expect([await callsOf(ana), await callsOf(carla)]).toEqual([[], []]);
    await bruno("POST", `/chats/${chat.id}/read`, { upTo: message.id });
    expect(await callsOf(bruno)).toEqual([]);
    expect(brunoHears.filter(({ name }) => name === "mention").at(-1)!.payload).toMatchObject({ action: "seen" });
  });

  test("is called no more when the words are others, the message is gone, or they are taken out", async () => {
    const chat = await aChat([BRUNO, CARLA]);
    const message = await write(ana, chat, "@Bruno vem?");
    await ana("PUT", `/chat-messages/${message.id}`, { message: "@Carla vem?" });
    expect([(await callsOf(bruno)).length, (await callsOf(carla)).length]).toEqual([0, 1]);
    await ana("DELETE", `/chat-messages/${message.id}`);
    expect(await callsOf(carla)).toEqual([]);
    await write(ana, chat, "@Carla!");
    const heard = balcao.listenAs(balcao.aurora, "Carla");
    await ana("PUT", `/chats/${chat.id}`, { title: chat.title, users: [BRUNO] });
    expect(await callsOf(carla)).toEqual([]);
    expect(heard.map(({ name }) => name)).toEqual(["mention", "chat"]);
  });

  test("in a note on a ticket hears it only if they may see that ticket, and only for themselves", async () => {
    const ticket = balcao.aurora.write((db) => aTicket(db, { queueId: 1, status: "open", userId: BRUNO }));
    const heard = balcao.listenAs(balcao.aurora, "Bruno");
    expect((await ana("GET", `/mentions/people?ticketId=${ticket.id}`)).body.map(({ id }: { id: number }) => id))
      .toEqual([ANA, BRUNO]);
    const note = { note: "@Bruno e @Carla: paga na entrega", contactId: ticket.contactId, ticketId: ticket.id };
    const { body } = await ana("POST", "/ticket-notes", note);
    expect(heard.map(({ name }) => name)).toEqual(["note", "mention"]);
    expect(await callsOf(carla)).toEqual([]);
    const [call] = await callsOf(bruno);
    expect(call).toMatchObject({ ticket: { uuid: ticket.uuid, noteId: body.id }, chat: null, text: note.note });
    await carla("POST", "/mentions/seen", { ids: [call.id] });
    expect((await callsOf(bruno)).length).toBe(1);
    await bruno("POST", "/mentions/seen", { ids: [call.id] });
    expect(await callsOf(bruno)).toEqual([]);
    expect((await carla("GET", `/mentions/people?ticketId=${ticket.id}`)).status).toBe(403);
    expect((await nina("GET", `/mentions/people?ticketId=${ticket.id}`)).status).toBe(404);
  });

  test("a note that is deleted, or whose ticket goes out of sight, calls nobody any more", async () => {
    const ticket = balcao.aurora.write((db) => aTicket(db, { queueId: 1, status: "open", userId: BRUNO }));
    const note = { note: "@Bruno, veja", contactId: ticket.contactId, ticketId: ticket.id };
    const { body } = await ana("POST", "/ticket-notes", note);
    await ana("DELETE", `/ticket-notes/${body.id}`);
    expect(await callsOf(bruno)).toEqual([]);
    await ana("POST", "/ticket-notes", note);
    await ana("PUT", `/tickets/${ticket.id}`, { queueId: 3, userId: null, status: "pending" });
    expect(await callsOf(bruno)).toEqual([]);
  });

  test("with a transfer: who takes over hears the note that calls them", async () => {
    const ticket = balcao.aurora.write((db) => aTicket(db, { queueId: 1, status: "open", userId: BRUNO }));
    const moved = await bruno("PUT", `/tickets/${ticket.id}`, {
      queueId: 3,
      userId: CARLA,
      status: "open",
      note: "@Carla, é contigo",
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect((await callsOf(carla)).map(({ text }: { text: string }) => text)).toEqual(["@Carla, é contigo"]);
  });
});

describe("a ticket that is spoken of", () => {
  test("has a card for whom may see it; others learn its number and no more", async () => {
    const chat = await aChat([BRUNO, CARLA]);
    const ticket = balcao.aurora.write((db) =>
      aTicket(db, { name: "Paulo Dias", queueId: 1, status: "open", userId: BRUNO })
    );
    const message = await write(ana, chat, `veja #${ticket.id} e #999999`);
    expect(message.tickets).toEqual([ticket.id]);
    const cards = async (who: Caller) => (await who("GET", `/mentions/tickets?ids=${ticket.id},999999`)).body;
    expect(await cards(bruno)).toMatchObject([{
      id: ticket.id,
      isVisible: true,
      name: "Paulo Dias",
      user: { id: BRUNO },
    }]);
    expect(await cards(carla)).toEqual([{ id: ticket.id, isVisible: false }]);
    expect(await cards(nina)).toEqual([]);
    expect((await write(carla, chat, `#${ticket.id}?`)).tickets).toEqual([]);
    await ana("DELETE", `/tickets/${ticket.id}`);
    expect(await cards(bruno)).toEqual([]);
  });
});

describe("who is deleted", () => {
  test("leaves their words and their name; their chats pass on, and one in which nobody is left goes", async () => {
    await ana("PUT", `/users/${BRUNO}`, { name: "Bruno Tavares", email: "bruno@aurora.test", profile: "admin" });
    const shared = (await bruno("POST", "/chats", { title: "Entregas", users: [CARLA] })).body;
    await write(bruno, shared, "até mais");
    await ana("PUT", `/users/${CARLA}`, { name: "Carla Nogueira", email: "carla@aurora.test", profile: "user" });
    const alone = (await bruno("POST", "/chats", { title: "Só nós", users: [CARLA] })).body;
    const form = new FormData();
    form.append("medias", new File(["x"], "x.txt", { type: "text/plain" }));
    await bruno("POST", `/chats/${alone.id}/messages`, form);
    const heard = balcao.listenAs(balcao.aurora, "Carla");
    expect((await ana("DELETE", `/users/${BRUNO}`)).status).toBe(200);
    expect(kinds(heard)).toEqual(["update", "update"]);
    expect((await carla("GET", `/chats/${shared.uuid}`)).body).toMatchObject({
      ownerId: CARLA,
      users: [{ userId: CARLA }],
    });
    const { records } = (await carla("GET", `/chats/${shared.id}/messages`)).body;
    expect(records).toMatchObject([{ senderId: null, sender: { name: "Bruno Tavares" }, message: "até mais" }]);
    expect((await ana("DELETE", `/users/${CARLA}`)).status).toBe(200);
    expect(balcao.aurora.read.all(sql`select id from chats`)).toEqual([]);
    await expect.poll(stored).toBe(0);
  });
});

test("who types is seen by the others in the chat, until they stop or leave", async () => {
  const chat = await aChat();
  const heard = {
    bruno: balcao.listenAs(balcao.aurora, "Bruno"),
    carla: balcao.listenAs(balcao.aurora, "Carla"),
    ana: balcao.listenAs(balcao.aurora, "Ana"),
  };
  const typing = new ChatTyping(), screen = {};
  const session = {
    company: balcao.aurora,
    person: { id: ANA, name: "Ana Ribeiro", profile: "admin", super: false, queueIds: [] },
  };
  const say = (frame: object) => typing.said(session as never, frame as never, screen);
  say({ say: "chatTyping", chatId: chat.id, typing: true });
  say({ say: "chatTyping", chatId: chat.id, typing: true });
  typing.left(screen);
  expect(heard.bruno.map(({ payload }) => payload)).toEqual([
    { chatId: chat.id, user: { id: ANA, name: "Ana Ribeiro" }, typing: true },
    { chatId: chat.id, user: { id: ANA, name: "Ana Ribeiro" }, typing: false },
  ]);
  expect([heard.carla, heard.ana]).toEqual([[], []]);
  const other = {};
  typing.said({ ...session, person: { ...session.person, id: CARLA } } as never, {
    say: "chatTyping",
    chatId: chat.id,
    typing: true,
  }, other);
  expect(heard.bruno.length).toBe(2);
});

test("what is asked often is read by its index", () => {
  const { read } = balcao.aurora;
  const plan = (query: Parameters<typeof queryPlan>[1]) => queryPlan(balcao.aurora, query).join("\n");
  const page = plan(newestMessages(read, 1, 1));
  expect(page).toContain("chat_messages USING INDEX chat_messages_in_order (chat_id=?)");
  expect(page).not.toMatch(/SCAN|TEMP B-TREE/);
  // How many chats somebody is in decides how long this takes, not how many there are.
  expect(plan(ownChats(read, 1, false))).toMatch(
    /chat_users USING .*chat_users_by_user[^]*chats USING INTEGER PRIMARY KEY/,
  );
  expect(plan(ownChats(read, 1, true))).toContain("chat_users_unread");
  expect(plan(sql`select * from mentions where user_id = 1 and seen_at is null order by id desc limit 50`)).toBe(
    "SEARCH mentions USING INDEX mentions_of (user_id=? AND seen_at=?)",
  );
  expect(plan(sql`select count(*) from chat_messages where chat_id = 1 and id > 5 and is_deleted = 0`)).toContain(
    "chat_messages_in_order (chat_id=? AND id>?)",
  );
});
