import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";
import { addConnection, changeConnection, connectionRows, recordState, removeConnection } from "./connections.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const defaults = () => connectionRows(balcao.norte.read).filter(({ isDefault }) => isDefault).map(({ name }) => name);
const add = (name: string, isDefault?: boolean) =>
  balcao.norte.write((db) => addConnection(db, { name, isDefault }, Date.now()).id);
const remove = (id: number) => balcao.norte.write((db) => removeConnection(db, id));

test("the first connection is the default, and there is always exactly one while there is any", () => {
  const first = add("Balcão");
  expect(defaults()).toEqual(["Balcão"]);
  const second = add("Oficina");
  expect(defaults()).toEqual(["Balcão"]);
  const third = add("Peças", true);
  expect(defaults()).toEqual(["Peças"]);
  balcao.norte.write((db) => void changeConnection(db, second, { name: "Oficina", isDefault: true }, 1));
  expect(defaults()).toEqual(["Oficina"]);
  expect(() => balcao.norte.write((db) => void changeConnection(db, second, { name: "Oficina", isDefault: false }, 1)))
    .toThrow("ERR_NO_OTHER_WHATSAPP");
  remove(second);
  expect(defaults()).toEqual(["Balcão"]);
  remove(third);
  remove(first);
  expect(connectionRows(balcao.norte.read)).toEqual([]);
});

test("a connection with tickets in progress is not deleted; closed ones stay without it", async () => {
  const { aurora } = balcao, ana = balcao.as("ana@aurora.test");
  const { waits, done } = aurora.write((db) => ({
    waits: aTicket(db, { connectionId: 1 }).id,
    done: aTicket(db, { connectionId: 1, status: "closed" }).id,
  }));
  const refused = { status: 409, body: { error: "ERR_CONNECTION_IN_USE", detail: { tickets: 1 } } };
  expect(await ana("DELETE", "/whatsapp/1")).toMatchObject(refused);
  aurora.write((db) => void db.update(ticketTable).set({ status: "closed" }).run());
  expect((await ana("DELETE", "/whatsapp/1")).status).toBe(200);
  const left = aurora.read.select().from(ticketTable).all();
  expect(left.map(({ id, connectionId }) => [id, connectionId])).toEqual([[waits, null], [done, null]]);
  expect((await ana("DELETE", "/whatsapp/1")).body.error).toBe("ERR_NO_WAPP_FOUND");
});

test("what was still to leave by a connection that is deleted shows that it has not left", async () => {
  const { aurora } = balcao, ana = balcao.as("ana@aurora.test");
  const { connectionId, ticketId } = aurora.write((db) => {
    const connectionId = addConnection(db, { name: "Loja Velha", isDefault: false }, 1).id;
    return { connectionId, ticketId: aTicket(db, { connectionId, status: "open", userId: 1 }).id };
  });
  await ana("POST", `/messages/${ticketId}`, { body: "Até amanhã" });
  await ana("PUT", `/tickets/${ticketId}`, { status: "closed" });
  const emitted = balcao.listenAs(aurora, "Ana");
  expect((await ana("DELETE", `/whatsapp/${connectionId}`)).status).toBe(200);
  const [message] = (await ana("GET", `/messages/${ticketId}`)).body.messages;
  expect(message).toMatchObject({ body: "Até amanhã", ack: -1, failure: "ERR_SENDING_WAPP_MSG" });
  expect(emitted.map(({ name }) => name)).toContain("appMessage");
});

test.each([
  ["a name that is taken", { name: "Loja Nova" }, 409, { error: "ERR_DUPLICATED_NAME", fields: { name: "taken" } }],
  ["a name of one letter", { name: "L" }, 400, { fields: { name: "too_short" } }],
  ["a blank name", { name: "  \u0007 " }, 400, { fields: { name: "too_short" } }],
  ["no name", {}, 400, { fields: { name: "required" } }],
])("%s is refused", async (_, form, status, body) => {
  if (connectionRows(balcao.aurora.read).length === 0) {
    balcao.aurora.write((db) => void addConnection(db, { name: "Loja Nova" }, Date.now()));
  }
  expect(await balcao.as("ana@aurora.test")("POST", "/whatsapp", form)).toMatchObject({ status, body });
});

test("since when it is as it is counts from the change, not from each notice of it", () => {
  const id = add("Balcão");
  const state = {
    status: "CONNECTED",
    situation: "connected",
    qrcode: "",
    qr: null,
    number: "5511",
    retries: 0,
  } as const;
  const record = (is: object, now: number) =>
    balcao.norte.write((db) => recordState(db, id, { ...state, ...is }, now))!;
  expect(record({}, 1000).since).toBe(1000);
  expect(record({ retries: 2 }, 2000).since).toBe(1000);
  expect(record({ status: "TIMEOUT", number: "" }, 3000)).toMatchObject({ since: 3000, number: "5511" });
  expect(balcao.norte.write((db) => recordState(db, 999, state, 1))).toBeUndefined();
});
