import { createHmac } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { graphNoticeTable, graphSendTable } from "../channels/graph/table.ts";
import { connectionById } from "../connections/connections.ts";
import { contactTable, identityTable } from "../contacts/table.ts";
import type { Line, WhatsAppLine } from "../graph_simulator/model.ts";
import { messageTable, reactionTable } from "../messages/table.ts";
import { outboxTable } from "../outbox/table.ts";
import { until } from "../testing/fixtures.ts";
import { aMetaRoad, type MetaRoad } from "../testing/meta_road.ts";
import { moveTable } from "../tickets/table.ts";

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
  ids.cloud = await road.link(lines.cloud);
  ids.facebook = await road.link(lines.facebook);
  // The same page's Instagram account is another company's.
  ids.instagram = await road.link(lines.instagram, { by: "nina" });
});
afterAll(async () => await road?.stop());
afterEach(() => road.meta.faults.clear());

const messages = () => road.aurora.read.select().from(messageTable).orderBy(desc(messageTable.id)).all();
const notices = () => road.aurora.read.select().from(graphNoticeTable).all();
const sends = () => road.aurora.read.select().from(graphSendTable).all();

async function aTalk(kind: "cloud" | "facebook") {
  const joana = road.meta.person({ name: `Joana ${++nth}`, phone: `55119${String(93_000_000 + nth)}` });
  const wid = joana.writesTo(lines[kind], { text: `Olá ${nth}` });
  const { ticketId, contactId, id: firstId } = await until(() => messages().find((row) => row.wid === wid));
  const ana = road.as("ana");
  await ana("PUT", `/tickets/${ticketId}`, { status: "open", userId: 1 });
  return {
    ...{ joana, ticketId, contactId, firstId },
    say: async (body: string) => {
      const { status, body: said } = await ana("POST", `/messages/${ticketId}`, { body });
      expect({ status, said }).toMatchObject({ status: 200 });
      return said[0].id as number;
    },
    row: (id: number) => messages().find((row) => row.id === id)!,
    got: () => joana.received(lines[kind]).map(({ text }) => text),
  };
}

/** As Meta says it, signed by the app's secret. */
const tell = async (object: string, entry: object) => {
  const text = JSON.stringify({ object, entry: [entry] });
  const signature = `sha256=${createHmac("sha256", road.app.secret).update(text).digest("hex")}`;
  const answer = await fetch(`${road.server.address}/api/meta/notices`, {
    method: "POST",
    headers: { "x-hub-signature-256": signature },
    body: text,
  });
  expect(answer.status).toBe(200);
  await until(() => notices().length === 0);
};
const tellCloud = (value: object) => {
  const change = { field: "messages", value: { metadata: { phone_number_id: lines.cloud.id }, ...value } };
  return tell("whatsapp_business_account", { id: "1", changes: [change] });
};

const LONG = Array.from({ length: 200 }, (_, nth) => `Item ${nth} do cardápio, com acentuação`).join("\n");

test("a page goes on telling one company when its Instagram account ends at another, and the other way round", async () => {
  const of = (company: typeof road.aurora, id: number) => connectionById(company.read, id)!.situation;
  await road.server.supervisor.logOut(road.norte, ids.instagram);
  await aTalk("facebook");
  await road.server.supervisor.start(road.norte, ids.instagram);
  await until(() => of(road.norte, ids.instagram) === "connected");
  await road.server.supervisor.logOut(road.aurora, ids.facebook);
  const joana = road.meta.person({ name: "Joana", phone: "5511930001000" });
  const wid = joana.writesTo(lines.instagram, { text: "Ainda aí?" });
  await until(() => road.norte.read.select().from(messageTable).all().some((row) => row.wid === wid));
  await road.server.supervisor.start(road.aurora, ids.facebook);
  await until(() => of(road.aurora, ids.facebook) === "connected");
});

