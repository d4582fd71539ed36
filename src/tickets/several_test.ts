import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { endServices } from "../bot/ratings.ts";
import { connectionTable } from "../connections/table.ts";
import { messageTable } from "../messages/table.ts";
import { noteTable } from "../notes/table.ts";
import { addTag, tagIdsOf } from "../tags/tags.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { type TicketRow, ticketTable } from "./table.ts";

const BRUNO = 2, CARLA = 3;
const ENCOMENDAS = 1, ENTREGAS = 2, ATACADO = 3;
const PENDING = { status: "pending", queueId: ENCOMENDAS } as const;
const OPEN = { status: "open", queueId: ENCOMENDAS, userId: BRUNO } as const;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const later = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const as = (name: string) => balcao.as(`${name}@${name === "nina" ? "norte" : "aurora"}.test`);
const several = (is: Partial<TicketRow>, count = 2) =>
  balcao.aurora.write((db) => Array.from({ length: count }, () => aTicket(db, is)));
/** As the person saw them. */
const seen = (rows: readonly TicketRow[]) =>
  rows.map(({ id, status, userId, queueId }) => ({ id, was: { status, userId, queueId } }));

interface Outcome {
  id: number;
  error?: string;
  // deno-lint-ignore no-explicit-any -- each refusal has a detail of its own
  detail?: any;
  moved?: { move: { id: number; action: string } };
}

async function ask(name: string, what: string, body: object): Promise<Outcome[]> {
  return (await as(name)("POST", `/tickets/bulk/${what}`, body)).body.outcomes;
}

const errorsOf = (outcomes: Outcome[]) => outcomes.map(({ error }) => error);
const undo = (name: string, outcomes: Outcome[]) =>
  ask(name, "undo", { tickets: outcomes.map(({ id, moved }) => ({ id, moveId: moved!.move.id })) });

function rowOf({ id }: { id: number }): TicketRow {
  return balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.id, id)).all()[0]!;
}
const placeOf = (row: { id: number }) => {
  const { status, userId, queueId } = rowOf(row);
  return [status, userId, queueId];
};
const moves = (emitted: { name: string; payload: unknown }[]) =>
  emitted.filter(({ name }) => name === "ticket").map(({ payload }) => payload as { move?: { action: string } })
    .flatMap(({ move }) => move?.action ?? []);

describe("accepting several", () => {
  test("each is Bruno's then, as if he had accepted it alone, and his colleagues hear of each", async () => {
    const rows = several(PENDING, 3), emitted = balcao.listenAs(balcao.aurora, "Ana");
    const outcomes = await ask("bruno", "accept", { tickets: seen(rows) });
    expect(outcomes.map(({ id, moved }) => [id, moved?.move.action])).toEqual(rows.map(({ id }) => [id, "accept"]));
    expect(rows.map(placeOf)).toEqual(rows.map(() => ["open", BRUNO, ENCOMENDAS]));
    expect(moves(emitted)).toEqual(["accept", "accept", "accept"]);
  });

  test("the one that Carla took meanwhile, one in a queue that is not his and one that is gone are named; the others are his", async () => {
    const [mine, taken, hidden] = [
      ...several({ ...PENDING, queueId: ENTREGAS }, 2),
      ...several({ ...PENDING, queueId: ATACADO }, 1),
    ] as [TicketRow, TicketRow, TicketRow];
    await as("carla")("PUT", `/tickets/${taken.id}`, { status: "open", userId: CARLA });
    const gone = { ...mine, id: 999_999 };
    const outcomes = await ask("bruno", "accept", { tickets: seen([taken, gone, hidden, mine]) });
    expect(errorsOf(outcomes)).toEqual([
      "ERR_TICKET_CHANGED",
      "ERR_NO_TICKET_FOUND",
      "ERR_NO_PERMISSION",
      undefined,
    ]);
    expect(outcomes[0]!.detail).toMatchObject({ action: "accept", by: { id: CARLA } });
    expect([taken, hidden, mine].map(placeOf)).toEqual([
      ["open", CARLA, ENTREGAS],
      ["pending", null, ATACADO],
      ["open", BRUNO, ENTREGAS],
    ]);
  });

  test("what a colleague has closed meanwhile is not reopened by it, whatever the caller claims to have seen", async () => {
    const [row] = several({ ...PENDING, status: "closed" }, 1);
    expect(errorsOf(await ask("bruno", "accept", { tickets: seen([row!]) }))).toEqual(["ERR_TICKET_CHANGED"]);
    expect(placeOf(row!)[0]).toBe("closed");
  });
});

