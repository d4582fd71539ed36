import { expect, test } from "vitest";
import { addConnection } from "../connections/connections.ts";
import { rememberContact } from "../contacts/remember.ts";
import { mergeContacts } from "../merges/merge_contacts.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { aContact } from "../testing/fixtures.ts";
import { contactById, contactDetails } from "../contacts/contacts.ts";
import { revisionOf } from "./revisions.ts";

const { balcao, ana, nina } = await aBalcaoWithCallers();
const carla = (method: string, path: string, body?: unknown) => balcao.as("carla@aurora.test")(method, path, body);
const letCarlaAdminister = () =>
  ana("PUT", "/users/3", { name: "Carla Nogueira", email: "carla@aurora.test", profile: "admin", queueIds: [2] });

interface Thing {
  /** Makes or finds one, and answers how it is now. */
  begin: () => Promise<Record<string, unknown>>;
  path: (had: Record<string, unknown>) => string;
  form: (name: string, had: Record<string, unknown>) => Record<string, unknown>;
}

const at = "2031-05-06T12:00";
const things: Record<string, Thing> = {
  "a connection": {
    begin: async () => {
      const { id } = balcao.aurora.write((db) =>
        addConnection(db, { name: `Loja ${crypto.randomUUID()}`.slice(0, 30) }, 1)
      );
      return (await ana("GET", `/whatsapp/${id}`)).body;
    },
    path: ({ id }) => `/whatsapp/${id}`,
    form: (greetingMessage, { name }) => ({ name, greetingMessage, queueIds: [1] }),
  },
  "a user": {
    begin: async () => (await ana("GET", "/users/2")).body,
    path: () => "/users/2",
    form: (name, { email }) => ({ name, email }),
  },
  "a contact": {
    begin: async () => {
      const { id } = balcao.aurora.write((db) => aContact(db));
      return (await ana("GET", `/contacts/${id}`)).body;
    },
    path: ({ id }) => `/contacts/${id}`,
    form: (name, { number }) => ({ name, number, extraInfo: [{ name: "CPF", value: "1" }] }),
  },
  "a setting": {
    begin: async () => {
      const { body } = await ana("GET", "/settings");
      return body.find(({ key }: { key: string }) => key === "botMiss");
    },
    path: () => "/settings/botMiss",
    form: (value) => ({ value }),
  },
  "the company's hours": {
    begin: async () => (await ana("GET", `/companies/${balcao.aurora.id}`)).body,
    path: ({ id }) => `/companies/${id}/schedules`,
    form: (weekday) => ({ schedules: [{ weekday, weekdayEn: "monday", startTime: "08:00", endTime: "12:00" }] }),
  },
  "a holiday": {
    begin: async () => (await ana("POST", "/holidays", { date: "2031-05-06", name: "Aniversário" })).body,
    path: ({ id }) => `/holidays/${id}`,
    form: (name) => ({ name, date: "2031-05-06" }),
  },
  "a quick reply": {
    begin: async () => (await ana("POST", "/quick-messages", { shortcode: "ola", message: "Bom dia" })).body,
    path: ({ id }) => `/quick-messages/${id}`,
    form: (message) => ({ message, shortcode: "ola" }),
  },
  "a tag": {
    begin: async () => (await ana("POST", "/tags", { name: "Urgente", color: "#ff0000" })).body,
    path: ({ id }) => `/tags/${id}`,
    form: (name) => ({ name, color: "#ff0000" }),
  },
  "a scheduled message": {
    begin: async () => {
      const { id } = balcao.aurora.write((db) => aContact(db));
      return (await ana("POST", "/schedules", { body: "Está pronto", contactId: id, sendAt: at })).body;
    },
    path: ({ id }) => `/schedules/${id}`,
    form: (body, { contactId }) => ({ body, contactId, sendAt: at }),
  },
};

