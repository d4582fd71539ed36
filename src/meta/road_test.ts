import { createHmac } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accountOf } from "../channels/graph/accounts.ts";
import { graphNoticeTable, graphSendTable } from "../channels/graph/table.ts";
import { connectionById } from "../connections/connections.ts";
import { contactTable, identityTable } from "../contacts/table.ts";
import type { Line, WhatsAppLine } from "../graph_simulator/model.ts";
import type { Person } from "../graph_simulator/person.ts";
import { messageTable, reactionTable } from "../messages/table.ts";
import { hasOptedOut } from "../opt_outs/opt_outs.ts";
import { outboxTable } from "../outbox/table.ts";
import { until } from "../testing/fixtures.ts";
import { aMetaRoad, type MetaRoad } from "../testing/meta_road.ts";
import { ticketTable } from "../tickets/table.ts";

let road: MetaRoad, lines: Record<"cloud" | "facebook" | "instagram", Line>, nth = 0;
const ids = {} as Record<keyof typeof lines, number>;
beforeAll(async () => {
  road = await aMetaRoad();
  const page = road.meta.addPage({ name: "Padaria Aurora" });
  lines = {
    cloud: road.meta.addNumber({ number: "551134567801" }),
    facebook: page,
    instagram: road.meta.addInstagram({ username: "padaria.aurora", page }),
  };
  for (const kind of KINDS) ids[kind] = await road.link(lines[kind]);
});
afterAll(async () => await road?.stop());
afterEach(() => road.meta.faults.clear());

const KINDS = ["cloud", "facebook", "instagram"] as const;
const messages = () => road.aurora.read.select().from(messageTable).orderBy(desc(messageTable.id)).all();
const tickets = () => road.aurora.read.select().from(ticketTable).orderBy(desc(ticketTable.id)).all();
const someone = () =>
  road.meta.person({ name: `Joana ${++nth}`, phone: `55119${String(91_000_000 + nth)}`, username: `joana${nth}` });

/** Somebody has written by a line, and ana has accepted them. */
async function aTalk(kind: keyof typeof lines, joana: Person = someone()) {
  const wid = joana.writesTo(lines[kind], { text: `Olá ${nth}` });
  const first = await until(() => messages().find((row) => row.wid === wid));
  const ana = road.as("ana"), { ticketId, contactId } = first;
  await ana("PUT", `/tickets/${ticketId}`, { status: "open", userId: 1 });
  return {
    joana,
    wid,
    first,
    ticketId,
    contactId,
    contact: () => road.aurora.read.select().from(contactTable).where(eq(contactTable.id, contactId)).all()[0]!,
    say: async (body: string, more: object = {}) => {
      const { status, body: said } = await ana("POST", `/messages/${ticketId}`, { body, ...more });
      expect({ status, said }).toMatchObject({ status: 200 });
      return said[0].id as number;
    },
    row: (id: number) => messages().find((row) => row.id === id)!,
  };
}