test("whoever is erased is listed among what has left under no spelling of their number", async () => {
  const { contactId, ticketId } = await aTalk("cloud");
  const [contact] = road.aurora.read.select().from(contactTable).where(eq(contactTable.id, contactId)).all();
  const short = contact!.number.replace(/^(55\d\d)9/, "$1");
  expect(short).toHaveLength(12);
  const row = { connectionId: ids.cloud, wid: "3EB0ALT", chat: `${short}@s.whatsapp.net`, networkId: "wamid.alt" };
  road.aurora.write((db) => void db.insert(graphSendTable).values({ ...row, begunAt: Date.now() }).run());
  const ana = road.as("ana");
  await ana("PUT", `/tickets/${ticketId}`, { status: "closed", userId: 1, justClose: true });
  expect((await ana("DELETE", `/contacts/${contactId}`)).status).toBe(200);
  expect(sends().filter(({ wid }) => wid === "3EB0ALT")).toEqual([]);
});

test("a piece that fails later is seen on its message, and sent again it alone leaves", async () => {
  const { joana, say, row, got } = await aTalk("cloud");
  road.meta.faults.failNext(131026);
  const id = await say(LONG);
  await until(() => row(id).ack === -1);
  expect(row(id).failure).toBe("ERR_META_UNDELIVERABLE");
  await until(() => got().length === 1);
  joana.reads(lines.cloud);
  await road.meta.settled();
  await until(() => notices().length === 0);
  expect(row(id).ack).toBe(-1);
  expect((await road.as("ana")("POST", `/messages/${id}/retry`)).status).toBe(200);
  await until(() => row(id).ack > 0);
  await until(() => got().length === 2);
  expect(got().toSorted().join("")).toBe([LONG.slice(0, got()[1]!.length), got()[0]].toSorted().join(""));
});

test("a reaction whose token is refused stops the line in words, and leaves with the next token", async () => {
  const { joana, firstId } = await aTalk("cloud");
  const of = () => connectionById(road.aurora.read, ids.cloud)!;
  road.meta.faults.meet({ kind: "refuse", code: 190, on: "messages" });
  expect((await road.as("ana")("PUT", `/messages/${firstId}/reaction`, { emoji: "👍" })).status).toBe(200);
  await until(() => of().situation === "token_refused");
  expect(road.aurora.read.select().from(reactionTable).all().some(({ messageId }) => messageId === firstId)).toBe(true);
  const token = road.meta.tokenFor(road.app, lines.cloud).value;
  expect((await road.as("ana")("PUT", `/whatsapp/${ids.cloud}/account`, { token })).status).toBe(200);
  await until(() => Object.values(messageAtMeta(joana.at(lines.cloud).phone!)?.reactions ?? {}).includes("👍"));
});

const messageAtMeta = (phone: string) =>
  road.meta.world.messages.findLast((each) => !each.isFromBusiness && each.customer.phone === phone);

test("a reaction that Meta is slow to take holds up nobody's answer", async () => {
  const slow = await aTalk("cloud"), other = await aTalk("cloud");
  const held = road.meta.faults.hold("messages");
  onTestFinished(held.letGo);
  await road.as("ana")("PUT", `/messages/${slow.firstId}/reaction`, { emoji: "👍" });
  await held.asked;
  await other.say("Já vou");
  await other.joana.waitFor(({ text }) => text === "Já vou");
  const waiting = () => road.aurora.read.select().from(outboxTable).all();
  expect(waiting().filter(({ messageId }) => messageId === slow.firstId)).toHaveLength(1);
  held.letGo();
  await until(() => waiting().length === 0);
});

test("a message whose answer cannot be read is not sent twice", async () => {
  const { say, row, got } = await aTalk("cloud"), other = await aTalk("cloud");
  road.meta.faults.meet({ kind: "garble", on: "messages" });
  road.meta.faults.notices.isHeld = true;
  const id = await say("Uma vez só");
  await until(() => got().length === 1);
  // Tried again after the same pause as this one would be.
  road.meta.faults.meet({ kind: "status", status: 500, on: "messages" });
  const otherId = await other.say("Outra");
  await until(() => other.row(otherId).ack > 0);
  expect(row(id).ack).toBe(0);
  // It leaves once the one before it in the chat is done with.
  await say("A seguinte");
  road.meta.world.notices.release();
  await until(() => row(id).ack > 0);
  await until(() => got().includes("A seguinte"));
  expect(got()).toEqual(["Uma vez só", "A seguinte"]);
});

