import { asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { journalTable } from "../channels/whatsapp/table.ts";
import { storedBytes } from "../companies/limits.ts";
import { setLimit } from "../testing/plans.ts";
import { connectionRows } from "../connections/connections.ts";
import { contactTable } from "../contacts/table.ts";
import { mediaTable, messageTable } from "../messages/table.ts";
import { setSetting } from "../settings/settings.ts";
import type { Phone } from "../simulator/simulator.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, AURORA_PHONE, type Road } from "../testing/road.ts";

let road: Road;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road.stop());
afterEach(async () => {
  road.simulator.network.down(false);
  road.simulator.network.hold(AURORA_PHONE, false);
  await until(() => connectionRows(road.aurora.read)[0]!.status === "CONNECTED");
});

const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqGeoBwACgwGBnO4qYwAAAABJRU5ErkJggg=="),
  (char) => char.charCodeAt(0),
);

// deno-lint-ignore no-explicit-any -- tickets and messages as the calls answer them
type Any = any;

async function ticketOf(phone: Phone, query = ""): Promise<Any> {
  return await until(async () => {
    const { tickets } = (await road.as("ana")("GET", `/tickets?showAll=true${query}`)).body;
    return tickets.find(({ contact }: Any) => contact.number === phone.number) ??
      tickets.find(({ contact }: Any) => contact.number === "" && contact.name === phone.name);
  });
}

async function thread(ticket: Any): Promise<Any[]> {
  return (await road.as("ana")("GET", `/messages/${ticket.id}`)).body.messages;
}

async function bodies(phone: Phone): Promise<string[]> {
  return (await thread(await ticketOf(phone))).map(({ body }) => body);
}