describe.each(KINDS)("a conversation by %s", (kind) => {
  test("arrives as a ticket of its channel, is answered, and its ticks follow", async () => {
    const { joana, ticketId, contact, say, row, first } = await aTalk(kind);
    const ticket = tickets().find(({ id }) => id === ticketId)!;
    expect(ticket).toMatchObject({ connectionId: ids[kind], channel: kind === "cloud" ? "whatsapp" : kind });
    expect(first).toMatchObject({ body: expect.stringContaining("Olá"), fromMe: false, kind: "text" });
    await until(() => contact().name === joana.name || contact().name === `@${joana.customer.username}`);
    const id = await say("Bom dia! Em que posso ajudar?");
    const got = await joana.waitFor(({ text }) => text === "Bom dia! Em que posso ajudar?");
    // Instagram tells only of what was read.
    await until(() => row(id).ack >= (kind === "instagram" ? 1 : 2));
    joana.reads(lines[kind]);
    await until(() => row(id).ack === 3);
    expect(joana.received(lines[kind]).map(({ id }) => id)).toEqual([got.id]);
    expect(road.aurora.read.select().from(outboxTable).all().filter(({ messageId }) => messageId === id)).toEqual([]);
  });

  test("quotes and reactions go both ways", async () => {
    const { joana, say, row, wid } = await aTalk(kind);
    const id = await say("Temos pão de queijo");
    const got = await joana.waitFor(({ text }) => text === "Temos pão de queijo");
    const answer = joana.writesTo(lines[kind], { text: "Quero dois", replyTo: got.id });
    const answered = await until(() => messages().find((one) => one.wid === answer));
    expect(answered.quotedWid).toBe(row(id).wid);
    const quoting = await say("Anotado", { quotedMsg: { id: answered.id } });
    const quoted = await joana.waitFor(({ text }) => text === "Anotado");
    expect(quoted.replyTo).toBe(answer);
    joana.reacts(got.id, "❤️");
    const reactions = () => road.aurora.read.select().from(reactionTable).all();
    await until(() => reactions().some(({ messageId, emoji }) => messageId === id && emoji === "❤️"));
    expect([quoting > 0, wid.length > 0]).toEqual([true, true]);
  });

  test("files come and go", async () => {
    const { joana, ticketId } = await aTalk(kind);
    joana.writesTo(lines[kind], { image: { bytes: PNG, mimeType: "image/png", name: "bolo.png" } });
    const picture = await until(() => messages().find((row) => row.ticketId === ticketId && row.kind === "image"));
    const { body: { messages: shown } } = await until(async () => {
      const answer = await road.as("ana")("GET", `/messages/${ticketId}?pageNumber=1`);
      const media = answer.body.messages.find(({ id }: { id: number }) => id === picture.id)?.media;
      return media?.state === "ready" ? answer : undefined;
    });
    expect(shown.find(({ id }: { id: number }) => id === picture.id).media.size).toBe(PNG.length);
    const form = new FormData();
    form.set("body", "O cardápio");
    form.append("medias", new File([PNG], "cardapio.png", { type: "image/png" }));
    expect((await road.as("ana")("POST", `/messages/${ticketId}`, form)).status).toBe(200);
    const got = await joana.waitFor(({ media }) => media !== undefined);
    expect(got.media!.bytes.length).toBe(PNG.length);
    expect(joana.received(lines[kind]).map(({ text }) => text)).toContain("O cardápio");
  });

  test("notices that come twice, in the wrong order and together say each thing once", async () => {
    const joana = someone();
    Object.assign(road.meta.faults.notices, { repeats: 2, isHeld: true, isReversed: true, isBatched: true });
    const wids = ["um", "dois", "três"].map((text) => joana.writesTo(lines[kind], { text }));
    road.meta.world.notices.release();
    const got = () => messages().filter(({ wid }) => wids.includes(wid));
    await until(() => got().length === 3 && road.aurora.read.select().from(graphNoticeTable).all().length === 0);
    expect(got().map(({ body }) => body).sort()).toEqual(["dois", "três", "um"]);
    expect(new Set(got().map(({ ticketId }) => ticketId)).size).toBe(1);
  });

  test("a message whose answer got lost reaches the customer once", async () => {
    const { joana, say, row } = await aTalk(kind);
    road.meta.faults.meet({ kind: "cut", on: "messages" });
    const id = await say("Só uma vez");
    await joana.waitFor(({ text }) => text === "Só uma vez");
    await until(() => row(id).ack !== 0);
    // Instagram says nothing that would tell: a person decides.
    if (kind === "instagram") expect(row(id)).toMatchObject({ ack: -1, failure: "ERR_MAY_HAVE_LEFT" });
    else expect(row(id).ack).toBeGreaterThan(0);
    expect(joana.received(lines[kind]).filter(({ text }) => text === "Só uma vez")).toHaveLength(1);
  });

  test("a token that is revoked stops the connection in words; with another one what waited leaves", async () => {
    const { joana, say } = await aTalk(kind);
    const { aurora } = road, of = () => connectionById(aurora.read, ids[kind])!;
    road.meta.revokeToken(accountOf(aurora.read, road.server.tenants.keys, ids[kind])!.token);
    await say("Espera um pouco");
    await until(() => of().situation === "token_refused");
    expect(of().status).toBe("DISCONNECTED");
    const token = road.meta.tokenFor(road.app, lines[kind]).value;
    expect((await road.as("ana")("PUT", `/whatsapp/${ids[kind]}/account`, { token })).status).toBe(200);
    await joana.waitFor(({ text }) => text === "Espera um pouco");
    await until(() => of().status === "CONNECTED");
  });
});

test("whoever hides their number is a contact by the id that stands for it, and is answered", async () => {
  const rui = road.meta.person({ name: "Rui", phone: "5511977776666", username: "rui", hidesNumber: true });
  const { say, contact } = await aTalk("cloud", rui);
  expect(contact()).toMatchObject({ number: "" });
  const identities = road.aurora.read.select().from(identityTable).where(eq(identityTable.contactId, contact().id))
    .all();
  expect(identities).toMatchObject([{ kind: "wa_user" }]);
  await say("Olá, Rui");
  await rui.waitFor(({ text }) => text === "Olá, Rui");
});

