import { asc, desc, eq, sql, type SQLWrapper } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { recordMessage } from "../messages/record.ts";
import { aTicket } from "../testing/fixtures.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { BY_WAIT, CALLING, IN_PROGRESS } from "./list.ts";
import { selectTickets } from "./show.ts";
import { type TicketRow, ticketTable } from "./table.ts";

const ANA = 1, BRUNO = 2, CARLA = 3;
const ENCOMENDAS = 1, ENTREGAS = 2;
const { balcao, ana, bruno } = await aBalcaoWithCallers();
const carla = (method: string, path: string, body?: unknown) => balcao.as("carla@aurora.test")(method, path, body);

const a = (is: Partial<TicketRow> = {}) =>
  balcao.aurora.write((db) => aTicket(db, { status: "open", userId: BRUNO, queueId: ENTREGAS, ...is }).id);
const NOTE = "Quer o bolo para sábado";

describe("a ticket that Bruno hands over to Carla", () => {
  let id: number, moveId: number;
  beforeEach(async () => {
    id = a();
    const wanted = { queueId: ENTREGAS, userId: CARLA, status: "open", note: NOTE };
    moveId = (await bruno("PUT", `/tickets/${id}`, wanted)).body.move.id;
  });
  const handover = async () => (await ana("GET", `/tickets/${id}`)).body.handover;
  const bell = async () => {
    const { body } = await carla("GET", "/tickets?withUnreadMessages=true");
    return body.tickets.filter((ticket: { id: number }) => ticket.id === id);
  };

  test("says who did it and why, and lies in her bell, also after she comes back", async () => {
    expect(await handover()).toEqual({ by: { id: BRUNO, name: "Bruno Tavares" }, note: NOTE, at: expect.any(String) });
    expect(await bell()).toMatchObject([{ unreadMessages: 0, handover: { note: NOTE } }]);
  });

  test("calls until she opens it; that an administrator does is not enough", async () => {
    await ana("PUT", `/tickets/${id}/read`);
    await ana("POST", `/messages/${id}`, { body: "A Carla já vem" });
    expect(await handover()).not.toBeNull();
    const emitted = balcao.listenAs(balcao.aurora, "Carla");
    expect((await carla("PUT", `/tickets/${id}/read`)).body.handover).toBeNull();
    expect(emitted.map(({ payload }) => payload)).toMatchObject([{ action: "update", ticket: { id, handover: null } }]);
    expect(await bell()).toEqual([]);
  });

  test("calls until she answers it", async () => {
    await carla("POST", `/messages/${id}`, { body: "Olá!" });
    expect(await handover()).toBeNull();
  });

  test("calls nobody any more when he takes it back", async () => {
    await bruno("POST", `/tickets/${id}/undo`, { moveId });
    expect([await handover(), await bell()]).toEqual([null, []]);
  });

  test("calls with the words of who handed it on", async () => {
    await carla("PUT", `/tickets/${id}`, { queueId: ENTREGAS, userId: BRUNO, status: "open" });
    expect(await handover()).toMatchObject({ by: { id: CARLA }, note: null });
  });

  test.each([
    ["returns", { status: "pending", userId: null }],
    ["resolves", { status: "closed", userId: CARLA }],
  ])("calls nobody any more when she %s it", async (_, wanted) => {
    await carla("PUT", `/tickets/${id}`, wanted);
    expect(await handover()).toBeNull();
  });

  test("calls with its words gone, when the note was deleted", async () => {
    const [note] = (await bruno("GET", `/ticket-notes/list?ticketId=${id}&contactId=${(await contactOf(id))}`)).body;
    await bruno("DELETE", `/ticket-notes/${note.id}`);
    expect(await handover()).toMatchObject({ by: { id: BRUNO }, note: null });
  });
});

async function contactOf(id: number): Promise<number> {
  return (await ana("GET", `/tickets/${id}`)).body.contactId;
}

test("a ticket handed to a queue calls there until somebody accepts it, and again when that is undone", async () => {
  const id = a();
  await bruno("PUT", `/tickets/${id}`, { queueId: ENCOMENDAS, userId: null, status: "pending", note: NOTE });
  expect((await bruno("GET", `/tickets/${id}`)).body).toMatchObject({ status: "pending", handover: { note: NOTE } });
  const { body } = await ana("PUT", `/tickets/${id}`, { status: "open", userId: ANA });
  expect(body.handover).toBeNull();
  await ana("POST", `/tickets/${id}/undo`, { moveId: body.move.id });
  expect((await bruno("GET", `/tickets/${id}`)).body).toMatchObject({ status: "pending", handover: { note: NOTE } });
});

