import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import { recordMessage } from "../messages/record.ts";
import { newWid } from "../outbox/enqueue.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { whereVisible } from "./list.ts";
import { type TicketRow, ticketTable } from "./table.ts";

const [ENCOMENDAS, ENTREGAS, ATACADO] = [1, 2, 3];
const PEOPLE: Record<"ana" | "bruno" | "carla", Person> = {
  ana: { id: 1, profile: "admin", super: false, queueIds: [1, 2, 3] },
  bruno: { id: 2, profile: "user", super: false, queueIds: [1, 2] },
  carla: { id: 3, profile: "user", super: false, queueIds: [2, 3] },
};
const NOON = Date.parse("2026-03-10T15:00:00Z");
const HOUR = 3_600_000;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let all: TicketRow[];
beforeAll(async () => {
  balcao = await aBalcao();
  // Every status with every queue, every owner, read and unread, alone and in a group; each an hour after the last.
  balcao.aurora.write((db) => {
    let nth = 0;
    for (const status of ["pending", "open", "closed"] as const) {
      for (const queueId of [null, ENCOMENDAS, ENTREGAS, ATACADO]) {
        for (const userId of status === "pending" ? [null] : [1, 2, 3]) {
          const at = NOON + ++nth * HOUR;
          const is = { isGroup: nth % 5 === 0, unreadMessages: nth % 3, createdAt: at, updatedAt: at };
          aTicket(db, { status, queueId: queueId ?? null, userId, ...is });
        }
      }
    }
  });
  all = balcao.aurora.read.select().from(ticketTable).all();
});
afterAll(async () => await balcao.close());

type Who = keyof typeof PEOPLE;

async function list(who: Who | "nina", query = "") {
  const email = `${who}@${who === "nina" ? "norte" : "aurora"}.test`;
  const { body } = await balcao.as(email)("GET", `/tickets?${query}`);
  return { ...body, ids: body.tickets.map(({ id }: { id: number }) => id) };
}

/** Newest change first, as the list must be. */
function those(which: (ticket: TicketRow) => boolean): number[] {
  return all.filter(which).sort((a, b) => b.updatedAt - a.updatedAt).map(({ id }) => id);
}

const mine = (who: Who) => ({ userId }: TicketRow) => userId === null || userId === PEOPLE[who].id;
const seenBy = (who: Who) => (ticket: TicketRow) => maySeeTicket(PEOPLE[who], ticket);

describe("who sees which ticket", () => {
  test.each(Object.keys(PEOPLE) as Who[])("%s: the rule and its SQL twin say the same of every ticket", (who) => {
    const visible = balcao.aurora.read.select().from(ticketTable).where(whereVisible(PEOPLE[who])).all();
    expect(visible.map(({ id }) => id).sort()).toEqual(all.filter(seenBy(who)).map(({ id }) => id).sort());
  });

  test("somebody who serves no queue sees only their own tickets without one", () => {
    const person: Person = { id: 3, profile: "user", super: false, queueIds: [] };
    const visible = balcao.aurora.read.select().from(ticketTable).where(whereVisible(person)).all();
    const own = all.filter(({ queueId, userId }) => queueId === null && userId === 3);
    expect(new Set(visible.map(({ id }) => id))).toEqual(new Set(own.map(({ id }) => id)));
  });

  test.each(Object.keys(PEOPLE) as Who[])("%s: every ticket opens, or does not, as the list says", async (who) => {
    for (const ticket of all) {
      const { status } = await balcao.as(`${who}@aurora.test`)("GET", `/tickets/u/${ticket.uuid}`);
      expect(status, `ticket ${ticket.id}`).toBe(seenBy(who)(ticket) ? 200 : 403);
    }
  });

  test("another company sees none of it", async () => {
    expect(await list("nina", "showAll=true")).toMatchObject({ tickets: [], hasMore: false, count: 0 });
  });
});

