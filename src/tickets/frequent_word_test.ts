import { afterAll, beforeAll, expect, test } from "vitest";
import { recordMessage } from "../messages/record.ts";
import { newWid } from "../outbox/enqueue.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import type { TicketRow } from "./table.ts";

const NOON = Date.parse("2026-03-10T15:00:00Z"), MINUTE = 60_000;
const ENCOMENDAS = 1, ATACADO = 3;
let balcao: Awaited<ReturnType<typeof aBalcao>>;
/** Newest change first. */
let closed: (TicketRow & { isFrequent: boolean })[];
beforeAll(async () => {
  balcao = await aBalcao();
  // Every third closed ticket is one of somebody with the frequent word, of every fifth queue one whom Bruno does not see.
  closed = balcao.aurora.write((db) =>
    Array.from({ length: 3600 }, (_, nth) => {
      const isFrequent = nth % 3 === 0, at = NOON - nth * MINUTE;
      const name = `${isFrequent ? "Padoca" : "Cliente"} ${nth}`, queueId = nth % 5 === 0 ? ATACADO : ENCOMENDAS;
      return { ...aTicket(db, { name, status: "closed", queueId, createdAt: at, updatedAt: at }), isFrequent };
    })
  );
});
afterAll(async () => await balcao.close());

async function list(who: string, query: string) {
  const { body } = await balcao.as(`${who}@aurora.test`)("GET", `/tickets?showAll=true&${query}`);
  return { ...body, ids: body.tickets.map(({ id }: { id: number }) => id) };
}

const ids = (tickets: { id: number }[]) => tickets.map(({ id }) => id);

test("the newest tickets of a frequent word, page by page, of those whom somebody sees", async () => {
  const all = closed.filter(({ isFrequent }) => isFrequent), brunos = all.filter(({ queueId }) => queueId !== ATACADO);
  for (const [who, found] of [["ana", all], ["bruno", brunos]] as const) {
    for (const page of [1, 2, 3]) {
      const got = await list(who, `status=closed&searchParam=padoca&pageNumber=${page}`);
      expect(got.ids).toEqual(ids(found.slice((page - 1) * 40, page * 40)));
      expect([got.hasMore, got.count]).toEqual([true, 100]);
    }
  }
});

test("with what a few of them have besides, nothing is left out that lies far back", async () => {
  const [old] = closed.filter(({ isFrequent, queueId }) => isFrequent && queueId !== ATACADO).slice(-1);
  balcao.aurora.write((db) =>
    recordMessage(db, {
      ...{ ticketId: old!.id, contactId: old!.contactId, connectionId: 1, chat: "x", wid: newWid(), fromMe: false },
      ...{ userId: null, body: "padoca outra vez", kind: "text", ack: 0, read: true, createdAt: NOON },
    })
  );
  const day = "2026-03-08",
    late = closed.filter(({ updatedAt, isFrequent }) =>
      isFrequent && updatedAt >= Date.parse(`${day}T03:00:00Z`) &&
      updatedAt < Date.parse(`${day}T03:00:00Z`) + 24 * 60 * MINUTE
    );
  const { body: bruno } = await balcao.as("bruno@aurora.test")(
    "GET",
    `/tickets?showAll=true&status=closed&searchParam=${encodeURIComponent(`padoca ${closed.indexOf(old!)}`)}`,
  );
  expect(ids(bruno.tickets)).toContain(old!.id);
  const onDay = await list("ana", `status=closed&searchParam=padoca&updatedAt=${day}`);
  expect(onDay.ids).toEqual(ids(late.slice(0, 40)));
  expect((await list("ana", "status=open&searchParam=padoca")).ids).toEqual([]);
});