test("another company's tickets are not found, whatever is done with them", async () => {
  const rows = several(OPEN), tickets = seen(rows), ids = rows.map(({ id }) => id);
  const emitted = balcao.listenAs(balcao.aurora, "Ana");
  const calls: [string, object][] = [
    ["accept", { tickets }],
    ["resolve", { tickets }],
    ["transfer", { tickets, queueId: 4, userId: null }],
    ["undo", { tickets: ids.map((id) => ({ id, moveId: 1 })) }],
    ["tag", { tickets: ids.map((id) => ({ id, add: [] })) }],
  ];
  for (const [what, body] of calls) {
    expect(errorsOf(await ask("nina", what, body)), what).toEqual(ids.map(() => "ERR_NO_TICKET_FOUND"));
  }
  expect(rows.map(placeOf)).toEqual(rows.map(() => ["open", BRUNO, ENCOMENDAS]));
  expect(emitted).toEqual([]);
});

describe("resolving several", () => {
  const COMPLETION = "Obrigado, volte sempre!";
  const said = () =>
    balcao.aurora.read.select().from(messageTable).where(eq(messageTable.body, COMPLETION)).all().length;
  const clock = () => endServices(balcao.aurora, () => "America/Sao_Paulo", Date.now());
  beforeEach(() =>
    balcao.aurora.write((db) =>
      void db.update(connectionTable).set({ complationMessage: COMPLETION }).where(eq(connectionTable.id, 1)).run()
    )
  );

  test("each customer gets the last words once nothing can be undone, and not before", async () => {
    const before = said();
    await ask("bruno", "resolve", { tickets: seen(several(OPEN, 3)) });
    later(8000);
    clock();
    expect(said()).toBe(before);
    later(2000);
    clock();
    expect(said()).toBe(before + 3);
  });

  test("of 200 the first is undone as long as the last, and nobody gets a goodbye", async () => {
    const rows = several(OPEN, 200), before = said();
    const outcomes = await ask("bruno", "resolve", { tickets: seen(rows) });
    expect(outcomes.every(({ moved }) => moved)).toBe(true);
    // So long the last of them may have taken.
    later(200 * 20 + 8000);
    clock();
    expect(errorsOf(await undo("bruno", outcomes))).toEqual(rows.map(() => undefined));
    expect(new Set(rows.map((row) => rowOf(row).status))).toEqual(new Set(["open"]));
    later(60_000);
    clock();
    expect(said()).toBe(before);
  });

  test("who waits again is not resolved", async () => {
    const [row] = several(OPEN, 1);
    await as("bruno")("PUT", `/tickets/${row!.id}`, { status: "pending", userId: null });
    expect(errorsOf(await ask("bruno", "resolve", { tickets: seen([row!]) }))).toEqual(["ERR_TICKET_CHANGED"]);
  });
});

