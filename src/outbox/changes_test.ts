import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { connectionRows } from "../connections/connections.ts";
import { EDITABLE_FOR } from "../shared/delivery.ts";
import { messageTable } from "../messages/table.ts";
import { aContact, aTicket, until } from "../testing/fixtures.ts";
import { aRoad, aTalk, AURORA_PHONE, type Road, type Talk } from "../testing/road.ts";
import { outboxTable } from "./table.ts";

let road: Road, talk: Talk;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road.stop());
beforeEach(async () => void (talk = await aTalk(road)));
afterEach(async () => {
  road.simulator.network.down(false);
  road.simulator.network.hold(AURORA_PHONE, false);
  await until(() => connectionRows(road.aurora.read)[0]!.status === "CONNECTED");
});

const outbox = () => road.aurora.read.select().from(outboxTable).all();
const onPhone = (id: string) => talk.joana.chats.find(id);
const send = async (body: string) => {
  const { id } = await talk.say(body);
  return { id, got: await talk.joana.waitFor(({ text }) => text === body) };
};

describe("a reaction", () => {
  const react = (id: number, emoji: string) => talk.ana("PUT", `/messages/${id}/reaction`, { emoji });

  test("to what the customer wrote shows on their phone, is exchanged and is taken off", async () => {
    const [question] = await talk.thread();
    const own = talk.joana.sent[0]!.id;
    expect((await react(question.id, "👍")).body.reactions).toEqual([{ emoji: "👍", fromMe: true }]);
    await talk.joana.waitUntil(() => onPhone(own)?.reaction === "👍");
    await react(question.id, "❤️");
    await talk.joana.waitUntil(() => onPhone(own)?.reaction === "❤️");
    expect((await react(question.id, "")).body.reactions).toEqual([]);
    await talk.joana.waitUntil(() => onPhone(own)?.reaction === undefined);
    await until(() => outbox().length === 0);
  });

  test("of each side stands beside the other's", async () => {
    const { id, got } = await send("Pronto");
    talk.joana.react(AURORA_PHONE, got.id, "🙏");
    await until(async () => (await talk.message(id)).reactions.length === 1);
    await react(id, "😂");
    const byEmoji = (one: { emoji: string }, other: { emoji: string }) => one.emoji < other.emoji ? -1 : 1;
    expect((await talk.message(id)).reactions.toSorted(byEmoji)).toEqual([
      { emoji: "😂", fromMe: true },
      { emoji: "🙏", fromMe: false },
    ]);
  });

  test("made while the network is gone leaves when it is back, and only the last one", async () => {
    const [question] = await talk.thread();
    road.simulator.network.down(true);
    await until(() => connectionRows(road.aurora.read)[0]!.status === "TIMEOUT");
    for (const emoji of ["👍", "😮", "🎉"]) await react(question.id, emoji);
    expect(outbox().map(({ what }) => what)).toEqual(["react"]);
    road.simulator.network.down(false);
    await talk.joana.waitUntil(() => onPhone(talk.joana.sent[0]!.id)?.reaction === "🎉");
    await until(() => outbox().length === 0);
  });

  test("that the line broke under is not lost", async () => {
    const [question] = await talk.thread();
    road.simulator.network.hold(AURORA_PHONE, true);
    await react(question.id, "👏");
    await until(() => outbox().length === 1);
    road.simulator.network.close(AURORA_PHONE, "drop");
    await until(() => connectionRows(road.aurora.read)[0]!.status !== "CONNECTED");
    expect(outbox()).toHaveLength(1);
    road.simulator.network.hold(AURORA_PHONE, false);
    await talk.joana.waitUntil(() => onPhone(talk.joana.sent[0]!.id)?.reaction === "👏");
    await until(() => outbox().length === 0);
  });

  test.each(["<b>", "ok", "👍👍", "1", "x👍"])("that is no emoji is refused: %s", async (emoji) => {
    const [question] = await talk.thread();
    expect((await react(question.id, emoji)).status).toBe(400);
  });

  test.each(["👩🏽‍🚀", "🇧🇷", "1️⃣", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧‍👦"])("may be any one emoji: %s", async (emoji) => {
    const [question] = await talk.thread();
    expect((await react(question.id, emoji)).body.reactions).toEqual([{ emoji, fromMe: true }]);
  });
});

