import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { recordMessage } from "../messages/record.ts";
import { messageTable } from "../messages/table.ts";
import { forgetUndos } from "./undos.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { cycleTable, type TicketRow, ticketTable, undoTable } from "./table.ts";

const BRUNO = 2, CARLA = 3;
const ENCOMENDAS = 1, ENTREGAS = 2, ATACADO = 3;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const later = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const as = (name: string) => balcao.as(`${name}@${name === "nina" ? "norte" : "aurora"}.test`);
const move = (id: number, wanted: object, name = "bruno") => as(name)("PUT", `/tickets/${id}`, wanted);
const undo = (id: number, moveId: number, name = "bruno") => as(name)("POST", `/tickets/${id}/undo`, { moveId });
const linesOf = async (id: number) => {
  const { moves } = (await as("ana")("GET", `/messages/${id}`)).body;
  return moves.map((
    { action, undoes, user }: { action: string; undoes: string | null; user: { id: number } },
  ) => [action, undoes, user.id]);
};

function rowOf(id: number): TicketRow {
  return balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.id, id)).all()[0]!;
}

function servicesOf(id: number) {
  return balcao.aurora.read.select().from(cycleTable).where(eq(cycleTable.ticketId, id)).all();
}

/** A ticket as it is kept, but for the time of its last change. */
function stateOf(id: number): Partial<TicketRow> {
  const { updatedAt: _, ...rest } = rowOf(id);
  return rest;
}

const BOT = { asks: null, queueId: null, optionId: null, misses: 0, saidAt: [], closedPeriod: null } as never;
const PENDING = {
  status: "pending",
  queueId: ENTREGAS,
  waitingSince: 7,
  queuedAt: 7,
  chatbot: true,
  bot: BOT,
} as const;
const OPEN = {
  status: "open",
  queueId: ENTREGAS,
  userId: BRUNO,
  queuedAt: 7,
  startedAt: 8,
  unreadMessages: 2,
} as const;

describe("within 8 s who made a move can take it back, and the ticket is as it was", () => {
  test.each<[string, Partial<TicketRow>, object]>([
    ["accept", PENDING, { status: "open", userId: BRUNO }],
    ["return", OPEN, { status: "pending", userId: null }],
    ["resolve", OPEN, { status: "closed", userId: BRUNO }],
    ["close", OPEN, { status: "closed", userId: BRUNO, justClose: true }],
    ["transfer", OPEN, { userId: CARLA }],
    // Bruno doesn't see it any more then, and still he can have it back.
    ["transfer", OPEN, { queueId: ATACADO, userId: CARLA, status: "open" }],
    ["transfer", PENDING, { queueId: ENCOMENDAS, userId: null, status: "pending" }],
  ])("%s", async (action, is, wanted) => {
    const id = balcao.aurora.write((db) => aTicket(db, is).id);
    const had = stateOf(id);
    const { body, status } = await move(id, wanted);
    expect([status, body.move]).toMatchObject([200, { action, undoes: null, user: { id: BRUNO } }]);
    later(8000);
    const undone = await undo(id, body.move.id);
    expect([undone.status, undone.body.status]).toEqual([200, is.status]);
    expect(stateOf(id)).toEqual(had);
    expect(servicesOf(id)).toEqual([]);
    expect(await linesOf(id)).toEqual([[action, null, BRUNO], ["undo", action, BRUNO]]);
  });

  test("reopen: the service that had ended has ended as before", async () => {
    const id = balcao.aurora.write((db) => aTicket(db, OPEN).id);
    await move(id, { status: "closed", userId: BRUNO, justClose: true });
    const had = stateOf(id), services = servicesOf(id);
    expect(services).toHaveLength(1);
    later(60_000);
    const { body } = await move(id, { status: "open", userId: CARLA }, "carla");
    expect(servicesOf(id)).toEqual([]);
    await undo(id, body.move.id, "carla");
    expect([stateOf(id), servicesOf(id)]).toEqual([had, services]);
  });
});