describe("the list", () => {
  const onDay = (field: "createdAt" | "updatedAt", day: string) => (ticket: TicketRow) =>
    // São Paulo is three hours behind UTC.
    new Date(ticket[field] - 3 * HOUR).toISOString().slice(0, 10) === day;
  const cases: [Who, string, (ticket: TicketRow) => boolean][] = [
    ["ana", "", mine("ana")],
    ["ana", "showAll=true", () => true],
    ["ana", "showAll=false", mine("ana")],
    ["bruno", "", mine("bruno")],
    ["bruno", "showAll=true", mine("bruno")],
    ["carla", "showAll=true", mine("carla")],
    ["ana", "showAll=true&status=open", ({ status }) => status === "open"],
    ["ana", "showAll=true&isGroup=true", ({ isGroup }) => isGroup],
    ["ana", "showAll=true&isGroup=false&status=closed", (one) => !one.isGroup && one.status === "closed"],
    ["ana", "showAll=true&queueIds=[1,3]", ({ queueId }) => queueId === 1 || queueId === 3],
    ["ana", "showAll=true&queueIds=1, 3", ({ queueId }) => queueId === 1 || queueId === 3],
    ["ana", "showAll=true&queueIds=[]", () => true],
    ["bruno", "queueIds=[3]", () => false],
    ["ana", "showAll=true&users=[2,3]", ({ userId }) => userId === 2 || userId === 3],
    ["bruno", "users=[3]", () => false],
    ["ana", "showAll=true&withUnreadMessages=true", ({ unreadMessages }) => unreadMessages > 0],
    ["ana", "showAll=true&date=2026-03-10", onDay("createdAt", "2026-03-10")],
    ["ana", "showAll=true&updatedAt=2026-03-11", onDay("updatedAt", "2026-03-11")],
    ["ana", "showAll=true&date=2020-01-01", () => false],
  ];
  test.each(cases)("of %s with %j", async (who, query, which) => {
    const { ids, count, hasMore } = await list(who, query);
    const expected = those((ticket) => seenBy(who)(ticket) && which(ticket));
    expect(ids).toEqual(expected);
    expect([count, hasMore]).toEqual([expected.length, false]);
  });

  test("shows names, without what is nobody's business", async () => {
    const { tickets } = await list("ana", "status=open&queueIds=1");
    expect(tickets[0]).toMatchObject({
      queue: { name: "Encomendas" },
      user: { name: "Ana Ribeiro" },
      whatsapp: { name: "Loja Centro" },
      contact: { name: expect.stringContaining("Cliente") },
    });
    expect(Object.keys(tickets[0])).not.toContain("queuedAt");
  });
});

test("many tickets come page by page, none twice and none missing", async () => {
  const { norte } = balcao;
  norte.write((db) => {
    for (let nth = 0; nth < 95; nth++) aTicket(db, { queueId: 1, connectionId: null, updatedAt: NOON + nth });
  });
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push(await list("nina", `pageNumber=${page}`));
  expect(pages.map(({ ids }) => ids.length)).toEqual([40, 40, 15, 0]);
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false, false]);
  expect(pages.map(({ count }) => count)).toEqual([95, 95, 95, 95]);
  expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(95);
});

describe("searching", () => {
  /** What customers wrote in tickets of different queues. */
  beforeAll(() =>
    void balcao.aurora.write((db) => {
      for (
        const [queueId, body] of [[1, "Tem pão de açúcar?"], [2, "AÇUCAR mascavo"], [3, "açúcares no atacado"]] as const
      ) {
        const { id: ticketId, contactId } = aTicket(db, { name: `Doceria ${queueId}`, queueId });
        const about = { ticketId, contactId, connectionId: 1, chat: "x", wid: newWid(), fromMe: false };
        recordMessage(db, { ...about, body, kind: "text", createdAt: NOON });
      }
    })
  );
  const queuesOf = (tickets: { queueId: number }[]) => tickets.map(({ queueId }) => queueId).sort();

  test.each(
    [
      ["ana", "acucar", [1, 2, 3]],
      ["bruno", "acucar", [1, 2]],
      ["carla", "açúcar", [2, 3]],
      ["bruno", "atacado", []],
      ["carla", "doceria", [2, 3]],
      ["bruno", "doceria 3", []],
      ["ana", "pao acucar", [1]],
      ["ana", "***", []],
    ] as const,
  )("%s finds %j in the queues %j only", async (who, words, queues) => {
    const { tickets } = await list(who, `showAll=true&searchParam=${encodeURIComponent(words)}`);
    expect(queuesOf(tickets)).toEqual(queues);
    const { body } = await balcao.as(`${who}@aurora.test`)(
      "GET",
      `/tickets/search?searchParam=${encodeURIComponent(words)}`,
    );
    expect(queuesOf(body.hits.map(({ ticket }: { ticket: { queueId: number } }) => ticket))).toEqual(queues);
  });

  test("filters go on working while searching, and another company finds nothing", async () => {
    expect((await list("ana", "showAll=true&searchParam=acucar&queueIds=[2]&status=pending")).ids).toHaveLength(1);
    expect((await list("ana", "showAll=true&searchParam=acucar&status=closed")).ids).toEqual([]);
    expect((await list("nina", "showAll=true&searchParam=acucar")).ids).toEqual([]);
    expect((await balcao.as("nina@norte.test")("GET", "/tickets/search?searchParam=acucar")).body.hits).toEqual([]);
  });

  test("a hit in a message says where it is, one in a name does not", async () => {
    const { body } = await balcao.as("bruno@aurora.test")("GET", "/tickets/search?searchParam=mascavo");
    expect(body.hits).toMatchObject([{ snippet: "AÇUCAR \u0002mascavo\u0003", messageId: expect.any(Number) }]);
    const byName = await balcao.as("bruno@aurora.test")("GET", "/tickets/search?searchParam=doceria");
    expect(byName.body.hits[0]).toMatchObject({ snippet: "", messageId: null });
  });
});
