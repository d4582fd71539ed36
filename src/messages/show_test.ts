import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newWid } from "../outbox/enqueue.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { recordMove } from "../tickets/record_move.ts";
import { recordMessage } from "./record.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-03-10T12:00:00Z");

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ticketId: number, other: number, ids: number[];
beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => {
    const ticket = aTicket(db, { queueId: 1 });
    ticketId = ticket.id;
    other = aTicket(db, { queueId: 3 }).id;
    ids = Array.from({ length: 95 }, (_, nth) => {
      const about = { ticketId, contactId: ticket.contactId, connectionId: 1, chat: "x", wid: newWid(), fromMe: false };
      // Three share each minute: the id decides their order.
      return recordMessage(db, {
        ...about,
        body: `${nth}`,
        kind: "text",
        createdAt: START + Math.floor(nth / 3) * MINUTE,
      })!.id;
    });
    for (const nth of [0, 4, 10, 31]) recordMove(db, ticket, "requeue", null, START + nth * MINUTE + 1);
  });
});
afterAll(async () => await balcao.close());

async function page(query: string) {
  const { status, body } = await balcao.as("ana@aurora.test")("GET", `/messages/${ticketId}?${query}`);
  const bodies: number[] = body.messages?.map(({ body }: { body: string }) => Number(body));
  return { status, ...body, first: bodies?.[0], last: bodies?.at(-1), count: bodies?.length, bodies };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth);

describe("a thread, page by page", () => {
  test.each([
    ["", range(55, 94), true, false],
    ["pageNumber=1", range(55, 94), true, false],
    ["pageNumber=2", range(15, 54), true, true],
    ["pageNumber=3", range(0, 14), false, true],
    ["pageNumber=4", [], false, true],
  ])("%j", async (query, bodies, hasMore, hasNewer) => {
    expect(await page(query)).toMatchObject({ status: 200, bodies, hasMore, hasNewer });
  });

  test("older than one, newer than one, and around one", async () => {
    const at = (nth: number) => ids[nth]!;
    expect(await page(`before=${at(50)}`)).toMatchObject({ bodies: range(10, 49), hasMore: true, hasNewer: true });
    expect(await page(`before=${at(5)}`)).toMatchObject({ bodies: range(0, 4), hasMore: false, hasNewer: true });
    expect(await page(`before=${at(0)}`)).toMatchObject({ status: 200, bodies: [], hasMore: false, hasNewer: true });
    expect(await page(`after=${at(50)}`)).toMatchObject({ bodies: range(51, 90), hasMore: true, hasNewer: true });
    expect(await page(`after=${at(94)}`)).toMatchObject({ status: 200, bodies: [], hasMore: true, hasNewer: false });
    expect(await page(`around=${at(50)}`)).toMatchObject({ bodies: range(30, 70), hasMore: true, hasNewer: true });
    expect(await page(`around=${at(2)}`)).toMatchObject({ bodies: range(0, 22), hasMore: false, hasNewer: true });
  });

  test("walked from the newest to the oldest, none is missing and none comes twice", async () => {
    const seen: number[] = [];
    let at = ids.at(-1)!;
    for (let hasMore = true; hasMore;) {
      const { messages, bodies, ...rest } = await page(`before=${at}`);
      seen.unshift(...bodies);
      hasMore = rest.hasMore;
      at = messages[0].id;
    }
    expect(seen).toEqual(range(0, 93));
  });

  test("each page has the moves of its time, and no move is lost between two", async () => {
    const pages = [await page("pageNumber=1"), await page("pageNumber=2"), await page("pageNumber=3")];
    const minutes = pages.map(({ moves }) =>
      moves.map(({ at }: { at: string }) => Math.floor((Date.parse(at) - START) / MINUTE))
    );
    expect(minutes).toEqual([[31], [4, 10], [0]]);
  });

  test("a message of another ticket is no place in this one", async () => {
    expect((await balcao.as("carla@aurora.test")("GET", `/messages/${other}?around=${ids[0]}`)).body.error).toBe(
      "ERR_NO_MESSAGE_FOUND",
    );
  });
});