test("messages that came between a move and its undoing stay unread", async () => {
  const id = balcao.aurora.write((db) => aTicket(db, PENDING).id);
  const { body } = await move(id, { status: "open", userId: BRUNO });
  balcao.aurora.write((db) => db.update(ticketTable).set({ unreadMessages: 3 }).where(eq(ticketTable.id, id)).run());
  expect((await undo(id, body.move.id)).body.unreadMessages).toBe(3);
});

describe("what was read between a move and its undoing is unread again", () => {
  let nth = 0;
  const comes = (ticketId: number) => {
    const { contactId, connectionId } = rowOf(ticketId), wid = `between-${++nth}`, createdAt = Date.now();
    const message = { ticketId, contactId, connectionId, chat: "x", wid, fromMe: false, body: "Oi", createdAt };
    balcao.aurora.write((db) => void recordMessage(db, { ...message, kind: "text" }));
  };
  const flagsOf = (id: number) =>
    balcao.aurora.read.select({ read: messageTable.read }).from(messageTable).where(eq(messageTable.ticketId, id))
      .orderBy(messageTable.id).all().map(({ read }) => read);
  const read = (id: number, name: string) => as(name)("PUT", `/tickets/${id}/read`);

  test("accepted, read and given back: the ticket waits unread, with what came meanwhile counted once", async () => {
    const id = balcao.aurora.write((db) => aTicket(db, PENDING).id);
    for (let each = 0; each < 3; each++) comes(id);
    const { body } = await move(id, { status: "open", userId: CARLA }, "carla");
    expect((await read(id, "carla")).body.unreadMessages).toBe(0);
    comes(id);
    expect((await undo(id, body.move.id, "carla")).body).toMatchObject({ status: "pending", unreadMessages: 4 });
    expect(flagsOf(id)).toEqual([false, false, false, false]);
  });

  test("also when the last that came was read, and when none was", async () => {
    for (const [isRead, isReadTwice] of [[true, true], [false, true], [false, false]]) {
      const id = balcao.aurora.write((db) => aTicket(db, PENDING).id);
      for (let each = 0; each < 4; each++) comes(id);
      const { body } = await move(id, { status: "open", userId: CARLA }, "carla");
      if (isRead) await read(id, "carla");
      comes(id);
      if (isReadTwice) await read(id, "carla");
      expect((await undo(id, body.move.id, "carla")).body.unreadMessages).toBe(5);
    }
  });

  test("transferred to Carla, who opens it, and taken back by Bruno, who had not read it", async () => {
    const id = balcao.aurora.write((db) => aTicket(db, { ...OPEN, unreadMessages: 0 }).id);
    comes(id);
    await read(id, "bruno");
    comes(id);
    comes(id);
    const { body } = await move(id, { userId: CARLA });
    expect((await read(id, "carla")).body.unreadMessages).toBe(0);
    expect((await undo(id, body.move.id)).body).toMatchObject({ userId: BRUNO, unreadMessages: 2 });
    expect(flagsOf(id)).toEqual([true, false, false]);
  });

  test("a step at a time: an undone transfer has nothing unread that its attendant had read, the undone accept has", async () => {
    const id = balcao.aurora.write((db) => aTicket(db, PENDING).id);
    comes(id);
    const accept = await move(id, { status: "open", userId: BRUNO });
    await read(id, "bruno");
    const transfer = await move(id, { userId: CARLA });
    expect((await undo(id, transfer.body.move.id)).body.unreadMessages).toBe(0);
    expect((await undo(id, accept.body.move.id)).body.unreadMessages).toBe(1);
  });
});

