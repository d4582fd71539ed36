import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { messageTable } from "../messages/table.ts";
import { recordMessage } from "../messages/record.ts";
import { aTicket } from "../testing/fixtures.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import type { TicketRow } from "./table.ts";

const BRUNO = 2, ENTREGAS = 2;
const { balcao, ana, bruno } = await aBalcaoWithCallers();

/** A ticket in which the customer has written once. */
function unread(is: Partial<TicketRow> = {}): number {
  return balcao.aurora.write((db) => {
    const ticket = aTicket(db, { status: "open", userId: BRUNO, queueId: ENTREGAS, ...is });
    const about = { ticketId: ticket.id, contactId: ticket.contactId, connectionId: 1, chat: "c@s.whatsapp.net" };
    recordMessage(db, {
      ...about,
      wid: crypto.randomUUID(),
      fromMe: false,
      body: "Tem pão?",
      kind: "text",
      createdAt: Date.now(),
    });
    return ticket.id;
  });
}

const isRead = (id: number) =>
  balcao.aurora.read.select().from(messageTable).where(eq(messageTable.ticketId, id)).all()[0]!.read;
const emittedTo = (name: string) => balcao.listenAs(balcao.aurora, name);

test("the attendant's reading clears the badge and tells the customer", async () => {
  const id = unread();
  const emitted = emittedTo("Ana");
  expect((await bruno("PUT", `/tickets/${id}/read`)).body.unreadMessages).toBe(0);
  expect(isRead(id)).toBe(true);
  expect(emitted.map(({ payload }) => payload)).toEqual([{ action: "updateUnread", ticketId: id }]);
});

test.each(
  [
    ["a colleague's ticket", {}],
    ["a ticket that waits", { status: "pending", userId: null }],
    ["a group that nobody serves", { status: "pending", userId: null, isGroup: true }],
  ] as const,
)("an administrator who looks at %s changes nothing, and nobody hears of it", async (_, is) => {
  const id = unread(is);
  const emitted = [emittedTo("Ana"), emittedTo("Bruno")];
  const before = (await ana("GET", `/tickets/${id}`)).body;
  expect(await ana("PUT", `/tickets/${id}/read`)).toMatchObject({ status: 200, body: before });
  expect(before.unreadMessages).toBe(1);
  expect(isRead(id)).toBe(false);
  expect(emitted.flat()).toEqual([]);
});

test("an administrator's word in a colleague's ticket leaves it unread for the colleague, whose own word reads it", async () => {
  const id = unread();
  await ana("POST", `/messages/${id}`, { body: "Já vejo" });
  expect((await bruno("GET", `/tickets/${id}`)).body).toMatchObject({ unreadMessages: 1, lastMessage: "Já vejo" });
  await bruno("POST", `/messages/${id}`, { body: "Temos" });
  expect((await bruno("GET", `/tickets/${id}`)).body.unreadMessages).toBe(0);
});