test("who deletes a message with three pictures has deleted all three", async () => {
  const { joana } = await aTalk("facebook");
  const mid = `m_${crypto.randomUUID()}`, id = joana.at(lines.facebook).id;
  const about = { sender: { id }, recipient: { id: lines.facebook.id } };
  const attachments = ["um", "dois", "três"].map((name) => ({ type: "fallback", payload: { title: name } }));
  await tell("page", { id: lines.facebook.id, messaging: [{ ...about, message: { mid, attachments } }] });
  const theirs = () => messages().filter(({ wid }) => wid.startsWith(mid));
  await until(() => theirs().length === 3);
  await tell("page", { id: lines.facebook.id, messaging: [{ ...about, message: { mid, is_deleted: true } }] });
  await until(() => theirs().every(({ isDeleted }) => isDeleted));
});

test("what is said in a group, or by an account to itself, is nobody's message", async () => {
  const before = messages().length;
  const message = { id: "wamid.group", from: "5511930002000", type: "text", text: { body: "A todos" } };
  await tellCloud({ messages: [{ ...message, group_id: "GROUP1" }] });
  const own = { sender: { id: lines.facebook.id }, recipient: { id: lines.facebook.id } };
  const self = { mid: "m_self", text: "Nota", is_self: true };
  await tell("page", { id: lines.facebook.id, messaging: [{ ...own, message: self }] });
  await tell("page", { id: lines.facebook.id, messaging: [{ ...own, message: { ...self, is_echo: true } }] });
  expect(messages()).toHaveLength(before);
});

test("who changes their number stays the same contact, is answered at the new one, and the thread says so", async () => {
  const { joana, contactId, ticketId, say } = await aTalk("cloud");
  const contact = () => road.aurora.read.select().from(contactTable).where(eq(contactTable.id, contactId)).all()[0]!;
  const old = contact().number;
  joana.changesNumber(lines.cloud as WhatsAppLine, "5511930003000");
  await until(() => contact().number === "5511930003000");
  const phones = () =>
    road.aurora.read.select().from(identityTable).where(eq(identityTable.contactId, contactId)).all()
      .filter(({ kind }) => kind === "phone").map(({ value }) => value);
  expect(phones()).toEqual(["5511930003000"]);
  await say("Número novo?");
  await joana.waitFor(({ text }) => text === "Número novo?");
  const moves = () => road.aurora.read.select().from(moveTable).where(eq(moveTable.ticketId, ticketId)).all();
  expect(moves().at(-1)).toMatchObject({ action: "newNumber", number: "5511930003000" });
  // Whoever gets the old number from the network later is somebody else.
  const rui = road.meta.person({ name: "Rui", phone: old });
  const wid = rui.writesTo(lines.cloud, { text: "Oi, sou o Rui" });
  expect((await until(() => messages().find((row) => row.wid === wid))).contactId).not.toBe(contactId);
});

test("who changes to a number that is a contact already is one contact with it", async () => {
  const one = await aTalk("cloud"), other = await aTalk("cloud");
  const number = other.joana.at(lines.cloud).phone!;
  other.joana.customer.phone = "5511930004999";
  one.joana.changesNumber(lines.cloud as WhatsAppLine, number);
  const kept = Math.min(one.contactId, other.contactId), gone = Math.max(one.contactId, other.contactId);
  const known = (id: number) => road.aurora.read.select().from(contactTable).where(eq(contactTable.id, id)).all()[0];
  await until(() => known(gone) === undefined);
  expect(known(kept)!.number).toBe(number);
});
