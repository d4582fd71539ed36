import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { identityTable } from "../contacts/table.ts";
import type { Phone } from "../simulator/simulator.ts";
import { aContact, aTicket, until } from "../testing/fixtures.ts";
import { aRoad, aTalk, AURORA_PHONE, type Road, type Talk } from "../testing/road.ts";
import { connectionRows } from "../connections/connections.ts";
import { giveUpOld } from "./enqueue.ts";
import { outboxTable } from "./table.ts";

let road: Road;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road.stop());

let talk: Talk;
beforeEach(async () => void (talk = await aTalk(road)));
afterEach(async () => {
  road.simulator.network.down(false);
  road.simulator.network.hold(AURORA_PHONE, false);
  await until(() => status() === "CONNECTED");
});

const texts = (phone: Phone) => phone.received.map(({ text }) => text);
const outbox = () => road.aurora.read.select().from(outboxTable).all();
const status = () => connectionRows(road.aurora.read)[0]!.status;

describe("messages leave", () => {
  test("in the order in which they were written, each once", async () => {
    const bodies = Array.from({ length: 40 }, (_, nth) => `mensagem ${nth}`);
    for (const body of bodies) await talk.say(body);
    await until(() => texts(talk.joana).length === bodies.length);
    expect(texts(talk.joana)).toEqual(bodies);
    expect(talk.joana.received.map(({ duplicates }) => duplicates)).toEqual(bodies.map(() => 0));
    await until(() => outbox().length === 0);
    const acks = async () => (await talk.thread()).filter(({ fromMe }: { fromMe: boolean }) => fromMe);
    await until(async () => (await acks()).every(({ ack }: { ack: number }) => ack >= 2));
  });

  test("in order once the network is back, when it was gone", async () => {
    road.simulator.network.down(true);
    await until(() => status() === "TIMEOUT");
    for (const body of ["um", "dois", "três"]) expect(await talk.say(body)).toMatchObject({ ack: 0 });
    expect(texts(talk.joana)).toEqual([]);
    road.simulator.network.down(false);
    await until(() => texts(talk.joana).length === 3);
    expect(texts(talk.joana)).toEqual(["um", "dois", "três"]);
    await until(() => outbox().length === 0);
  });

  test("once, when the line broke before the network said that it had them", async () => {
    road.simulator.network.hold(AURORA_PHONE, true);
    for (const body of ["um", "dois"]) await talk.say(body);
    road.simulator.network.close(AURORA_PHONE, "drop");
    await until(() => status() !== "CONNECTED");
    road.simulator.network.hold(AURORA_PHONE, false);
    await until(() => texts(talk.joana).length === 2);
    await until(() => outbox().length === 0);
    expect(texts(talk.joana)).toEqual(["um", "dois"]);
  });

  test("once, when the browser sent one twice because the first answer got lost", async () => {
    const localId = crypto.randomUUID();
    const [one, other] = await Promise.all([talk.say("uma vez", { localId }), talk.say("uma vez", { localId })]);
    expect(other).toMatchObject({ id: one.id, localId });
    await talk.say("fim");
    await until(() => texts(talk.joana).includes("fim"));
    expect(texts(talk.joana)).toEqual(["uma vez", "fim"]);
  });
});

describe("a message that cannot go", () => {
  test("is shown as refused when the network restricts the account, and goes when it is tried again", async () => {
    road.simulator.network.refuseNext(AURORA_PHONE, { error: 463, count: 1 });
    const { id } = await talk.say("promoção");
    await until(async () => (await talk.message(id)).ack === -1);
    expect(await talk.message(id)).toMatchObject({ failure: "ERR_WAPP_RESTRICTED" });
    // What is restricted still answers.
    expect(connectionRows(road.aurora.read)[0]).toMatchObject({ status: "CONNECTED", situation: "restricted" });
    expect(outbox()).toEqual([]);
    const again = await talk.ana("POST", `/messages/${id}/retry`, {});
    expect(again.body).toMatchObject({ id, ack: 0, failure: null });
    await until(async () => (await talk.message(id)).ack >= 2);
    expect(texts(talk.joana)).toEqual(["promoção"]);
    expect((await talk.ana("POST", `/messages/${id}/retry`, {})).body.error).toBe("ERR_TICKET_CHANGED");
  });

  test("to a number without WhatsApp says so; to one that has it, it goes", async () => {
    const rui = road.customer({ number: "551181112222" });
    const [known, unknown] = road.aurora.write((db) =>
      ["5511981112222", "5511981113333"].map((value) => {
        const contact = aContact(db);
        // Typed by hand, or imported: the network has not been asked yet.
        db.update(identityTable).set({ value, address: null }).where(eq(identityTable.contactId, contact.id)).run();
        return aTicket(db, { contactId: contact.id, status: "open", userId: 1 });
      })
    );
    const { body: [to] } = await talk.ana("POST", `/messages/${unknown!.id}`, { body: "Alguém?" });
    const looks = async () => (await talk.ana("GET", `/messages/${unknown!.id}`)).body.messages[0];
    await until(async () => (await looks()).ack === -1);
    expect(await looks()).toMatchObject({ id: to.id, failure: "ERR_WAPP_INVALID_CONTACT" });
    await talk.ana("POST", `/messages/${known!.id}`, { body: "Olá, Rui" });
    // He is known to the network without the ninth digit.
    await rui.waitFor(({ text }) => text === "Olá, Rui");
  });

  test("for a day is given up, visibly", async () => {
    road.simulator.network.down(true);
    await until(() => status() === "TIMEOUT");
    const { id } = await talk.say("de ontem");
    giveUpOld(road.aurora, Date.now() + 23 * 3_600_000);
    expect(await talk.message(id)).toMatchObject({ ack: 0 });
    giveUpOld(road.aurora, Date.now() + 24 * 3_600_000 + 1000);
    expect(await talk.message(id)).toMatchObject({ ack: -1, failure: "ERR_SENDING_WAPP_MSG" });
  });
});

