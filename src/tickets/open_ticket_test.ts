import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setQueues } from "../connections/connections.ts";
import { recordMessage } from "../messages/record.ts";
import { messageTable } from "../messages/table.ts";
import { newWid } from "../outbox/enqueue.ts";
import { setSetting } from "../settings/settings.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { ticketForArrival } from "./open_ticket.ts";
import { moveTable, ticketTable } from "./table.ts";

const BRUNO = 2, CARLA = 3;
const ENCOMENDAS = 1, ATACADO = 3;
const MINUTE = 60_000;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const as = (name: string) => balcao.as(`${name}@aurora.test`);
const contactId = () => balcao.aurora.write((db) => aContact(db).id);

describe("a ticket that is opened by hand", () => {
  test("is open at once, belongs to who opened it, and its event comes", async () => {
    const emitted = balcao.listenAs(balcao.aurora, "Bruno");
    const { body } = await as("bruno")("POST", "/tickets", { contactId: contactId(), queueId: ENCOMENDAS });
    expect(body).toMatchObject({ status: "open", userId: BRUNO, queueId: ENCOMENDAS, whatsappId: 1, isGroup: false });
    expect(emitted.filter(({ name }) => name === "ticket")).toMatchObject([{ payload: { ticket: { id: body.id } } }]);
  });

  const cases: [string, string, (contactId: number) => object, number, object][] = [
    ["an admin may leave the queue out", "ana", (contactId) => ({ contactId, queueId: null }), 200, { queueId: null }],
    ["an admin may give it to somebody", "ana", (contactId) => ({ contactId, queueId: ATACADO, userId: CARLA }), 200, {
      userId: CARLA,
    }],
    ["a user may not leave the queue out", "bruno", (contactId) => ({ contactId, queueId: null }), 403, {
      error: "ERR_NO_PERMISSION",
    }],
    ["a user may not take a queue of others", "bruno", (contactId) => ({ contactId, queueId: ATACADO }), 403, {
      error: "ERR_NO_PERMISSION",
    }],
    [
      "a user opens it for nobody else",
      "bruno",
      (contactId) => ({ contactId, queueId: ENCOMENDAS, userId: CARLA }),
      200,
      {
        userId: BRUNO,
      },
    ],
    ["a contact that is not there", "ana", () => ({ contactId: 9999, queueId: 1 }), 404, {
      error: "ERR_NO_CONTACT_FOUND",
    }],
    ["a queue that is not there", "ana", (contactId) => ({ contactId, queueId: 99 }), 404, {
      error: "ERR_NO_QUEUE_FOUND",
    }],
    ["a user that is not there", "ana", (contactId) => ({ contactId, queueId: 1, userId: 99 }), 404, {
      error: "ERR_NO_USER_FOUND",
    }],
    ["a user who does not serve the queue", "ana", (contactId) => ({ contactId, queueId: 3, userId: BRUNO }), 400, {
      fields: { userId: "invalid" },
    }],
  ];
  test.each(cases)("%s", async (_, who, form, status, body) => {
    expect(await as(who)("POST", "/tickets", form(contactId()))).toMatchObject({ status, body });
  });

  test("is refused while the contact has one in progress, with what is needed to open that one", async () => {
    const other = balcao.aurora.write((db) => aTicket(db, { queueId: ATACADO, status: "open", userId: CARLA }));
    const form = { contactId: other.contactId, queueId: ENCOMENDAS };
    expect(await as("bruno")("POST", "/tickets", form)).toMatchObject({
      status: 409,
      body: {
        error: "ERR_OTHER_OPEN_TICKET",
        detail: { uuid: other.uuid, userId: CARLA, user: "Carla Nogueira", maySee: false },
      },
    });
    const twice = { contactId: contactId(), queueId: ENCOMENDAS };
    const answers = await Promise.all(["ana", "bruno"].map((who) => as(who)("POST", "/tickets", twice)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("is nothing a company without a connection can do", async () => {
    const nina = balcao.as("nina@norte.test");
    const contactId = balcao.norte.write((db) => aContact(db).id);
    expect((await nina("POST", "/tickets", { contactId, queueId: 1 })).body).toEqual({
      error: "ERR_NO_DEF_WAPP_FOUND",
    });
  });
});

describe("the ticket that a customer's message belongs to", () => {
  const now = Date.now();
  const arrive = (ticket: Parameters<typeof aTicket>[1], minutes = "120") =>
    balcao.aurora.write((db) => {
      setSetting(db, "reopenMinutes", minutes);
      const had = aTicket(db, ticket);
      const contact = { ...aContact(db), id: had.contactId };
      const { ticket: got, isNew } = ticketForArrival(db, contact, 1, now);
      return { ...got, isNew, isSame: got.id === had.id };
    });
  const closed = { status: "closed", userId: BRUNO, queueId: ATACADO, startedAt: 5 } as const;

  const cases: [string, ReturnType<typeof arrive>, object][] = [];
  const say = (...each: [string, () => ReturnType<typeof arrive>, object]) => cases.push(each as never);
  const TAKEN_UP = { isSame: true, isNew: false, status: "pending", userId: null, queueId: ATACADO, closedAt: null };
  const NEW = { isSame: false, isNew: true, status: "pending", userId: null, queueId: ENCOMENDAS, queuedAt: now };
  say("the one that waits", () => arrive({ queueId: ATACADO }), { isSame: true, isNew: false, status: "pending" });
  say("the one being served", () => arrive({ status: "open", userId: BRUNO }), { isSame: true, userId: BRUNO });
  say("one closed a moment ago", () => arrive({ ...closed, closedAt: now - 1 }), TAKEN_UP);
  say("one closed just within the window", () => arrive({ ...closed, closedAt: now - 120 * MINUTE + 1 }), TAKEN_UP);
  say("one closed just before the window", () => arrive({ ...closed, closedAt: now - 120 * MINUTE }), NEW);
  say("the company takes none up again", () => arrive({ ...closed, closedAt: now - 1 }, "0"), NEW);
  say("nor at the very moment of closing", () => arrive({ ...closed, closedAt: now }, "0"), NEW);
  say("the setting is nonsense", () => arrive({ ...closed, closedAt: now - 1 }, "soon"), NEW);
  say("one that holds old history only", () => arrive({ ...closed, closedAt: 0 }), NEW);
  say("one of another connection", () => arrive({ ...closed, connectionId: null, closedAt: now - 1 }), NEW);
  test.each(cases)("%s", (_, arrived, looks) => expect((arrived as unknown as () => object)()).toMatchObject(looks));

  test.each([[[], null], [[ATACADO], ATACADO], [[ENCOMENDAS, ATACADO], null]])(
    "of a connection with the queues %j waits in %s",
    (queueIds, queueId) => {
      const ticket = balcao.aurora.write((db) => {
        setQueues(db, 1, queueIds);
        return ticketForArrival(db, aContact(db), 1, now).ticket;
      });
      expect([ticket.queueId, ticket.queuedAt]).toEqual([queueId, queueId && now]);
    },
  );
});

test("a deleted ticket takes its messages, moves and files along, and its viewers hear of it", async () => {
  const { aurora } = balcao;
  const ticket = aurora.write((db) => {
    const ticket = aTicket(db, { queueId: ATACADO });
    for (const file of ["one", null]) {
      const { contactId, id: ticketId } = ticket;
      const about = { ticketId, contactId, connectionId: 1, chat: "x", wid: newWid(), fromMe: false, createdAt: 1 };
      const media = { state: "ready", file, name: "a", mimetype: "image/png", size: 1, width: 0, height: 0 } as const;
      recordMessage(db, { ...about, body: "torta", kind: "image", media: { ...media, seconds: 0, dueAt: null } });
    }
    return ticket;
  });
  Deno.writeTextFileSync(`${aurora.folder}/media/one`, "x");
  const bruno = balcao.listenAs(aurora, "Bruno"), carla = balcao.listenAs(aurora, "Carla");
  expect((await as("carla")("DELETE", `/tickets/${ticket.id}`)).status).toBe(403);
  expect((await as("ana")("DELETE", `/tickets/${ticket.id}`)).status).toBe(200);
  const left = (table: typeof messageTable | typeof moveTable) =>
    aurora.read.select().from(table).all().filter((row) => row.ticketId === ticket.id);
  expect([left(messageTable), left(moveTable)]).toEqual([[], []]);
  expect(aurora.read.select().from(ticketTable).all().filter(({ id }) => id === ticket.id)).toEqual([]);
  expect(() => Deno.statSync(`${aurora.folder}/media/one`)).toThrow(Deno.errors.NotFound);
  expect((await as("ana")("GET", "/tickets/search?searchParam=torta")).body.hits).toEqual([]);
  const events = (emitted: typeof bruno) =>
    emitted.filter(({ name }) => name === "ticket").map(({ payload }) => payload);
  expect([events(bruno), events(carla)]).toEqual([[], [{
    action: "delete",
    ticketId: ticket.id,
    contactId: ticket.contactId,
  }]]);
  expect((await as("ana")("DELETE", `/tickets/${ticket.id}`)).body.error).toBe("ERR_NO_TICKET_FOUND");
});