test("who takes a ticket for themselves is not told of it", async () => {
  const id = a();
  const { body } = await ana("PUT", `/tickets/${id}`, { queueId: ENTREGAS, userId: ANA, status: "open" });
  expect(body).toMatchObject({ userId: ANA, handover: null, move: { action: "transfer" } });
});

describe("the longest unanswered first", () => {
  let nth = 0;
  const says = (id: number, is: { fromMe?: boolean; userId?: number; isHistory?: boolean; at: number }) =>
    balcao.aurora.write((db) => {
      const { contactId } = db.select().from(ticketTable).where(eq(ticketTable.id, id)).all()[0]!;
      const { at: createdAt, ...rest } = is;
      const about = { ticketId: id, contactId, connectionId: 1, chat: "c@s.whatsapp.net", wid: `W${nth++}` };
      recordMessage(db, { ...about, fromMe: false, body: "Oi", kind: "text", createdAt, ...rest });
    });
  const since = async (id: number) =>
    Date.parse((await ana("GET", `/tickets/${id}`)).body.unansweredSince ?? "") || null;

  test("the wait begins with the customer's first word and ends with an answer", async () => {
    const id = a({ startedAt: null });
    says(id, { at: 5, isHistory: true });
    expect(await since(id)).toBeNull();
    says(id, { at: 10 });
    says(id, { at: 20 });
    expect(await since(id)).toBe(10);
    // The bot's words, while nobody serves, are no answer.
    says(id, { at: 30, fromMe: true });
    expect(await since(id)).toBe(10);
    says(id, { at: 40, fromMe: true, userId: BRUNO });
    expect(await since(id)).toBeNull();
    says(id, { at: 50 });
    balcao.aurora.write((db) => void db.update(ticketTable).set({ startedAt: 45 }).where(eq(ticketTable.id, id)).run());
    says(id, { at: 60, fromMe: true });
    expect(await since(id)).toBeNull();
  });

  test("closing ends it, and what is undone goes on waiting", async () => {
    const id = a();
    says(id, { at: 10 });
    const { body } = await bruno("PUT", `/tickets/${id}`, { status: "closed", userId: BRUNO, justClose: true });
    expect(body.unansweredSince).toBeNull();
    await bruno("POST", `/tickets/${id}/undo`, { moveId: body.move.id });
    expect(await since(id)).toBe(10);
  });

  test("below what was just handed over come those who wait, and then those who were answered, newest first", async () => {
    balcao.aurora.write((db) => void db.update(ticketTable).set({ status: "closed" }).run());
    const [short, long, older, newer] = [1, 1, 5, 6].map((updatedAt) => a({ updatedAt }));
    says(short!, { at: 2000 });
    says(long!, { at: 1000 });
    says(long!, { at: 3000 });
    const handed = a({ userId: CARLA });
    await carla("PUT", `/tickets/${handed}`, { queueId: ENTREGAS, userId: BRUNO, status: "open" });
    const list = async (query: string) =>
      (await bruno("GET", `/tickets?status=open&${query}`)).body.tickets.map(({ id }: { id: number }) => id);
    expect(await list("order=wait")).toEqual([handed, long, short, newer, older]);
    expect(await list("order=change")).toEqual([handed, long, short, newer, older]);
    says(short!, { at: Date.now() + 1000 });
    expect(await list("order=wait")).toEqual([handed, long, short, newer, older]);
    expect(await list("order=change")).toEqual([short, handed, long, newer, older]);
  });
});

test("the bell and the longest wait are found by their indexes, without sorting", () => {
  const { read } = balcao.aurora;
  const plan = (query: SQLWrapper) => queryPlan(balcao.aurora, query).join("\n");
  const { id } = ticketTable;
  const bell = plan(selectTickets(read).where(CALLING).orderBy(desc(ticketTable.updatedAt), asc(id)).limit(41));
  expect(bell).toContain("tickets_calling");
  const open = sql`${eq(ticketTable.status, "open")} and ${IN_PROGRESS}`;
  const wait = plan(selectTickets(read).where(open).orderBy(BY_WAIT, asc(id)).limit(41));
  expect(wait).toContain("tickets_by_wait");
  // The handover, the last thing that a row shows, has its own order.
  for (const each of [bell, wait]) expect(each.split("CORRELATED")[0]).not.toContain("TEMP B-TREE");
});