test.each(Object.entries(things))(
  "of two who save %s at once the second is told who was before, and saves over it only when that is meant",
  async (_, { begin, path, form }) => {
    await letCarlaAdminister();
    const had = await begin(), was = had.revision as number;
    expect(was).toEqual(expect.any(Number));
    const first = await carla("PUT", path(had), { ...form("De Carla", had), was });
    expect(first.status).toBe(200);
    const second = await ana("PUT", path(had), { ...form("De Ana", had), was });
    expect([second.status, second.body.error]).toEqual([409, "ERR_CHANGED_MEANWHILE"]);
    const { record, changedAt, changedBy } = second.body.detail;
    expect(changedBy).toEqual({ id: 3, name: "Carla Nogueira" });
    expect(Math.abs(Date.parse(changedAt) - Date.now())).toBeLessThan(60_000);
    expect(record.revision).toBeGreaterThan(was);
    expect(JSON.stringify(record)).toContain("De Carla");
    const over = await ana("PUT", path(had), { ...form("De Ana", had), was: record.revision });
    expect(over.status).toBe(200);
    // Who says nothing of what they saw, as the specification's calls do, is not refused.
    expect((await carla("PUT", path(had), form("De Carla de novo", had))).status).toBe(200);
    await nina("PUT", path(had), form("De Nina", had));
    const now = (await ana("PUT", path(had), { ...form("De Ana", had), was })).body.detail.record;
    expect(JSON.stringify(now)).toContain("De Carla de novo");
  },
);

test.each([
  ["a quick reply", "/quick-messages", "/quick-messages/list", [
    { shortcode: "um1", message: "Um um" },
    { shortcode: "dois", message: "Dois" },
  ]],
  ["a tag", "/tags", "/tags/", [{ name: "Primeira", color: "#ff0000" }, { name: "Segunda", color: "#ff0000" }]],
  ["a holiday", "/holidays", "/holidays", [
    { date: "2032-01-01", name: "Primeiro" },
    { date: "2032-01-02", name: "Segundo" },
  ]],
])("%s that nobody has touched can be saved after another one was", async (_, path, listPath, [one, other]) => {
  const first = (await ana("POST", path, one)).body, second = (await ana("POST", path, other)).body;
  const changed = "message" in one! ? { ...one, message: "Outra" } : { ...one, name: "Outra" };
  expect((await ana("PUT", `${path}/${first.id}`, changed)).body.revision).toBe(1);
  const { body } = await ana("GET", listPath);
  const seen = (body.tags ?? body).find(({ id }: { id: number }) => id === second.id);
  expect(seen.revision).toBe(0);
  expect((await ana("PUT", `${path}/${second.id}`, { ...other, was: seen.revision })).status).toBe(200);
});

test("what the network, a merge or a deleted queue changes counts as well, and nobody's name is given for it", async () => {
  const { body: queue } = await ana("POST", "/queue", { name: "Passageira", color: "#123456" });
  const { id } = balcao.aurora.write((db) => addConnection(db, { name: "Com fila", queueIds: [queue.id] }, 1));
  const path = `/whatsapp/${id}`, { revision: was } = (await ana("GET", path)).body;
  await ana("DELETE", `/queue/${queue.id}`);
  const late = await ana("PUT", path, { name: "Sem fila", was });
  expect([late.body.error, late.body.detail.changedBy]).toEqual(["ERR_CHANGED_MEANWHILE", null]);

  const [kept, gone] = balcao.aurora.write((db, emit) => {
    const hidden = rememberContact(db, { jid: "555@lid", lid: "555" }, "Lia", 1).contact;
    const known = aContact(db);
    const before = revisionOf(db, { kind: "contact", id: hidden.id });
    mergeContacts(db, emit, hidden, known, 5);
    expect(revisionOf(db, { kind: "contact", id: hidden.id })).toBeGreaterThan(before);
    return [hidden, known];
  });
  expect(contactDetails(balcao.aurora.read, kept!.id).revision).toBeGreaterThan(0);
  expect(contactById(balcao.aurora.read, gone!.id)).toBeUndefined();
  expect(revisionOf(balcao.aurora.read, { kind: "contact", id: gone!.id })).toBe(0);
});

test("the network's news of a connection and a message that is on its way refuse nobody's form", async () => {
  const { id, revision, name } = await things["a connection"]!.begin();
  balcao.aurora.write((db) => {
    db.run(`update connections set status = 'CONNECTED', retries = 3, updated_at = 9 where id = ${id}`);
  });
  expect((await ana("PUT", `/whatsapp/${id}`, { name, was: revision })).status).toBe(200);
});
