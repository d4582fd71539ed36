import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Incoming } from "../channels/channel.ts";
import { addressOf } from "../contacts/contacts.ts";
import { knownContact, rememberContact } from "../contacts/remember.ts";
import { messageTable } from "../messages/table.ts";
import { AT_WORK } from "../testing/bot_desk.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { ticketTable } from "../tickets/table.ts";
import { receiveMessage } from "../inbox/receive.ts";

const WAY = { at: "linked" } as const;

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

let people = 0, written = 0;

/** Somebody who has written from a number of their own. */
function aPerson(name: string) {
  const phone = `55119${String(50_000_000 + ++people)}`, jid = `${phone}@s.whatsapp.net`;
  const write = (body: string, is: Partial<Incoming> = {}) =>
    receiveMessage(balcao.aurora, 1, {
      chat: { jid, phone },
      wid: `W${++written}`,
      fromMe: false,
      when: "live",
      pushName: name,
      participant: "",
      author: "",
      // The network counts in seconds.
      at: Math.floor(Date.now() / 1000) * 1000,
      kind: "text",
      kindName: "",
      body,
      raw: new Uint8Array([1]),
      ...is,
    }, AT_WORK);
  write(`${name} 1`);
  return { phone, jid, write, id: knownContact(balcao.aurora.read, { jid, phone })!.id };
}
const ticketsOf = (contactId: number) =>
  balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.contactId, contactId)).orderBy(asc(ticketTable.id))
    .all();
const saidIn = (ticketId: number) =>
  balcao.aurora.read.select().from(messageTable).where(eq(messageTable.ticketId, ticketId)).orderBy(
    asc(messageTable.id),
  )
    .all().map(({ body }) => body);
const contact = async (id: number) => (await ana("GET", `/contacts/${id}`)).body;
const merge = async (one: number, other: number, who = ana) =>
  await who("POST", `/contacts/${one}/merge`, { contactId: other });

test("what a merge would do is told first; then all that was the younger's is the older's, and back again", async () => {
  const lia = aPerson("Lia"), leo = aPerson("Léo");
  const [own] = ticketsOf(leo.id);
  await ana("PUT", `/contacts/${lia.id}`, {
    name: "Lia",
    number: lia.phone,
    extraInfo: [{ name: "Rua", value: "Das Flores" }],
  });
  await ana("PUT", `/contacts/${leo.id}`, {
    name: "Léo",
    number: leo.phone,
    email: "leo@exemplo.com",
    extraInfo: [{ name: "rua", value: "Do Sol" }, { name: "Bairro", value: "Centro" }],
  });
  await ana("POST", "/ticket-notes", { note: "Sem glúten", contactId: leo.id, ticketId: own!.id });
  const tag = (await ana("POST", "/tags", { name: "Festa", color: "#123456" })).body;
  await ana("POST", "/tags/sync", { ticketId: own!.id, tags: [tag] });
  const before = { lia: await contact(lia.id), leo: await contact(leo.id) };

  const plan = { kept: { id: lia.id }, gone: { id: leo.id }, tickets: 1, notes: 1, joins: 1 };
  expect((await bruno("GET", `/contacts/${leo.id}/merge/${lia.id}`)).body).toMatchObject(plan);
  const emitted = balcao.listenAs(balcao.aurora, "Ana");
  const { body: merged } = await merge(leo.id, lia.id, bruno);
  expect(merged).toMatchObject({ keptId: lia.id, gone: { id: leo.id, name: "Léo" }, tickets: 1, mayUndo: true });
  expect(emitted.map(({ name, payload }) => [name, (payload as { action: string }).action])).toEqual([
    ["contact", "delete"],
    ["contact", "update"],
    ["ticket", "removeFromList"],
    ["ticket", "update"],
  ]);
  expect(emitted[2]!.payload).toMatchObject({
    into: (emitted[3]!.payload as { ticket: { uuid: string } }).ticket.uuid,
  });
  const after = await contact(lia.id);
  expect(after).toMatchObject({ name: "Lia", number: lia.phone, email: "leo@exemplo.com" });
  expect(after.extraInfo.map(({ value }: { value: string }) => value)).toEqual(["Das Flores", "Centro"]);
  expect((await contact(leo.id)).error).toBe("ERR_NO_CONTACT_FOUND");
  expect((await ana("GET", `/ticket-notes/list?contactId=${lia.id}`)).body).toMatchObject([{ note: "Sem glúten" }]);
  const [inProgress] = ticketsOf(lia.id).filter(({ status }) => status !== "closed");
  expect(saidIn(inProgress!.id)).toEqual(["Lia 1", "Léo 1"]);
  expect((await ana("GET", `/tickets/${inProgress!.id}`)).body.tags).toMatchObject([{ name: "Festa" }]);
  expect((await ana("GET", `/contacts/${lia.id}/merges`)).body).toEqual([merged]);

  expect((await balcao.as("carla@aurora.test")("DELETE", `/contact-merges/${merged.id}`)).body.error)
    .toBe("ERR_NO_PERMISSION");
  expect((await nina("DELETE", `/contact-merges/${merged.id}`)).body.error).toBe("ERR_NO_MERGE_FOUND");
  expect((await bruno("DELETE", `/contact-merges/${merged.id}`)).status).toBe(200);
  const without = (details: Record<string, unknown>) => ({
    ...details,
    updatedAt: 0,
    revision: 0,
    extraInfo: details.extraInfo,
  });
  const values = ({ extraInfo }: { extraInfo: { value: string }[] }) => extraInfo.map(({ value }) => value).sort();
  for (const [id, was] of [[lia.id, before.lia], [leo.id, before.leo]] as const) {
    const now = await contact(id);
    expect(without({ ...now, extraInfo: values(now) })).toEqual(without({ ...was, extraInfo: values(was) }));
    const [ticket, ...others] = ticketsOf(id);
    expect([ticket!.status, ticket!.unreadMessages, others]).toEqual(["pending", 1, []]);
    expect(saidIn(ticket!.id)).toEqual([`${was.name} 1`]);
    expect(ticket!.lastMessage).toBe(`${was.name} 1`);
  }
  expect((await ana("GET", `/ticket-notes/list?contactId=${leo.id}`)).body).toMatchObject([{ note: "Sem glúten" }]);
  const tagsOf = async (id: number) => (await ana("GET", `/tickets/${ticketsOf(id)[0]!.id}`)).body.tags.length;
  expect([await tagsOf(lia.id), await tagsOf(leo.id)]).toEqual([0, 1]);
  expect((await ana("GET", `/contacts/${lia.id}/merges`)).body).toEqual([]);
  expect((await ana("DELETE", `/contact-merges/${merged.id}`)).body.error).toBe("ERR_NO_MERGE_FOUND");
});