describe("what a customer writes arrives", () => {
  test("once and in order, though the network repeats some of it and some cannot be read at first", async () => {
    const { network } = road.simulator, joana = road.customer();
    joana.write(AURORA_PHONE, "um");
    await ticketOf(joana);
    network.duplicateNext(AURORA_PHONE, 2);
    joana.write(AURORA_PHONE, "dois");
    joana.write(AURORA_PHONE, "três");
    network.corruptNext(AURORA_PHONE, 1);
    joana.write(AURORA_PHONE, "quatro");
    joana.write(AURORA_PHONE, "cinco");
    await until(async () => (await bodies(joana)).length === 5);
    expect((await bodies(joana)).toSorted()).toEqual(["cinco", "dois", "quatro", "três", "um"]);
    expect(await ticketOf(joana)).toMatchObject({ unreadMessages: 5, status: "pending" });
  });

  test("when the line is back, in order, and each message once", async () => {
    const { network } = road.simulator, joana = road.customer();
    const written = Array.from({ length: 12 }, (_, nth) => `linha ${nth}`);
    for (const [nth, text] of written.entries()) {
      joana.write(AURORA_PHONE, text);
      if (nth === 3) network.close(AURORA_PHONE, "drop");
      if (nth === 7) network.close(AURORA_PHONE, "stream-error");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await until(async () => (await bodies(joana)).length === written.length);
    expect(await bodies(joana)).toEqual(written);
  });

  test("whatever it is", async () => {
    const joana = road.customer();
    joana.sendLocation(AURORA_PHONE, { latitude: -23.5, longitude: -46.6, name: "Praça" });
    joana.sendContact(AURORA_PHONE, { name: "Rui", number: "5511955554444" });
    await joana.sendMedia(AURORA_PHONE, { kind: "voice", bytes: PNG, mimetype: "audio/ogg; codecs=opus", seconds: 3 });
    joana.sendRaw(AURORA_PHONE, { pollCreationMessageV3: { name: "Que dia?", options: [] } });
    const ticket = await ticketOf(joana);
    await until(async () => (await thread(ticket)).length === 4);
    expect(await thread(ticket)).toMatchObject([
      { kind: "location", places: { latitude: -23.5, name: "Praça" } },
      { kind: "contact", cards: [{ name: "Rui", number: "5511955554444" }] },
      { kind: "voice", mediaType: "audio" },
      { kind: "other", kindName: "pollCreationMessageV3", body: "Que dia?" },
    ]);
  });

  test("and what she changes later is changed", async () => {
    const joana = road.customer();
    const [first, second] = ["Dois bolo", "Não era para vocês"].map((text) => joana.write(AURORA_PHONE, text));
    const ticket = await ticketOf(joana);
    await until(async () => (await thread(ticket)).length === 2);
    joana.edit(AURORA_PHONE, first!, "Dois bolos");
    joana.revoke(AURORA_PHONE, second!);
    joana.react(AURORA_PHONE, first!, "🙏");
    await until(async () => (await thread(ticket))[0].reactions.length === 1);
    await until(async () => (await thread(ticket))[1].isDeleted);
    expect(await thread(ticket)).toMatchObject([
      { body: "Dois bolos", isEdited: true, reactions: [{ emoji: "🙏", fromMe: false }] },
      { body: "Não era para vocês", isDeleted: true },
    ]);
  });
});

test("a customer behind a hidden number is one contact, before and after the number is told", async () => {
  const joana = road.customer({ name: "Joana Oculta", hidesNumber: true });
  joana.write(AURORA_PHONE, "Quem sou eu?");
  const ticket = await ticketOf(joana);
  expect(ticket.contact).toMatchObject({ name: "Joana Oculta", number: "" });
  await road.as("ana")("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 });
  await road.as("ana")("POST", `/messages/${ticket.id}`, { body: "Diga você" });
  await joana.waitFor(({ text }) => text === "Diga você");
  const revealed = road.customer({ name: "Joana Contada", lidOnly: true });
  revealed.write(AURORA_PHONE, "Oi");
  expect((await ticketOf(revealed)).contact).toMatchObject({ name: "Joana Contada", number: revealed.number });
});

test("what the company's own phone writes stands in the thread at once, and the ticket is read", async () => {
  const joana = road.customer();
  joana.write(AURORA_PHONE, "Olá");
  const ticket = await ticketOf(joana);
  expect(ticket.unreadMessages).toBe(1);
  road.owner.ownMessage(joana.number, "Já respondo");
  await until(async () => (await thread(ticket)).length === 2);
  expect((await thread(ticket))[1]).toMatchObject({ fromMe: true, body: "Já respondo", user: null });
  expect((await ticketOf(joana)).unreadMessages).toBe(0);
});

test("that a customer is typing is heard by those who may see the ticket", async () => {
  const joana = road.customer();
  joana.write(AURORA_PHONE, "Olá");
  const ticket = await ticketOf(joana);
  const emitted: Record<string, unknown[]> = { bruno: [], carla: [] };
  const people = { bruno: { id: 2, queueIds: [1, 2] }, carla: { id: 3, queueIds: [2, 3] } };
  for (const [name, person] of Object.entries(people)) {
    road.aurora.hub.join({
      person: { ...person, profile: "user", super: false },
      sessionId: name,
      send: ({ name: event, payload }) => void (event === "typing" && emitted[name]!.push(payload)),
      close: () => {},
    });
  }
  // The network tells of typing only whom asks for that chat.
  road.server.supervisor.find(road.aurora, road.connectionId)!.attend(joana.jid);
  await until(() => road.owner.watching(joana.number).length === 1);
  joana.typing(AURORA_PHONE, true);
  await until(() => emitted.bruno!.length === 1);
  joana.typing(AURORA_PHONE, false);
  await until(() => emitted.bruno!.length === 2);
  expect(emitted).toEqual({
    bruno: [{ ticketId: ticket.id, typing: true }, { ticketId: ticket.id, typing: false }],
    carla: [],
  });
});

describe("a file", () => {
  const media = async (phone: Phone) => (await thread(await ticketOf(phone)))[0].media;

  test("that cannot be fetched is tried again, then shown as unavailable, and fetched when somebody asks", async () => {
    const joana = road.customer();
    const good = await joana.sendMedia(AURORA_PHONE, { kind: "image", bytes: PNG, mimetype: "image/png" });
    await until(async () => (await media(joana)).state === "ready");
    const raw = joana.sent.find(({ id }) => id === good)!.raw;

    const files = () => [...Deno.readDirSync(`${road.aurora.folder}/media`)].length;
    const had = files();
    const rui = road.customer({ name: "Rui" });
    rui.sendRaw(AURORA_PHONE, { imageMessage: { ...raw.imageMessage, fileSha256: new Uint8Array(32) } });
    const ticket = await ticketOf(rui);
    const row = () =>
      road.aurora.read.select().from(mediaTable).innerJoin(messageTable, eq(messageTable.id, mediaTable.messageId))
        .where(eq(messageTable.ticketId, ticket.id)).all()[0]!;
    await until(() => row().message_media.attempts === 1);
    expect(await media(rui)).toMatchObject({ state: "waiting" });
    // The last try is due now.
    const { id } = row().messages;
    road.aurora.write((db) =>
      void db.update(mediaTable).set({ attempts: 3, dueAt: 0 }).where(eq(mediaTable.messageId, id)).run()
    );
    road.server.supervisor.wakeMedia(road.aurora, 1);
    await until(async () => (await media(rui)).state === "unavailable");
    expect((await road.as("ana")("GET", `/media/${id}`)).body.error).toBe("ERR_WAPP_DOWNLOAD_MEDIA");
    expect(files()).toBe(had);

    const rawOf = sql`(select raw from messages where ticket_id = ${(await ticketOf(joana)).id})`;
    road.aurora.write((db) => void db.run(sql`update messages set raw = ${rawOf} where id = ${id}`));
    expect((await road.as("otto")("POST", `/messages/${id}/media`, {})).status).toBe(404);
    expect((await road.as("ana")("POST", `/messages/${id}/media`, {})).body.media.state).toBe("waiting");
    await until(async () => (await media(rui)).state === "ready");
    expect((await road.as("ana")("POST", `/messages/${id}/media`, {})).body.error).toBe("ERR_TICKET_CHANGED");
  });

  test("that the host has let go is put there again by the phone", async () => {
    const joana = road.customer();
    const sent = await joana.sendMedia(AURORA_PHONE, { kind: "image", bytes: PNG, mimetype: "image/png" });
    await until(async () => (await media(joana)).state === "ready");
    const { id } = (await thread(await ticketOf(joana)))[0];
    joana.loseFile(sent);
    road.aurora.write((db) =>
      void db.update(mediaTable).set({ state: "unavailable", file: null }).where(eq(mediaTable.messageId, id)).run()
    );
    await road.as("ana")("POST", `/messages/${id}/media`, {});
    await until(async () => (await media(joana)).state === "ready");
    expect((await road.as("ana")("GET", `/media/${id}`)).status).toBe(200);
  });

  test("that is larger than it may be is not fetched", async () => {
    const joana = road.customer();
    const id = await joana.sendMedia(AURORA_PHONE, { kind: "document", bytes: PNG, mimetype: "image/png" });
    const { raw } = joana.sent.find((message) => message.id === id)!;
    const rui = road.customer({ name: "Rui Grande" });
    rui.sendRaw(AURORA_PHONE, { documentMessage: { ...raw.documentMessage, fileLength: 65 * 1024 * 1024 } });
    await until(async () => (await media(rui)).state === "too_large");
  });

  test("that the company has no room for is not fetched, until somebody asks when there is room again", async () => {
    const waiting = () => road.aurora.read.select().from(mediaTable).where(eq(mediaTable.state, "waiting")).all();
    await until(() => waiting().length === 0);
    const { tenants } = road.server, stored = storedBytes(road.aurora.read);
    setLimit(tenants, road.aurora.id, "storage", stored + PNG.length - 1);
    const lia = road.customer({ name: "Lia" });
    await lia.sendMedia(AURORA_PHONE, { kind: "image", bytes: PNG, mimetype: "image/png" });
    await until(async () => (await media(lia)).state === "unavailable");
    expect(storedBytes(road.aurora.read)).toBe(stored);
    setLimit(tenants, road.aurora.id, "storage", stored + PNG.length);
    const { id } = (await thread(await ticketOf(lia)))[0];
    await road.as("ana")("POST", `/messages/${id}/media`, {});
    await until(async () => (await media(lia)).state === "ready");
    expect(storedBytes(road.aurora.read)).toBe(stored + PNG.length);
    setLimit(tenants, road.aurora.id, "storage", null);
  });
});

test("what was decrypted and not handled is handled at the next start; what cannot be read is shown as such", async () => {
  const joana = road.customer();
  joana.write(AURORA_PHONE, "antes");
  await ticketOf(joana);
  const good = road.aurora.read.select().from(journalTable).orderBy(asc(journalTable.id)).all().at(-1)!;
  const again = { ...good, id: undefined, settledAt: null };
  road.aurora.write((db) => {
    db.insert(journalTable).values({
      ...again,
      hash: "bad",
      wid: "bad",
      attrs: { ...good.attrs, id: "bad" },
      plain: bad,
    })
      .run();
    db.insert(journalTable).values({ ...again, hash: "good", wid: "good", attrs: { ...good.attrs, id: "good" } }).run();
  });
  await road.server.supervisor.start(road.aurora, 1);
  await until(async () => (await bodies(joana)).length === 3);
  const row = road.aurora.read.select().from(messageTable).all().find(({ wid }) => wid === "bad");
  expect(row).toMatchObject({ kind: "other", kindName: "unreadable", body: "" });
  const open = road.aurora.read.select().from(journalTable).all().filter(({ settledAt }) => settledAt === null);
  expect(open).toEqual([]);
});
// deno-lint-ignore no-explicit-any -- a Buffer, as the column has it
const bad = new Uint8Array([9, 9, 9, 200]) as any;

describe("a group", () => {
  test("has one ticket by its own name, each message with its author, and is answered as a group", async () => {
    const { network } = road.simulator;
    const bia = road.customer({ name: "Bia" }), rui = road.customer({ name: "Rui" });
    const members = [AURORA_PHONE, rui.number];
    const group = network.addGroup({ subject: "Festa junina", creator: bia.number, members });
    const unanswered = bia.write(group.id, "ninguém ouve");
    const parts = () => road.aurora.read.select().from(journalTable).where(eq(journalTable.wid, unanswered)).all();
    // The key of the group, then the text.
    await until(() => parts().length === 2 && parts().every(({ settledAt }) => settledAt));
    road.aurora.write((db) => setSetting(db, "CheckMsgIsGroup", "disabled"));
    bia.write(group.id, "Oi, padaria");
    rui.write(group.id, "Oi também");
    const find = async () => (await road.as("ana")("GET", "/tickets?isGroup=true&showAll=true")).body.tickets[0];
    const ticket = await until(find);
    await until(async () => (await thread(ticket)).length === 2);
    await until(async () => (await find()).contact.name === "Festa junina");
    const emitted = (await thread(ticket)).map(({ body, participant }) => `${participant}: ${body}`);
    expect(emitted.sort()).toEqual(["Bia: Oi, padaria", "Rui: Oi também"]);
    await road.as("ana")("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 });
    await road.as("ana")("PUT", `/tickets/${ticket.id}/read`, {});
    await bia.waitUntil(() => bia.sent.at(-1)?.status === "read");
    const question = (await thread(ticket)).find(({ participant }) => participant === "Bia");
    const answer = { body: "Oi, vizinhos", quotedMsg: { id: question.id } };
    await road.as("ana")("POST", `/messages/${ticket.id}`, answer);
    for (const phone of [bia, rui]) {
      const got = await phone.waitFor(({ text }) => text === "Oi, vizinhos");
      expect(got).toMatchObject({ chat: group.id, quotedId: bia.sent.at(-1)!.id });
    }
    const { raw } = rui.received.find(({ text }) => text === "Oi, vizinhos")!;
    expect(raw.extendedTextMessage?.contextInfo?.participant).toBe(bia.lid);
    const { name } = road.aurora.read.select().from(contactTable).where(eq(contactTable.isGroup, true)).all()[0]!;
    expect(name).toBe("Festa junina");
  });
});