describe("an edit", () => {
  const edit = (id: number, body: string, name = "ana") => road.as(name)("PUT", `/messages/${id}`, { body });

  test("changes the text on the phone and keeps what it said before", async () => {
    const { id, got } = await send("As 20h");
    expect((await edit(id, "Às 20h")).body).toMatchObject({ body: "Às 20h", isEdited: true });
    await edit(id, "Às 20h30");
    await talk.joana.waitUntil(() => onPhone(got.id)?.text === "Às 20h30");
    const { body } = await talk.ana("GET", `/messages/${id}/edits`);
    expect(body.map((each: { body: string }) => each.body)).toEqual(["As 20h", "Às 20h"]);
    expect((await talk.ana("GET", `/tickets/${talk.ticket.id}`)).body.lastMessage).toBe("Às 20h30");
    await until(() => outbox().length === 0);
  });

  test("by the customer shows what they wrote before", async () => {
    talk.joana.edit(AURORA_PHONE, talk.joana.sent[0]!.id, "Olá!");
    const [question] = await talk.thread();
    await until(async () => (await talk.message(question.id)).body === "Olá!");
    expect((await talk.ana("GET", `/messages/${question.id}/edits`)).body).toMatchObject([{ body: "Olá" }]);
  });

  test("is only for the one who wrote it, for texts, and for a quarter of an hour", async () => {
    const { id } = await send("Meu texto");
    const [question] = await talk.thread();
    expect((await edit(question.id, "dela")).body.error).toBe("ERR_NO_PERMISSION");
    expect((await edit(id, "de outro", "bruno")).body.error).toBe("ERR_NO_PERMISSION");
    expect((await edit(id, " \n ")).body.error).toBe("ERR_INVALID_INPUT");
    const file = await talk.sendFile(new File(["%PDF-1.4"], "a.pdf", { type: "application/pdf" }));
    expect((await edit(file.id, "legenda")).body.error).toBe("ERR_NO_PERMISSION");
    const createdAt = Date.now() - EDITABLE_FOR;
    road.aurora.write((db) => void db.update(messageTable).set({ createdAt }).where(eq(messageTable.id, id)).run());
    expect((await edit(id, "tarde")).body.error).toBe("ERR_EDIT_TOO_LATE");
  });
});

test("what the network refuses is undone on the screen, too", async () => {
  const { id } = await send("Fecha às 19h");
  const [question] = await talk.thread();
  road.simulator.network.refuseNext(AURORA_PHONE, { error: 479, count: 1 });
  await talk.ana("PUT", `/messages/${question.id}/reaction`, { emoji: "👍" });
  await until(async () => (await talk.message(question.id)).reactions.length === 0);
  await talk.ana("PUT", `/messages/${id}`, { body: "Fecha às 20h" });
  await until(() => outbox().length === 0);
  road.simulator.network.refuseNext(AURORA_PHONE, { error: 479, count: 1 });
  await talk.ana("PUT", `/messages/${id}`, { body: "Fecha às 21h" });
  await until(async () => (await talk.message(id)).body === "Fecha às 20h");
  expect(await talk.message(id)).toMatchObject({ isEdited: true });
  expect((await talk.ana("GET", `/messages/${id}/edits`)).body).toMatchObject([{ body: "Fecha às 19h" }]);
  expect(outbox()).toEqual([]);
});

