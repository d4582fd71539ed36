import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordMessage } from "../messages/record.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import type { TicketRow } from "./table.ts";

const ANA = 1, BRUNO = 2, CARLA = 3;
const ENCOMENDAS = 1, ENTREGAS = 2, ATACADO = 3;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

function a(ticket: Partial<TicketRow> = {}): number {
  return balcao.aurora.write((db) => aTicket(db, ticket).id);
}

function as(name: string) {
  return balcao.as(`${name}@${name === "nina" ? "norte" : "aurora"}.test`);
}

/** What the screens send (spec 1 §7). */
const ACTIONS = {
  accept: { status: "open", userId: BRUNO },
  return: { status: "pending", userId: null },
  resolve: { status: "closed", userId: BRUNO },
  close: { status: "closed", justClose: true, userId: BRUNO },
  transferToUser: { userId: CARLA },
  transferToQueue: { queueId: ENCOMENDAS, status: "pending", userId: null },
  transferToBoth: { queueId: ATACADO, userId: CARLA, status: "open" },
  nothing: {},
} as const;

type Looks = [status: string, userId: number | null, queueId: number | null];
const CHANGED = "ERR_TICKET_CHANGED";

const MOVES: Record<keyof typeof ACTIONS, Record<"pending" | "open" | "closed", Looks | string>> = {
  accept: { pending: ["open", BRUNO, ENTREGAS], open: CHANGED, closed: ["open", BRUNO, ENTREGAS] },
  return: { pending: CHANGED, open: ["pending", null, ENTREGAS], closed: CHANGED },
  resolve: { pending: CHANGED, open: ["closed", BRUNO, ENTREGAS], closed: CHANGED },
  close: { pending: CHANGED, open: ["closed", BRUNO, ENTREGAS], closed: CHANGED },
  transferToUser: { pending: ["open", CARLA, ENTREGAS], open: ["open", CARLA, ENTREGAS], closed: CHANGED },
  transferToQueue: { pending: ["pending", null, ENCOMENDAS], open: ["pending", null, ENCOMENDAS], closed: CHANGED },
  transferToBoth: { pending: ["open", CARLA, ATACADO], open: ["open", CARLA, ATACADO], closed: CHANGED },
  nothing: { pending: CHANGED, open: CHANGED, closed: CHANGED },
};

describe("the moves a ticket can make", () => {
  const cases = Object.entries(MOVES).flatMap(([action, byStatus]) =>
    Object.entries(byStatus).map(([from, result]) => [from, action, result] as const)
  );
  test.each(cases)("%s, %s: %j", async (from, action, result) => {
    const id = a({ status: from as never, queueId: ENTREGAS, userId: from === "open" ? BRUNO : null, closedAt: 1 });
    const had = (await as("bruno")("GET", `/tickets/${id}`)).body;
    const { status, body } = await as("bruno")("PUT", `/tickets/${id}`, ACTIONS[action as keyof typeof ACTIONS]);
    if (typeof result === "string") {
      const detail = { status: from, userId: had.userId, action: null, by: null };
      expect([status, body]).toEqual([409, { error: result, detail }]);
      expect((await as("bruno")("GET", `/tickets/${id}`)).body).toEqual(had);
    } else expect([body.status, body.userId, body.queueId]).toEqual(result);
  });
});

test("two people accept at once: the second is refused and told who was quicker", async () => {
  const id = a({ queueId: ENTREGAS });
  const answers = await Promise.all([
    as("bruno")("PUT", `/tickets/${id}`, { status: "open", userId: BRUNO }),
    as("carla")("PUT", `/tickets/${id}`, { status: "open", userId: CARLA }),
  ]);
  const won = answers.find(({ status }) => status === 200)!, lost = answers.find(({ status }) => status !== 200)!;
  expect([won.body.status, lost.status]).toEqual(["open", 409]);
  const by = won.body.user, userId = won.body.userId;
  expect(lost.body).toEqual({ error: CHANGED, detail: { status: "open", userId, action: "accept", by } });
  expect(by.name).toMatch(/^(Bruno|Carla) /);
  expect((await as("ana")("GET", `/tickets/${id}`)).body.userId).toBe(won.body.userId);
});

