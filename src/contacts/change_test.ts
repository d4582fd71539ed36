import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { aContact, aTicket } from "../testing/fixtures.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { ticketTable } from "../tickets/table.ts";
import { addressOf } from "./contacts.ts";
import { knownContact, rememberContact } from "./remember.ts";

const WAY = { at: "linked" } as const;

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

const known = (phone: string) => knownContact(balcao.aurora.read, { jid: `${phone}@s.whatsapp.net`, phone })?.id;

describe("a contact made by hand", () => {
  test("has its number in the one form, and its extra information, and every open screen hears of it", async () => {
    const emitted = balcao.listenAs(balcao.aurora, "Carla"), elsewhere = balcao.listenAs(balcao.norte, "Nina");
    const extraInfo = [{ name: "Endereço", value: "R. Ipê, 58" }, { name: "Restrição", value: "Sem amendoim" }];
    const { status, body } = await bruno("POST", "/contacts", {
      name: " Rui Paz ",
      number: "+55 (11) 8765-4321",
      email: "rui@exemplo.com",
      extraInfo,
    });
    expect([status, body]).toMatchObject([200, { name: "Rui Paz", number: "5511987654321", email: "rui@exemplo.com" }]);
    expect(body.extraInfo).toMatchObject(extraInfo);
    expect((await ana("GET", `/contacts/${body.id}`)).body).toEqual(body);
    expect((await ana("GET", "/contacts/list")).body).toContainEqual({ id: body.id, name: "Rui Paz" });
    expect(known("551187654321")).toBe(body.id);
    expect(emitted.map(({ name, payload }) => [name, payload])).toMatchObject([
      ["contact", { action: "create", record: { id: body.id, number: "5511987654321" } }],
    ]);
    expect(elsewhere).toEqual([]);
    expect((await nina("GET", `/contacts/${body.id + 90}`)).body.error).toBe("ERR_NO_CONTACT_FOUND");
  });

  test.each([
    ["without a name", { number: "5511987650001" }, { name: "required" }],
    ["with a name of one letter", { name: "R", number: "5511987650001" }, { name: "too_short" }],
    ["with a name of 51 emoji", { name: "🧁".repeat(51), number: "5511987650001" }, { name: "too_long" }],
    ["without a number", { name: "Rui" }, { number: "required" }],
    ["with a number of seven digits", { name: "Rui", number: "98-765-43" }, { number: "too_short" }],
    ["with a number of sixteen", { name: "Rui", number: "1234567890123456" }, { number: "too_long" }],
    ["with an e-mail that is none", { name: "Rui", number: "5511987650001", email: "rui@" }, { email: "invalid" }],
    [
      "with an extra without a value",
      { name: "Rui", number: "5511987650001", extraInfo: [{ name: "Rua", value: " " }] },
      { "extraInfo.0.value": "required" },
    ],
  ])("%s is refused", async (_, form, fields) => {
    expect(await ana("POST", "/contacts", form)).toMatchObject({ status: 400, body: { fields } });
  });

  test("cannot have a number that somebody else has, with or without the ninth digit", async () => {
    const { body: first } = await ana("POST", "/contacts", { name: "Um", number: "5511987650002" });
    const second = await ana("POST", "/contacts", { name: "Dois", number: "551187650002" });
    const detail = { id: first.id, name: "Um" };
    expect(second).toMatchObject({
      status: 409,
      body: { error: "ERR_DUPLICATED_CONTACT", fields: { number: "taken" }, detail },
    });
    const theirs = await nina("POST", "/contacts", { name: "Deles", number: "5511987650002" });
    expect(theirs.status).toBe(200);
  });
});