test("what arrives while two are one is not lost, and goes to whom it is from when they are two again", async () => {
  const [rui, rita] = [aPerson("Rui"), aPerson("Rita")];
  const { body: merged } = await merge(rui.id, rita.id);
  rita.write("Rita 2");
  rui.write("Rui 2");
  const [inProgress] = ticketsOf(rui.id).filter(({ status }) => status !== "closed");
  expect(saidIn(inProgress!.id)).toEqual(["Rui 1", "Rita 1", "Rita 2", "Rui 2"]);
  await ana("DELETE", `/contact-merges/${merged.id}`);
  for (const person of [rui, rita]) person.write("depois");
  const said = (id: number) => ticketsOf(id).flatMap((ticket) => saidIn(ticket.id));
  expect(said(rui.id)).toEqual(["Rui 1", "Rui 2", "depois"]);
  expect(said(rita.id)).toEqual(["Rita 1", "Rita 2", "depois"]);
  expect(ticketsOf(rita.id)).toMatchObject([{ status: "pending", unreadMessages: 3 }]);
});

test("of a contact with two numbers each is answered where it asked", async () => {
  const [one, two] = [aPerson("Um"), aPerson("Dois")];
  await merge(one.id, two.id);
  const { read } = balcao.aurora;
  expect(addressOf(read, one.id, WAY).jid).toBe(one.jid);
  expect(addressOf(read, one.id, { ...WAY, chat: two.jid }).jid).toBe(two.jid);
  expect(addressOf(read, one.id, { ...WAY, chat: "999@s.whatsapp.net" }).jid).toBe(one.jid);
});

test("merges in a row are taken apart in whatever order", async () => {
  const [a, b, c] = [aPerson("Aa"), aPerson("Bb"), aPerson("Cc")];
  const first = (await merge(b.id, c.id)).body, second = (await merge(a.id, b.id)).body;
  expect((await ana("GET", `/contacts/${a.id}/merges`)).body.map(({ id }: { id: number }) => id))
    .toEqual([second.id, first.id]);
  await ana("DELETE", `/contact-merges/${first.id}`);
  expect((await contact(c.id)).number).toBe(c.phone);
  await ana("DELETE", `/contact-merges/${second.id}`);
  for (const person of [a, b, c]) {
    expect(knownContact(balcao.aurora.read, { jid: person.jid, phone: person.phone })?.id).toBe(person.id);
    expect((await contact(person.id)).number).toBe(person.phone);
  }
});

test("nobody is merged with themselves, with a group, or with another company's contact", async () => {
  const one = aPerson("Um");
  const { contact: group } = balcao.aurora.write((db) =>
    rememberContact(db, { jid: "7-7@g.us", group: "7-7" }, "Família", 1)
  );
  expect((await merge(one.id, group.id)).body.fields).toEqual({ contactId: "invalid" });
  expect((await merge(one.id, one.id)).body.fields).toEqual({ contactId: "invalid" });
  expect((await merge(one.id, 999_999)).body.error).toBe("ERR_NO_CONTACT_FOUND");
  expect((await nina("POST", `/contacts/${one.id}/merge`, { contactId: one.id + 1 })).body.error)
    .toBe("ERR_NO_CONTACT_FOUND");
});