test("of two who transfer at once the second is refused, and what the first did stands", async () => {
  const id = a({ status: "open", queueId: ENTREGAS, userId: BRUNO });
  const was = { status: "open", userId: BRUNO, queueId: ENTREGAS };
  const answers = [
    await as("bruno")("PUT", `/tickets/${id}`, { userId: CARLA, queueId: ENTREGAS, status: "open", was }),
    await as("ana")("PUT", `/tickets/${id}`, { ...ACTIONS.transferToQueue, was }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  const by = { id: BRUNO, name: "Bruno Tavares" };
  expect(answers[1]!.body).toEqual({
    error: CHANGED,
    detail: { status: "open", userId: CARLA, action: "transfer", by },
  });
  expect((await as("ana")("GET", `/tickets/${id}`)).body).toMatchObject({ userId: CARLA, queueId: ENTREGAS });
});

test("who lost the ticket out of sight to somebody quicker is told to whom, and not what became of it", async () => {
  const id = a({ status: "open", queueId: ENCOMENDAS, userId: BRUNO });
  const was = { status: "open", userId: BRUNO, queueId: ENCOMENDAS };
  await as("ana")("PUT", `/tickets/${id}`, { queueId: ATACADO, userId: null, status: "pending" });
  const refused = await as("bruno")("PUT", `/tickets/${id}`, { ...ACTIONS.resolve, was });
  const detail = { action: "transfer", by: { id: ANA, name: "Ana Ribeiro" } };
  expect([refused.status, refused.body]).toEqual([409, { error: CHANGED, detail }]);
  expect((await as("bruno")("PUT", `/tickets/${id}`, ACTIONS.resolve)).status).toBe(403);
});

test("who was answered waits from when the ticket became pending, whatever queue it is sent to meanwhile", async () => {
  const id = a({ status: "open", queueId: ENTREGAS, userId: BRUNO, createdAt: 1, updatedAt: 1 });
  const change = async (wanted: object) => (await as("ana")("PUT", `/tickets/${id}`, wanted)).body.waitingSince;
  const since = await change(ACTIONS.return);
  expect(Date.now() - Date.parse(since)).toBeLessThan(5000);
  expect(await change(ACTIONS.transferToQueue)).toBe(since);
  expect(await change({ status: "open", userId: ANA })).toBe(null);
});

describe("the wait of a ticket that is given back runs since the first message that nobody answered", () => {
  const START = Date.parse("2026-03-02T12:00:00Z"), MINUTE = 60_000;
  /** Who wrote in which minute; the ticket was accepted in the tenth. */
  const waits = async (lines: [who: "customer" | "bot" | "bruno" | "phone", minute: number][], wanted: object) => {
    const id = balcao.aurora.write((db) => {
      const ticket = aTicket(db, {
        status: "open",
        queueId: ENTREGAS,
        userId: BRUNO,
        createdAt: START,
        startedAt: START + 10 * MINUTE,
      });
      for (const [who, minute] of lines) {
        recordMessage(db, {
          ticketId: ticket.id,
          contactId: ticket.contactId,
          connectionId: 1,
          chat: "x@s.whatsapp.net",
          wid: crypto.randomUUID(),
          fromMe: who !== "customer",
          userId: who === "bruno" ? BRUNO : null,
          body: who,
          kind: "text",
          createdAt: START + minute * MINUTE,
        });
      }
      return ticket.id;
    });
    const { waitingSince } = (await as("bruno")("PUT", `/tickets/${id}`, wanted)).body;
    return (Date.parse(waitingSince) - START) / MINUTE;
  };

  test.each<[string, Parameters<typeof waits>[0], number]>([
    ["nobody has answered at all", [["customer", 1], ["customer", 5], ["customer", 12]], 1],
    ["only the bot has spoken", [["customer", 1], ["bot", 2], ["customer", 3]], 1],
    ["Bruno answered some", [["customer", 1], ["bruno", 11], ["customer", 12], ["customer", 14]], 12],
    ["the phone answered some", [["customer", 1], ["phone", 11], ["customer", 13]], 13],
  ])("%s", async (_, lines, since) => {
    expect(await waits(lines, ACTIONS.return)).toBe(since);
    expect(await waits(lines, ACTIONS.transferToQueue)).toBe(since);
  });

  test("and since now when all were answered", async () => {
    const since = await waits([["customer", 1], ["bruno", 11]], ACTIONS.return);
    expect(Math.abs(START + since * MINUTE - Date.now())).toBeLessThan(5000);
  });
});

describe("what is refused", () => {
  test.each([
    ["a queue that is not there", { queueId: 99 }, 404, { error: "ERR_NO_QUEUE_FOUND" }],
    ["a user that is not there", { userId: 99 }, 404, { error: "ERR_NO_USER_FOUND" }],
    // Carla would never see it again, and neither would she know of it.
    ["a user who does not serve the queue", { userId: CARLA }, 400, { fields: { userId: "invalid" } }],
    ["a user who does not serve the new queue", { userId: BRUNO, queueId: ATACADO }, 400, {
      fields: { userId: "invalid" },
    }],
  ])("to transfer to %s", async (_, wanted, status, body) => {
    const id = a({ status: "open", userId: ANA, queueId: ENCOMENDAS });
    expect(await as("ana")("PUT", `/tickets/${id}`, wanted)).toMatchObject({ status, body });
    expect((await as("ana")("GET", `/tickets/${id}`)).body).toMatchObject({ userId: ANA, queueId: ENCOMENDAS });
  });

  test("to act on a ticket of a queue that is not one's own, or of another company", async () => {
    const id = a({ queueId: ATACADO });
    const accept = { status: "open", userId: BRUNO };
    for (
      const [method, path, body] of [
        ["PUT", `/tickets/${id}`, accept],
        ["GET", `/tickets/${id}`],
        ["PUT", `/tickets/${id}/read`],
        ["GET", `/messages/${id}`],
        ["POST", `/messages/${id}`, { body: "Oi" }],
      ] as const
    ) {
      const asked = `${method} ${path}`;
      expect(await as("bruno")(method, path, body), asked).toMatchObject({ status: 403 });
      expect(await as("nina")(method, path, body), asked).toMatchObject({
        status: 404,
        body: { error: "ERR_NO_TICKET_FOUND" },
      });
    }
    expect((await as("bruno")("DELETE", `/tickets/${id}`)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await as("nina")("DELETE", `/tickets/${id}`)).status).toBe(404);
  });

  test("to reopen a ticket while the contact has another one in progress", async () => {
    const id = a({ status: "closed", closedAt: 1 });
    const { contactId } = (await as("ana")("GET", `/tickets/${id}`)).body;
    const other = balcao.aurora.write((db) => aTicket(db, { contactId, userId: BRUNO, status: "open" }));
    const answer = await as("ana")("PUT", `/tickets/${id}`, { status: "open", userId: ANA });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: "ERR_OTHER_OPEN_TICKET",
        detail: { uuid: other.uuid, userId: BRUNO, user: "Bruno Tavares", maySee: true },
      },
    });
  });
});