test("a message shows its kind, its file, its places and what it quotes, and hides what is nobody's business", async () => {
  const { aurora } = balcao;
  const ticket = aurora.write((db) => aTicket(db, { queueId: 1, name: "Joana" }));
  aurora.write((db) => {
    const about = {
      ticketId: ticket.id,
      contactId: ticket.contactId,
      connectionId: 1,
      chat: "x",
      fromMe: false,
    } as const;
    recordMessage(db, { ...about, wid: "Q1", body: "Este?", kind: "text", createdAt: START });
    recordMessage(db, { ...about, wid: "Q2", body: "Sim", kind: "text", quotedWid: "Q1", createdAt: START + 1 });
    const quoted = { body: "de outro tempo", kind: "image", fromMe: false } as const;
    recordMessage(db, {
      ...about,
      wid: "Q3",
      body: "",
      kind: "image",
      quotedWid: "Q0",
      extra: {
        quoted,
        place: { latitude: 1.5, longitude: -2.25, name: "Praça" },
        cards: [{ name: "Rui", number: "55" }],
      },
      createdAt: START + 2,
      raw: new Uint8Array([1]) as never,
      media: {
        state: "waiting",
        file: null,
        name: "a.png",
        mimetype: "image/png",
        size: 9,
        width: 1,
        height: 2,
        seconds: 0,
        dueAt: 1,
      },
    });
  });
  const { messages } = (await balcao.as("ana@aurora.test")("GET", `/messages/${ticket.id}`)).body;
  expect(messages).toMatchObject([
    { body: "Este?", quotedMsg: null, media: null, mediaUrl: null, mediaType: null, cards: [], places: null },
    { quotedMsg: { id: messages[0].id, body: "Este?", contactName: "Joana", fromMe: false } },
    {
      quotedMsg: { id: null, body: "de outro tempo", kind: "image" },
      places: { latitude: 1.5, longitude: -2.25, name: "Praça" },
      cards: [{ name: "Rui", number: "55" }],
      mediaType: "image",
      mediaUrl: `/api/media/${messages[2].id}`,
      media: { state: "waiting", name: "a.png", mimetype: "image/png", size: 9, width: 1, height: 2, seconds: 0 },
    },
  ]);
  for (const key of ["raw", "chat", "wid", "author"]) expect(Object.keys(messages[0])).not.toContain(key);
  expect(Object.keys(messages[2].media)).not.toContain("file");
});

test("a place that lies nowhere and a time that no calendar has, stored long ago, cost nobody the thread", async () => {
  const ticket = balcao.aurora.write((db) => {
    const ticket = aTicket(db, { queueId: 1 });
    const about = { ticketId: ticket.id, contactId: ticket.contactId, connectionId: 1, chat: "x", fromMe: false };
    const rest = { body: "", createdAt: START } as const;
    // JSON knows no Infinity.
    const place = { latitude: 1, longitude: null as unknown as number, name: "Loja" };
    recordMessage(db, { ...about, ...rest, wid: newWid(), kind: "location", extra: { place } });
    const media = {
      state: "ready",
      file: null,
      name: "a.jpg",
      mimetype: "image/jpeg",
      size: 1.8e19,
      width: 0.5,
    } as const;
    recordMessage(db, { ...about, ...rest, wid: newWid(), kind: "image", createdAt: 1.8e22, media });
    return ticket;
  });
  const { status, body } = await balcao.as("ana@aurora.test")("GET", `/messages/${ticket.id}`);
  expect([status, body.messages.length]).toEqual([200, 2]);
  expect(body.messages[0]).toMatchObject({ kind: "location", places: null });
  expect(body.messages[1].media).toMatchObject({ size: 0, width: 0 });
  expect((await balcao.as("ana@aurora.test")("GET", "/tickets?status=pending&showAll=true")).status).toBe(200);
});
