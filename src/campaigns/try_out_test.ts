import { afterAll, beforeAll, expect, test } from "vitest";
import { and, eq } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { rememberContact } from "../contacts/remember.ts";
import type { Events } from "../contract/events.ts";
import { messageTable } from "../messages/table.ts";
import { RANK } from "../outbox/enqueue.ts";
import { outboxTable } from "../outbox/table.ts";
import { aList, noPauses } from "../testing/campaigns.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { recipientTable } from "./table.ts";

const NUMBER = "5511955550001";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => {
    noPauses(db);
    db.update(connectionTable).set({ status: "CONNECTED" }).run();
  });
});
afterAll(async () => await balcao.close());
const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);

/** The bodies of what a listener was shown as new messages. */
const created = (seen: { name: string; payload: unknown }[]) =>
  seen.filter(({ name }) => name === "appMessage").map(({ payload }) => payload as Events["appMessage"])
    .flatMap((event) => event.action === "create" ? [{ body: event.message.body, live: event.live }] : []);

test("a test send is seen at once in the open thread of its number, rings no bell, and goes before all campaigns", async () => {
  const { aurora } = balcao;
  const ticket = aurora.write((db) => {
    const { contact } = rememberContact(db, { jid: "", phone: NUMBER }, "Celular da Ana", Date.now());
    return aTicket(db, { contactId: contact.id, status: "open", userId: 1, queueId: 1 });
  });
  const form = { name: "Natal", confirmation: true, confirmationMessage1: "Posso?", message1: "Oi, {nome}!" };
  const { body: { id } } = await ana("POST", "/campaigns", form);
  const seen = balcao.listenAs(aurora, "Ana"), nina = balcao.listenAs(balcao.norte, "Nina");
  expect(await ana("POST", `/campaigns/${id}/test`, { number: "+55 11 95555-0001" })).toMatchObject({ status: 200 });
  expect(created(seen)).toEqual([{ body: "Posso?", live: false }, { body: "Oi, Celular da Ana!", live: false }]);
  expect(nina).toEqual([]);

  const put = aurora.read.select({ body: messageTable.body, rank: outboxTable.rank }).from(outboxTable)
    .innerJoin(messageTable, eq(messageTable.id, outboxTable.messageId))
    .where(and(eq(messageTable.ticketId, ticket.id), eq(outboxTable.what, "send"))).orderBy(outboxTable.id).all();
  expect(put.map(({ body }) => body)).toEqual(["Posso?", "Oi, Celular da Ana!"]);
  for (const { rank } of put) {
    expect(rank).toBeLessThan(RANK.campaign);
    expect(rank).toBeGreaterThan(RANK.bot);
  }
  // It counts nowhere.
  expect(aurora.read.select().from(recipientTable).all()).toEqual([]);
  expect((await ana("GET", `/campaigns/${id}`)).body.counts).toMatchObject({ total: 0, sent: 0 });
});

test("whoever has no name is spoken to as the first recipient, so that no variable stands empty", async () => {
  const number = "5511955550009";
  const contactListId = balcao.aurora.write((db) =>
    aList(db, [{ name: "Sílvia", number: "5511955550100", columns: { Bairro: "Centro" } }])
  );
  const { body: { id } } = await ana("POST", "/campaigns", {
    ...{ name: "Natal", message1: "Oi, {nome} do {bairro}!", contactListId },
  });
  const seen = balcao.listenAs(balcao.aurora, "Ana");
  await ana("POST", `/campaigns/${id}/test`, { number });
  expect(created(seen)).toEqual([{ body: "Oi, Sílvia do Centro!", live: false }]);
});

test("a recipient who is called by their number gets what stands instead of a name", async () => {
  const contactListId = balcao.aurora.write((db) =>
    aList(db, [{ name: "+55 11 95555-0200", number: "5511955550200" }])
  );
  const form = { name: "Natal", message1: "Oi, {nome|cliente}!", contactListId };
  const { body: { id } } = await ana("POST", "/campaigns", form);
  const seen = balcao.listenAs(balcao.aurora, "Ana");
  await ana("POST", `/campaigns/${id}/test`, { number: "5511955550010" });
  expect(created(seen)).toEqual([{ body: "Oi, cliente!", live: false }]);
});

test("nothing is sent where there is nothing to send, or nobody to send it to", async () => {
  const { body: { id } } = await ana("POST", "/campaigns", { name: "Vazia" });
  expect(await ana("POST", `/campaigns/${id}/test`, { number: NUMBER })).toMatchObject({
    status: 409,
    body: { error: "ERR_CAMPAIGN_EMPTY" },
  });
  expect((await ana("POST", `/campaigns/${id}/test`, { number: "" })).body).toMatchObject({
    error: "ERR_INVALID_INPUT",
  });
  expect((await balcao.as("nina@norte.test")("POST", `/campaigns/${id}/test`, { number: NUMBER })).status).not.toBe(
    200,
  );
});