test("several moves of one ticket are undone one after the other, the latest first", async () => {
  const id = balcao.aurora.write((db) => aTicket(db, PENDING).id);
  const states = [stateOf(id)], made: number[] = [];
  const steps = [
    { status: "open", userId: BRUNO },
    { queueId: ENCOMENDAS, userId: BRUNO, status: "open" },
    { status: "closed", userId: BRUNO },
    { status: "open", userId: BRUNO },
  ];
  for (const wanted of steps) {
    made.push((await move(id, wanted)).body.move.id);
    states.push(stateOf(id));
  }
  // Not out of their order.
  expect((await undo(id, made[2]!)).body.error).toBe("ERR_TICKET_CHANGED");
  for (const [nth, moveId] of [...made.entries()].toReversed()) {
    expect((await undo(id, moveId)).status, `move ${nth}`).toBe(200);
    expect(stateOf(id)).toEqual(states[nth]);
  }
  expect(servicesOf(id)).toEqual([]);
  expect((await linesOf(id)).map(([, undoes]: [string, string | null]) => undoes).slice(4)).toEqual([
    "reopen",
    "resolve",
    "transfer",
    "accept",
  ]);
});

describe("an undo is refused", () => {
  const aMove = async (is: Partial<TicketRow> = OPEN, wanted: object = { status: "closed", userId: BRUNO }) => {
    const id = balcao.aurora.write((db) => aTicket(db, is).id);
    const { body } = await move(id, wanted);
    return { id, moveId: body.move.id as number };
  };

  test("when more than 8 s have passed", async () => {
    const { id, moveId } = await aMove();
    later(9500);
    expect(await undo(id, moveId)).toMatchObject({ status: 409, body: { error: "ERR_UNDO_TOO_LATE" } });
    expect(rowOf(id).status).toBe("closed");
  });

  test("the second time", async () => {
    const { id, moveId } = await aMove();
    await undo(id, moveId);
    expect((await undo(id, moveId)).body.error).toBe("ERR_UNDO_TOO_LATE");
    expect(rowOf(id).status).toBe("open");
  });

  test("to a colleague, also to an administrator, and to other companies", async () => {
    const { id, moveId } = await aMove();
    expect((await undo(id, moveId, "ana")).body.error).toBe("ERR_NO_PERMISSION");
    expect((await undo(id, moveId, "nina")).body.error).toBe("ERR_NO_TICKET_FOUND");
    expect((await undo(id, moveId)).status).toBe(200);
  });

  test("when somebody has moved the ticket since, and says who", async () => {
    const { id, moveId } = await aMove(OPEN, { status: "pending", userId: null });
    await move(id, { status: "open", userId: CARLA }, "carla");
    expect(await undo(id, moveId)).toMatchObject({
      status: 409,
      body: { error: "ERR_TICKET_CHANGED", detail: { action: "accept", by: { id: CARLA, name: "Carla Nogueira" } } },
    });
    expect(rowOf(id)).toMatchObject({ status: "open", userId: CARLA });
  });

  test("when the contact is served in another ticket by now", async () => {
    const { id, moveId } = await aMove();
    const { contactId } = rowOf(id);
    await as("carla")("POST", "/tickets", { contactId, queueId: ENTREGAS, status: "open" });
    expect((await undo(id, moveId)).body.error).toBe("ERR_OTHER_OPEN_TICKET");
    expect([rowOf(id).status, servicesOf(id).length]).toEqual(["closed", 1]);
  });

  test("when the ticket was deleted, or the colleague who had it", async () => {
    const one = await aMove();
    await as("ana")("DELETE", `/tickets/${one.id}`);
    expect((await undo(one.id, one.moveId)).body.error).toBe("ERR_NO_TICKET_FOUND");
    const form = {
      name: "Davi",
      email: "davi@aurora.test",
      password: "segredo1",
      profile: "user",
      queueIds: [ENTREGAS],
    };
    const { id: userId } = (await as("ana")("POST", "/users", form)).body;
    const two = await aMove({ ...OPEN, userId }, { userId: BRUNO });
    await as("ana")("DELETE", `/users/${userId}`);
    expect((await undo(two.id, two.moveId)).body.error).toBe("ERR_NO_USER_FOUND");
    expect(rowOf(two.id).userId).toBe(BRUNO);
  });

  test("for another ticket's move", async () => {
    const [one, two] = [await aMove(), await aMove()];
    expect((await undo(one.id, two.moveId)).status).toBe(409);
    expect([rowOf(one.id).status, rowOf(two.id).status]).toEqual(["closed", "closed"]);
  });
});