describe("forwarding", () => {
  const forward = async (id: number, contactIds: number[], name = "ana") =>
    (await road.as(name)("POST", `/messages/${id}/forward`, { contactIds })).body;

  test("reaches every contact, and says who could not be reached and why", async () => {
    const { id } = await send("*Ana Ribeiro:*\nO cardápio da semana");
    const other = await aTalk(road), nobody = 999_999;
    const bia = road.customer({ name: "Bia" });
    bia.write(AURORA_PHONE, "Oi");
    const waiting = await until(async () => {
      const { tickets } = (await talk.ana("GET", "/tickets?status=pending&showAll=true")).body;
      return tickets.find(({ contact }: { contact: { number: string } }) => contact.number === bia.number);
    });
    const { sent, refused } = await forward(id, [other.ticket.contactId, nobody, waiting.contactId]);
    expect(sent).toMatchObject([{ ticketId: other.ticket.id, body: "O cardápio da semana", isForwarded: true }]);
    expect(refused).toEqual([
      { contactId: nobody, error: "ERR_NO_CONTACT_FOUND" },
      { contactId: waiting.contactId, error: "ERR_TICKET_NOT_OPEN" },
    ]);
    const got = await other.joana.waitFor(({ text }) => text === "O cardápio da semana");
    expect(got.forwarded).toBe(true);
  });

  test("opens a ticket for a contact who has none, with a copy of the file", async () => {
    const file = await talk.sendFile(new File(["%PDF-1.4 x"], "menu.pdf", { type: "application/pdf" }), {
      body: "veja",
    });
    const rui = road.customer({ name: "Rui", number: "5511977776666" });
    rui.write(AURORA_PHONE, "Oi");
    const { contactId, id: old } = await until(async () => {
      const { tickets } = (await talk.ana("GET", "/tickets?status=pending&showAll=true")).body;
      return tickets.find(({ contact }: { contact: { number: string } }) => contact.number === rui.number);
    });
    await talk.ana("DELETE", `/tickets/${old}`);
    const { sent: [message] } = await forward(file.id, [contactId]);
    expect(message).toMatchObject({ kind: "document", body: "veja", isForwarded: true, media: { name: "menu.pdf" } });
    expect(message.ticketId).not.toBe(old);
    const got = await rui.waitFor(({ media }) => media?.fileName === "menu.pdf");
    expect(got).toMatchObject({ forwarded: true, media: { size: 10 } });
    expect(got.media?.fault).toBeUndefined();
    await talk.ana("DELETE", `/tickets/${message.ticketId}`);
    expect((await talk.ana("GET", `/messages/${file.id}/media-address`)).status).toBe(200);
  });

  test("shows nobody what they may not see, and opens tickets only in queues that they serve", async () => {
    const ATACADO = 3, ENCOMENDAS = 1;
    const hidden = road.aurora.write((db) => aTicket(db, { queueId: ATACADO, status: "open", userId: 3 }));
    const secret = (await road.as("carla")("POST", `/messages/${hidden.id}`, { body: "segredo" })).body[0];
    const contact = road.aurora.write((db) => aContact(db));
    expect((await forward(secret.id, [contact.id], "bruno")).error).toBe("ERR_NO_PERMISSION");
    expect((await forward(secret.id, [contact.id], "nina")).error).toBe("ERR_NO_MESSAGE_FOUND");
    const { id } = await send("aberto");
    const { sent } = await forward(id, [contact.id], "bruno");
    const ticket = (await talk.ana("GET", `/tickets/${sent[0].ticketId}`)).body;
    expect(ticket).toMatchObject({ queueId: ENCOMENDAS, userId: 2, status: "open" });
  });
});

describe("an answer given while a colleague answered", () => {
  test("is asked about first, and goes when it is meant", async () => {
    const [question] = await talk.thread();
    const bruno = (rest: object) => road.as("bruno")("POST", `/messages/${talk.ticket.id}`, { body: "Oi!", ...rest });
    await talk.say("Bom dia! Já vejo");
    const refused = await bruno({ knows: question.id });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: "ERR_ANSWERED_MEANWHILE", detail: { name: "Ana Ribeiro", body: "Bom dia! Já vejo" } },
    });
    expect((await talk.thread()).map(({ body }: { body: string }) => body)).toEqual(["Olá", "Bom dia! Já vejo"]);
    expect((await bruno({})).status).toBe(200);
    const newest = (await talk.thread()).at(-1).id;
    expect((await bruno({ knows: newest })).status).toBe(200);
    expect((await talk.ana("POST", `/messages/${talk.ticket.id}`, { body: "x", knows: newest })).status).toBe(409);
  });
});