test("a transferred ticket leaves Bruno's list and enters Carla's, and both hear of it", async () => {
  const { aurora, norte, listenAs } = balcao;
  const id = a({ status: "open", userId: BRUNO, queueId: ENCOMENDAS });
  const emitted = { ana: listenAs(aurora, "Ana"), bruno: listenAs(aurora, "Bruno"), carla: listenAs(aurora, "Carla") };
  const nina = listenAs(norte, "Nina");
  await as("bruno")("PUT", `/tickets/${id}`, { queueId: ATACADO, userId: CARLA });
  const actions = (name: keyof typeof emitted) =>
    emitted[name].filter((each) => each.name === "ticket").map(({ payload }) => (payload as { action: string }).action);
  expect([actions("ana"), actions("bruno"), actions("carla")]).toEqual([["update"], ["removeFromList"], ["update"]]);
  expect(emitted.carla.find(({ name }) => name === "ticket")!.payload).toMatchObject({
    ticket: { id, userId: CARLA, queueId: ATACADO },
    move: { action: "transfer", user: { id: BRUNO }, toUser: { id: CARLA }, toQueue: { id: ATACADO } },
  });
  expect(nina.filter(({ name }) => name !== "user")).toEqual([]);
  const lists = async (name: string) => (await as(name)("GET", "/tickets?status=open")).body.tickets;
  const has = async (name: string) => (await lists(name)).some((ticket: { id: number }) => ticket.id === id);
  expect([await has("bruno"), await has("carla")]).toEqual([false, true]);
});

test("every move is a line in the ticket's history, with who did it", async () => {
  const id = a({ queueId: ENTREGAS });
  const steps = [
    ["bruno", { status: "open", userId: BRUNO }],
    ["bruno", { status: "pending", userId: null }],
    ["carla", { status: "open", userId: CARLA }],
    ["carla", { userId: BRUNO }],
    ["bruno", { status: "closed", userId: BRUNO }],
    ["ana", { status: "open", userId: ANA }],
    ["ana", { status: "closed", userId: ANA, justClose: true }],
  ] as const;
  for (const [who, wanted] of steps) {
    expect((await as(who)("PUT", `/tickets/${id}`, wanted)).status, JSON.stringify(wanted)).toBe(200);
  }
  const { moves } = (await as("ana")("GET", `/messages/${id}`)).body;
  expect(moves.map(({ action, user }: { action: string; user: { id: number } }) => [action, user.id])).toEqual([
    ["accept", BRUNO],
    ["return", BRUNO],
    ["accept", CARLA],
    ["transfer", CARLA],
    ["resolve", BRUNO],
    ["reopen", ANA],
    ["close", ANA],
  ]);
});