test("an undone transfer leaves Carla's list and comes back to Bruno's, and both hear of it", async () => {
  const id = balcao.aurora.write((db) => aTicket(db, { ...OPEN, queueId: ENCOMENDAS }).id);
  const { body } = await move(id, { queueId: ATACADO, userId: CARLA, status: "open" });
  const emitted = {
    bruno: balcao.listenAs(balcao.aurora, "Bruno"),
    carla: balcao.listenAs(balcao.aurora, "Carla"),
    nina: balcao.listenAs(balcao.norte, "Nina"),
  };
  await undo(id, body.move.id);
  expect(emitted.bruno).toMatchObject([
    {
      name: "ticket",
      payload: { action: "update", move: { action: "undo", undoes: "transfer" }, ticket: { userId: BRUNO } },
    },
  ]);
  expect(emitted.carla).toMatchObject([{ name: "ticket", payload: { action: "removeFromList", ticketId: id } }]);
  expect(emitted.nina).toEqual([]);
});

test("what can't be undone any more is forgotten", async () => {
  const id = balcao.aurora.write((db) => aTicket(db, OPEN).id);
  await move(id, { status: "pending", userId: null });
  const kept = () => balcao.aurora.read.select().from(undoTable).all().length;
  expect(kept()).toBeGreaterThan(0);
  later(9500);
  forgetUndos(balcao.aurora, Date.now());
  expect(kept()).toBe(0);
});

describe("a note that is handed over", () => {
  const note = "Quer bolo sem coco";
  const aTransfer = async () => {
    const id = balcao.aurora.write((db) => aTicket(db, { ...OPEN, queueId: ENCOMENDAS }).id);
    const carla = balcao.listenAs(balcao.aurora, "Carla");
    const answer = await move(id, { queueId: ATACADO, userId: CARLA, status: "open", note: ` ${note} ` });
    return { id, carla, ...answer, contactId: rowOf(id).contactId };
  };
  const notesOf = async (contactId: number, name = "carla") =>
    (await as(name)("GET", `/ticket-notes/list?contactId=${contactId}`)).body;

  test("is a note on the ticket, and goes with the move to who takes over", async () => {
    const { id, carla, body, contactId } = await aTransfer();
    expect(body.move).toMatchObject({ action: "transfer", note });
    expect(carla).toMatchObject([
      { name: "note", payload: { action: "create", record: { note } } },
      { name: "ticket", payload: { action: "update", move: { action: "transfer", note, toUser: { id: CARLA } } } },
    ]);
    expect(await notesOf(contactId)).toMatchObject([{ note, ticketId: id, user: { id: BRUNO } }]);
  });

  test("is gone with the transfer when that is undone, and with the note when that is deleted", async () => {
    const one = await aTransfer();
    await undo(one.id, one.body.move.id);
    expect(await notesOf(one.contactId, "bruno")).toEqual([]);
    const two = await aTransfer();
    const [{ id }] = await notesOf(two.contactId);
    await as("carla")("DELETE", `/ticket-notes/${id}`);
    expect((await as("ana")("GET", `/messages/${two.id}`)).body.moves).toMatchObject([{
      action: "transfer",
      note: null,
    }]);
  });

  test("needs a transfer and two letters, and without them nothing happens", async () => {
    const id = balcao.aurora.write((db) => aTicket(db, OPEN).id);
    expect((await move(id, { status: "closed", userId: BRUNO, note })).body.fields).toEqual({ note: "invalid" });
    expect((await move(id, { userId: CARLA, note: " a " })).body.fields).toEqual({ note: "too_short" });
    expect(rowOf(id)).toMatchObject({ status: "open", userId: BRUNO });
    expect(await notesOf(rowOf(id).contactId)).toEqual([]);
  });
});