describe("transferring several", () => {
  test("all go to Carla's queue with the note, she hears of them, and Bruno, who sees them no more, has them back", async () => {
    const rows = several(OPEN, 2), emitted = balcao.listenAs(balcao.aurora, "Carla");
    const to = { queueId: ATACADO, userId: CARLA, note: "São do mesmo evento" };
    const outcomes = await ask("bruno", "transfer", { tickets: seen(rows), ...to });
    expect(rows.map(placeOf)).toEqual(rows.map(() => ["open", CARLA, ATACADO]));
    expect(moves(emitted)).toEqual(["transfer", "transfer"]);
    const notes = () => balcao.aurora.read.select().from(noteTable).where(eq(noteTable.note, to.note)).all();
    expect(notes().map(({ ticketId }) => ticketId)).toEqual(rows.map(({ id }) => id));
    expect((await as("bruno")("GET", `/tickets/${rows[0]!.id}`)).body.error).toBe("ERR_NO_PERMISSION");
    later(8000);
    expect(errorsOf(await undo("bruno", outcomes))).toEqual([undefined, undefined]);
    expect(rows.map(placeOf)).toEqual(rows.map(() => ["open", BRUNO, ENCOMENDAS]));
    expect(notes()).toEqual([]);
  });

  test("those that wait wait elsewhere then; a colleague who does not serve the queue gets none of them", async () => {
    const rows = several(PENDING), tickets = seen(rows);
    const refused = await ask("bruno", "transfer", { tickets, queueId: ENCOMENDAS, userId: CARLA });
    expect(errorsOf(refused)).toEqual(["ERR_INVALID_INPUT", "ERR_INVALID_INPUT"]);
    await ask("bruno", "transfer", { tickets, queueId: ENTREGAS, userId: null });
    expect(rows.map(placeOf)).toEqual(rows.map(() => ["pending", null, ENTREGAS]));
  });

  test("what a colleague has accepted meanwhile is not taken from them", async () => {
    const [row] = several({ ...PENDING, queueId: ENTREGAS }, 1);
    await as("carla")("PUT", `/tickets/${row!.id}`, { status: "open", userId: CARLA });
    const outcomes = await ask("bruno", "transfer", { tickets: seen([row!]), queueId: ENCOMENDAS, userId: null });
    expect(errorsOf(outcomes)).toEqual(["ERR_TICKET_CHANGED"]);
    expect(placeOf(row!)).toEqual(["open", CARLA, ENTREGAS]);
  });
});

describe("taking back several moves", () => {
  test("only who made them can, only in time, and one that somebody has moved since spoils no other", async () => {
    const rows = several(PENDING, 3);
    const outcomes = await ask("bruno", "accept", { tickets: seen(rows) });
    expect(errorsOf(await undo("ana", outcomes))).toEqual(Array(3).fill("ERR_NO_PERMISSION"));
    await as("ana")("PUT", `/tickets/${rows[1]!.id}`, { status: "pending", userId: null });
    expect(errorsOf(await undo("bruno", outcomes))).toEqual([undefined, "ERR_TICKET_CHANGED", undefined]);
    const again = await ask("bruno", "accept", { tickets: seen([rows[0]!]) });
    later(10_000);
    expect(errorsOf(await undo("bruno", again))).toEqual(["ERR_UNDO_TOO_LATE"]);
  });
});

describe("tagging several", () => {
  const tag = (name: string) => balcao.aurora.write((db) => addTag(db, { name, color: "#c0392b" }, 1)).id;

  test("each keeps what it had; the answer says what is new on it, so that exactly that can be taken off", async () => {
    const [party, order] = [tag("Festa"), tag("Encomenda")], rows = several(OPEN);
    await as("bruno")("POST", "/tags/sync", { ticketId: rows[0]!.id, tags: [{ id: party }] });
    const emitted = balcao.listenAs(balcao.aurora, "Ana");
    const { body } = await as("bruno")("POST", "/tickets/bulk/tag", {
      tickets: rows.map(({ id }) => ({ id, add: [party, order] })),
    });
    const changes: { id: number; add: number[]; remove: number[] }[] = body.outcomes;
    expect(changes.map(({ add }) => add)).toEqual([[order], [party, order]]);
    expect(emitted.filter(({ name }) => name === "ticket")).toHaveLength(2);
    await as("bruno")("POST", "/tickets/bulk/tag", {
      tickets: changes.map(({ id, add, remove }) => ({ id, add: remove, remove: add })),
    });
    expect(rows.map(({ id }) => tagIdsOf(balcao.aurora.read, id))).toEqual([[party], []]);
  });

  test("a ticket that one may not see and a tag that is gone are named", async () => {
    const party = tag("Só da Carla"), [hidden] = several({ ...OPEN, queueId: ATACADO, userId: CARLA }, 1);
    const [mine] = several(OPEN, 1);
    const tickets = [{ id: hidden!.id, add: [party] }, { id: mine!.id, add: [999_999] }];
    expect(errorsOf(await ask("bruno", "tag", { tickets }))).toEqual(["ERR_NO_PERMISSION", "ERR_NO_TAG_FOUND"]);
    expect(tagIdsOf(balcao.aurora.read, hidden!.id)).toEqual([]);
  });
});