const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (c) => c.charCodeAt(0),
);

test("an account that logs in with Instagram itself is linked by its own id, and talks", async () => {
  const own = road.meta.addInstagram({ username: "so.instagram" });
  const id = await road.link(own);
  const joana = someone();
  const wid = joana.writesTo(own, { text: "Oi, Instagram" });
  const { ticketId, connectionId } = await until(() => messages().find((row) => row.wid === wid));
  expect(connectionId).toBe(id);
  await road.as("ana")("PUT", `/tickets/${ticketId}`, { status: "open", userId: 1 });
  await road.as("ana")("POST", `/messages/${ticketId}`, { body: "Olá" });
  await joana.waitFor(({ text }) => text === "Olá");
});

test("an account is a connection once, of whatever company; the pages of a login become connections", async () => {
  const { status, body } = await road.as("nina")("POST", "/facebook/account", {
    kind: "facebook",
    name: "Roubada",
    accountId: lines.facebook.id,
    token: road.meta.tokenFor(road.app, lines.facebook).value,
  });
  expect({ status, error: body.error }).toEqual({ status: 409, error: "ERR_META_ACCOUNT_TAKEN" });
});

test("a notice with a false signature, of a number that nobody has, or no JSON changes nothing", async () => {
  const before = messages().length;
  road.meta.faults.notices.forged = 1;
  const forged = someone();
  forged.writesTo(lines.cloud, { text: "Falsa" });
  const post = (text: string, signature: string) =>
    fetch(`${road.server.address}/api/meta/notices`, {
      method: "POST",
      headers: { "x-hub-signature-256": signature },
      body: text,
    });
  const sign = (text: string) => `sha256=${createHmac("sha256", road.app.secret).update(text).digest("hex")}`;
  const text = JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "1", changes: [] }] });
  expect((await post(text, "sha256=00")).status).toBe(403);
  expect((await post(text, "")).status).toBe(403);
  expect((await post(text, sign(text))).status).toBe(200);
  expect((await post("no JSON", sign("no JSON"))).status).toBe(200);
  const stranger = notice("999999999", "Para ninguém");
  expect((await post(stranger, sign(stranger))).status).toBe(200);
  await road.meta.settled();
  expect(messages().length).toBe(before);
  expect(road.aurora.read.select().from(graphNoticeTable).all()).toEqual([]);
});

function notice(phoneNumberId: string, body: string): string {
  const message = { id: "wamid.x", from: "5511999990000", timestamp: "1700000000", type: "text", text: { body } };
  const value = { metadata: { phone_number_id: phoneNumberId }, messages: [message, { id: 7 }, null] };
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
}

test("what Meta has told is there after the process has ended in between", async () => {
  const { aurora, server } = road, joana = someone();
  await server.supervisor.stopAll(aurora);
  const wid = joana.writesTo(lines.cloud, { text: "Antes do fim" });
  await until(() => aurora.read.select().from(graphNoticeTable).all().length > 0);
  await road.restart();
  await until(() => messages().some((row) => row.wid === wid));
});

test("who stops marketing at WhatsApp is on the company's list", async () => {
  const { joana, contact } = await aTalk("cloud");
  joana.stopsMarketing(lines.cloud as WhatsAppLine);
  await until(() => hasOptedOut(road.aurora.read, contact().number));
});

test("a linked connection that wants a passkey goes on at the Cloud API, with its tickets; nobody types that by hand", async () => {
  const ana = road.as("ana"), { aurora } = road, number = road.meta.addNumber({ number: "551134567899" });
  const { body: { id } } = await ana("POST", "/whatsapp", { name: "Telefone velho" });
  const typed = await ana("PUT", `/whatsapp/${id}`, { name: "Telefone velho", provider: "cloud" });
  expect(typed.body).toMatchObject({ error: "ERR_INVALID_INPUT", fields: { provider: "invalid" } });
  expect((await ana("POST", "/whatsapp", { name: "Outra", provider: "cloud" })).body.error).toBe("ERR_INVALID_INPUT");
  const account = { accountId: number.id, parentId: number.account.id };
  const move = (token: string) => ana("POST", `/whatsapp/${id}/official`, { ...account, token });
  expect((await move("EAAfalse_token")).body.error).toBe("ERR_META_TOKEN");
  expect(connectionById(aurora.read, id)!.provider).toBe("beta");
  expect((await move(road.meta.tokenFor(road.app, number).value)).body).toMatchObject({ id, kind: "cloud" });
  await until(() => connectionById(aurora.read, id)!.status === "CONNECTED");
  const joana = someone(), wid = joana.writesTo(number, { text: "Ainda aqui" });
  await until(() => messages().some((row) => row.wid === wid && row.connectionId === id));
  expect((await move("EAAfalse_token")).body.error).toBe("ERR_NOT_AT_CHANNEL");
});