describe("changing a contact", () => {
  test("is told to everyone, and refused to whoever has not seen the change of a colleague", async () => {
    const { body: had } = await ana("POST", "/contacts", { name: "Lia", number: "5511987650003" });
    const form = { name: "Lia Reis", number: had.number, email: "", extraInfo: [], was: had.revision };
    const emitted = balcao.listenAs(balcao.aurora, "Carla");
    const { body: changed } = await ana("PUT", `/contacts/${had.id}`, form);
    expect(emitted[0]!.payload).toMatchObject({ action: "update", record: { id: had.id, name: "Lia Reis" } });
    const late = await bruno("PUT", `/contacts/${had.id}`, { ...form, name: "Lia Prado" });
    expect(late).toMatchObject({
      status: 409,
      body: { error: "ERR_CHANGED_MEANWHILE", detail: { record: changed, changedBy: { id: 1, name: "Ana Ribeiro" } } },
    });
    const again = await bruno("PUT", `/contacts/${had.id}`, {
      ...form,
      name: "Lia Prado",
      was: changed.revision,
    });
    expect(again.body.name).toBe("Lia Prado");
    expect((await nina("PUT", `/contacts/${had.id}`, form)).body.error).toBe("ERR_NO_CONTACT_FOUND");
  });

  test("gives it another number, and the old one is free again", async () => {
    const { contact } = balcao.aurora.write((db) =>
      rememberContact(db, { jid: "77@lid", lid: "77", phone: "5511987650004" }, "Téo", 1)
    );
    const { body } = await ana("PUT", `/contacts/${contact.id}`, { name: "Téo", number: "5511987650005" });
    expect(body.number).toBe("5511987650005");
    expect([known("5511987650004"), known("5511987650005")]).toEqual([undefined, contact.id]);
    expect(knownContact(balcao.aurora.read, { jid: "77@lid", lid: "77" })).toBeUndefined();
    expect(addressOf(balcao.aurora.read, contact.id, WAY)).toEqual({ jid: null, phone: "5511987650005" });
  });

  test("leaves a hidden number as it is, and takes the one that somebody was told", async () => {
    const { contact } = balcao.aurora.write((db) => rememberContact(db, { jid: "78@lid", lid: "78" }, "Iara", 1));
    expect((await ana("PUT", `/contacts/${contact.id}`, { name: "Iara Luz" })).body).toMatchObject({ number: "" });
    await ana("PUT", `/contacts/${contact.id}`, { name: "Iara Luz", number: "5511987650006" });
    expect(knownContact(balcao.aurora.read, { jid: "78@lid", lid: "78" })?.id).toBe(contact.id);
    expect(known("5511987650006")).toBe(contact.id);
    const without = await ana("PUT", `/contacts/${contact.id}`, { name: "Iara Luz" });
    expect(without.body).toMatchObject({ fields: { number: "required" } });
  });
});

test("a contact with a ticket in progress stays; else it goes with its closed tickets, for those who may", async () => {
  const { contact, ticket } = balcao.aurora.write((db) => {
    const contact = aContact(db);
    return { contact, ticket: aTicket(db, { contactId: contact.id }) };
  });
  const emitted = balcao.listenAs(balcao.aurora, "Bruno");
  expect((await bruno("DELETE", `/contacts/${contact.id}`)).body.error).toBe("ERR_NO_PERMISSION");
  const refused = { status: 409, body: { error: "ERR_CONTACT_IN_USE", detail: { tickets: 1 } } };
  expect(await ana("DELETE", `/contacts/${contact.id}`)).toMatchObject(refused);
  balcao.aurora.write((db) =>
    void db.update(ticketTable).set({ status: "closed" }).where(eq(ticketTable.id, ticket.id)).run()
  );
  expect((await ana("DELETE", `/contacts/${contact.id}`)).status).toBe(200);
  expect(emitted.map(({ name, payload }) => [name, (payload as { action: string }).action])).toEqual([
    ["ticket", "delete"],
    ["contact", "delete"],
  ]);
  expect((await ana("GET", `/tickets/${ticket.id}`)).body.error).toBe("ERR_NO_TICKET_FOUND");
  expect((await ana("DELETE", `/contacts/${contact.id}`)).body.error).toBe("ERR_NO_CONTACT_FOUND");
});