describe("taking back", () => {
  test("a message reaches the phone, and nobody takes back what the customer wrote", async () => {
    const { id } = await talk.say("errado");
    await until(() => texts(talk.joana).includes("errado"));
    expect((await talk.ana("DELETE", `/messages/${id}`)).body).toMatchObject({ isDeleted: true, body: "errado" });
    await talk.joana.waitUntil(() => talk.joana.received.find(({ text }) => text === "errado")?.revoked);
    const theirs = (await talk.thread()).find(({ fromMe }: { fromMe: boolean }) => !fromMe);
    expect((await talk.ana("DELETE", `/messages/${theirs.id}`)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await talk.ana("DELETE", `/messages/${id}`)).body).toMatchObject({ isDeleted: true });
  });

  test("a message that never left means that it never leaves", async () => {
    road.simulator.network.down(true);
    await until(() => status() === "TIMEOUT");
    const { id } = await talk.say("melhor não");
    await talk.ana("DELETE", `/messages/${id}`);
    await talk.say("isto sim");
    road.simulator.network.down(false);
    await until(() => texts(talk.joana).includes("isto sim"));
    await until(() => outbox().length === 0);
    expect(texts(talk.joana)).toEqual(["isto sim"]);
  });

  test("a message that failed leaves nothing to try again", async () => {
    road.simulator.network.refuseNext(AURORA_PHONE, { error: 463, count: 1 });
    const { id } = await talk.say("promoção");
    await until(async () => (await talk.message(id)).ack === -1);
    await talk.ana("DELETE", `/messages/${id}`);
    expect((await talk.ana("POST", `/messages/${id}/retry`, {})).status).toBe(409);
    expect(outbox()).toEqual([]);
  });
});

test("that a message was read shows on the customer's phone", async () => {
  const sent = () => talk.joana.sent.map(({ status }) => status);
  expect(sent()).toEqual(["delivered"]);
  await talk.ana("PUT", `/tickets/${talk.ticket.id}/read`, {});
  await talk.joana.waitUntil(() => sent()[0] === "read");
  expect((await talk.ana("GET", `/tickets/${talk.ticket.id}`)).body.unreadMessages).toBe(0);
});

test("an answer quotes what it answers, and shows it on the phone", async () => {
  const [question] = await talk.thread();
  const answer = await talk.say("Oi!", { quotedMsg: { id: question.id } });
  expect(answer.quotedMsg).toMatchObject({ id: question.id, body: "Olá", fromMe: false });
  const got = await talk.joana.waitFor(({ text }) => text === "Oi!");
  expect(got.quotedId).toBe(talk.joana.sent[0]!.id);
});

test("several files leave as several messages, the first with the text, and arrive whole", async () => {
  const form = new FormData();
  form.append("body", "Fotos\ne cardápio");
  const png = Uint8Array.from(atob(PNG), (char) => char.charCodeAt(0));
  form.append("medias", new File([png], "a.png", { type: "image/png" }));
  form.append("medias", new File(["%PDF-1.4 x"], "b.pdf", { type: "application/pdf" }));
  const { body } = await talk.ana("POST", `/messages/${talk.ticket.id}`, form);
  expect(body).toMatchObject([{ kind: "image", body: "Fotos\ne cardápio" }, { kind: "document", body: "" }]);
  await until(() => talk.joana.received.length === 2);
  expect(talk.joana.received.map(({ media }) => [media?.kind, media?.caption, media?.size, media?.fault])).toEqual([
    ["image", "Fotos\ne cardápio", png.length, undefined],
    ["document", undefined, 10, undefined],
  ]);
});

test.each([
  ["empty", { body: "" }, 400, "ERR_INVALID_INPUT"],
  ["blank", { body: " \n\t" }, 400, "ERR_INVALID_INPUT"],
  ["quoting nothing", { body: "x", quotedMsg: { id: 99_999 } }, 404, "ERR_NO_MESSAGE_FOUND"],
])("a message that is %s is refused", async (_, draft, code, error) => {
  expect(await talk.ana("POST", `/messages/${talk.ticket.id}`, draft)).toMatchObject({ status: code, body: { error } });
});

test("a ticket that nobody has accepted, or that is done, takes no messages", async () => {
  await talk.ana("PUT", `/tickets/${talk.ticket.id}`, { status: "closed", userId: 1 });
  const refused = { status: 409, body: { error: "ERR_TICKET_NOT_OPEN", detail: { status: "closed" } } };
  expect(await talk.ana("POST", `/messages/${talk.ticket.id}`, { body: "x" })).toMatchObject(refused);
});

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqGeoBwACgwGBnO4qYwAAAABJRU5ErkJggg==";