test(
  "while Meta answers with errors, or wants a pause, what waits stays waiting, and leaves when it is back",
  async () => {
    const { joana, say, row } = await aTalk("cloud"), of = () => connectionById(road.aurora.read, ids.cloud)!;
    road.meta.faults.meet({ kind: "status", status: 500, on: "messages" }, 5);
    const id = await say("Depois da falha");
    await until(() => of().status === "TIMEOUT");
    expect(row(id)).toMatchObject({ ack: 0, failure: null });
    await until(() => of().status === "CONNECTED");
    await joana.waitFor(({ text }) => text === "Depois da falha");
    expect(joana.received(lines.cloud).filter(({ text }) => text === "Depois da falha")).toHaveLength(1);
  },
);

test("a text that is longer than the channel takes goes in pieces, in order", async () => {
  const { joana, say } = await aTalk("instagram");
  const long = Array.from({ length: 60 }, (_, nth) => `Item ${nth} do cardápio, com acentuação`).join("\n");
  await say(long);
  await until(() => joana.received(lines.instagram).map(({ text }) => text).join("\n") === long);
  expect(joana.received(lines.instagram).length).toBeGreaterThan(1);
});

test("somebody who wrote by two channels is one after a merge, answered at each, and erased they leave nothing", async () => {
  const ana = road.as("ana"), joana = someone();
  const atCloud = await aTalk("cloud", joana), atPage = await aTalk("instagram", joana);
  expect(atCloud.contactId).not.toBe(atPage.contactId);
  const merged = await ana("POST", `/contacts/${atCloud.contactId}/merge`, { contactId: atPage.contactId });
  expect(merged.status).toBe(200);
  await atPage.say("Por aqui também");
  await joana.waitFor(({ text, line }) => text === "Por aqui também" && line === lines.instagram);
  await atCloud.say("E por aqui");
  await joana.waitFor(({ text, line }) => text === "E por aqui" && line === lines.cloud);
  const window = await ana("GET", `/tickets/${atPage.ticketId}/window`);
  expect(Date.parse(window.body.until)).toBeGreaterThan(Date.now());
  for (const { ticketId } of [atCloud, atPage]) {
    await ana("PUT", `/tickets/${ticketId}`, { status: "closed", userId: 1, justClose: true });
  }
  const kept = Math.min(atCloud.contactId, atPage.contactId);
  const chats = () => road.aurora.read.select().from(graphSendTable).all().map(({ chat }) => chat);
  const theirs = chats().filter((chat) => chat.startsWith(joana.at(lines.cloud).phone!));
  expect(theirs.length).toBeGreaterThan(0);
  expect((await ana("DELETE", `/contacts/${kept}`)).status).toBe(200);
  expect(chats().filter((chat) => theirs.includes(chat))).toEqual([]);
});

test("who is known by number and by the id that stands for it is one contact as soon as a message says both", async () => {
  const rita = road.meta.person({ name: "Rita", phone: "5511977775555", username: "rita" });
  const known = await aTalk("cloud", rita);
  road.aurora.write((db) =>
    void db.delete(identityTable).where(
      and(eq(identityTable.contactId, known.contactId), eq(identityTable.kind, "wa_user")),
    )
      .run()
  );
  rita.customer.hidesNumber = true;
  const hidden = await aTalk("cloud", rita);
  expect(hidden.contactId).not.toBe(known.contactId);
  rita.customer.hidesNumber = false;
  const wid = rita.writesTo(lines.cloud, { text: "Sou eu" });
  const { contactId } = await until(() => messages().find((row) => row.wid === wid));
  expect(contactId).toBe(Math.min(known.contactId, hidden.contactId));
  const kinds = road.aurora.read.select().from(identityTable).where(eq(identityTable.contactId, contactId)).all();
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(["phone", "wa_user"]);
  const merges = (await road.as("ana")("GET", `/contacts/${contactId}/merges`)).body;
  expect(merges).toHaveLength(1);
  expect((await road.as("ana")("DELETE", `/contact-merges/${merges[0].id}`)).status).toBe(200);
});
