import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connectionTable } from "../connections/table.ts";
import { BOT_TEXTS } from "../shared/bot/texts.ts";
import { mediaTable, messageTable } from "../messages/table.ts";
import { mediaPath } from "../platform/media.ts";
import { queueOptionTable, queueTable } from "../queues/table.ts";
import { receiveMessage } from "../inbox/receive.ts";
import { setSetting } from "../settings/settings.ts";
import { holidayTable } from "../holidays/table.ts";
import { settingTable } from "../settings/table.ts";
import { momentIn } from "../shared/clock.ts";
import { DEFAULT_SCHEDULES } from "../shared/week.ts";
import { moveTicket } from "../tickets/moves.ts";
import { markTicketRead } from "../tickets/reading.ts";
import { cycleTable } from "../tickets/table.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { aCustomer, AT_WORK, DELIVERIES, openDesk, ORDERS, ZONE } from "../testing/bot_desk.ts";
import { queryPlan } from "../testing/query_plan.ts";

const ANA = { id: 1, profile: "admin", super: false, queueIds: [] } as const;
const QUEUES = "Padaria Aurora.\n\n*1* Encomendas\n*2* Entregas\n*3* Atacado";
const OPTIONS = "Encomendas, Joana?\n\n*1* Bolos\n*2* Carla\n*3* Endereço\n*4* Entregas\n\n*0* Menu inicial";
const at = (written: string) => vi.setSystemTime(momentIn(ZONE, written));

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-11-23 10:00");
  balcao.aurora.write((db) => {
    db.delete(settingTable).run();
    openDesk(db);
  });
});
afterEach(() => void vi.useRealTimers());

const joana = () => aCustomer(balcao.aurora);

describe("a new customer", () => {
  test("is asked for the queue, once, and the ticket is the bot's meanwhile", () => {
    const customer = joana();
    customer.write("Oi");
    expect(customer.said()).toEqual([QUEUES]);
    expect(customer.ticket()).toMatchObject({ status: "pending", queueId: null, chatbot: true, unreadMessages: 1 });
    expect(customer.waiting()).toEqual([{ rank: 1, body: QUEUES }]);
  });

  test("is led through queue and options to a person, and the history tells", () => {
    const customer = joana();
    ["Oi", "1", "1", "1"].forEach((body) => customer.write(body));
    expect(customer.said()).toEqual([
      QUEUES,
      OPTIONS,
      "Qual bolo?\n\n*1* Chocolate\n*2* Bruno\n\n*0* Voltar",
      "Boa escolha.",
    ]);
    expect(customer.ticket()).toMatchObject({ status: "pending", queueId: ORDERS, userId: null, chatbot: false });
    expect(customer.moves()).toEqual([["create", null, null, null], ["transfer", null, null, ORDERS]]);
    expect(customer.messages().map(({ fromMe }) => fromMe)).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  test("is given to the attendant whom an option names, unless they do not serve the queue", () => {
    const first = joana(), second = joana();
    ["Oi", "1", "1", "2"].forEach((body) => first.write(body));
    expect(first.ticket()).toMatchObject({ status: "open", userId: 2, chatbot: false, waitingSince: null });
    expect(first.moves().at(-1)).toEqual(["transfer", null, 2, ORDERS]);
    expect(first.ticket().startedAt).toBe(Date.now());
    // Carla serves the others.
    ["Oi", "1", "2"].forEach((body) => second.write(body));
    expect(second.ticket()).toMatchObject({ status: "pending", userId: null, chatbot: false });
  });

  test("whose question an option answers has a closed ticket, and is asked for no rating", () => {
    balcao.aurora.write((db) => setSetting(db, "userRating", "enabled"));
    const customer = joana();
    ["Oi", "1", "3"].forEach((body) => customer.write(body));
    expect(customer.said().at(-1)).toBe("Rua das Flores, 210.");
    expect(customer.ticket()).toMatchObject({ status: "closed", unreadMessages: 0, chatbot: false });
    expect(customer.moves().at(-1)).toEqual(["close", null, null, null]);
    const cycles = balcao.aurora.read.select().from(cycleTable).where(eq(cycleTable.ticketId, customer.ticket().id))
      .all();
    expect(cycles).toMatchObject([{ userId: null, startedAt: null, ratingUntil: null, queueId: ORDERS }]);
  });

  test("whose messages were all read meanwhile leaves nothing unread when an option closes the ticket", () => {
    const customer = joana();
    ["Oi", "1"].forEach((body) => customer.write(body));
    balcao.aurora.write((db, emit) => markTicketRead(db, emit, customer.ticket().id));
    expect(customer.ticket()).toMatchObject({ unreadMessages: 0, chatbot: true });
    customer.write("3");
    expect(customer.ticket()).toMatchObject({ status: "closed", unreadMessages: 0, unansweredSince: null });
  });

  test("gets the file of an option, which lives as long as the message", () => {
    Deno.writeTextFileSync(mediaPath(balcao.aurora, "precos"), "R$ 1");
    balcao.aurora.write((db) =>
      db.update(queueOptionTable).set({
        file: "precos",
        fileName: "precos.pdf",
        fileMimetype: "application/pdf",
        fileSize: 4,
      })
        .where(eq(queueOptionTable.id, 3)).run()
    );
    const customer = joana();
    ["Oi", "1", "3"].forEach((body) => customer.write(body));
    const message = customer.messages().at(-1)!;
    expect(message).toMatchObject({ kind: "document", body: "Rua das Flores, 210.", fromMe: true });
    const [media] = balcao.aurora.read.select().from(mediaTable).where(eq(mediaTable.messageId, message.id)).all();
    expect(media).toMatchObject({ state: "ready", name: "precos.pdf", size: 4 });
    expect(media!.file).not.toBe("precos");
    expect(Deno.readTextFileSync(mediaPath(balcao.aurora, media!.file!))).toBe("R$ 1");
  });

  test("gets an option's words though its file is gone", () => {
    balcao.aurora.write((db) =>
      db.update(queueOptionTable).set({ file: "fort", fileName: "fort.pdf" }).where(eq(queueOptionTable.id, 3)).run()
    );
    const customer = joana();
    ["Oi", "1", "3"].forEach((body) => customer.write(body));
    expect(customer.said().at(-1)).toBe("Rua das Flores, 210.");
    expect(customer.ticket().status).toBe("closed");
  });
});

describe("who hears of it", () => {
  test("administrators see the menu; the queue's people hear, with a bell, when it is their turn", () => {
    const ana = balcao.listenAs(balcao.aurora, "Ana"), bruno = balcao.listenAs(balcao.aurora, "Bruno");
    const nina = balcao.listenAs(balcao.norte, "Nina");
    const customer = joana();
    customer.write("Oi");
    const shown = ana.flatMap(({ name, payload }) => name === "appMessage" ? [payload as never as Shown] : []);
    expect(shown.map(({ message, live }) => [message.body, live])).toEqual([["Oi", false], [QUEUES, true]]);
    expect(bruno).toEqual([]);
    customer.write("2");
    expect(bruno.map(({ name, payload }) => [name, (payload as never as Shown).live])).toEqual([
      ["ticket", undefined],
      ["appMessage", true],
      ["appMessage", true],
    ]);
    expect((bruno[1]!.payload as never as Shown).ticket).toMatchObject({
      queueId: DELIVERIES,
      chatbot: false,
      unreadMessages: 2,
    });
    expect(nina).toEqual([]);
  });

  interface Shown {
    message: { body: string };
    live: boolean;
    ticket: object;
  }
});

describe("the bot falls silent", () => {
  test("when the company's own phone answers", () => {
    const customer = joana();
    customer.write("Oi");
    const ana = balcao.listenAs(balcao.aurora, "Ana");
    customer.write("Bom dia, aqui é a Ana", { fromMe: true });
    expect(ana.map(({ name, payload }) => [name, (payload as { ticket?: { chatbot: boolean } }).ticket?.chatbot]))
      .toContainEqual(
        ["ticket", false],
      );
    customer.write("1");
    expect(customer.said()).toEqual([QUEUES, "Bom dia, aqui é a Ana"]);
    expect(customer.ticket()).toMatchObject({ chatbot: false, queueId: null });
  });

  test("when an attendant accepts, and after they have given the ticket back", () => {
    const customer = joana();
    ["Oi", "1"].forEach((body) => customer.write(body));
    const move = (wanted: object) =>
      balcao.aurora.write((db, emit) =>
        void moveTicket(db, emit, customer.ticket().id, wanted, ANA as never, Date.now())
      );
    move({ status: "open", userId: 1 });
    customer.write("1");
    move({ status: "pending", userId: null });
    customer.write("1");
    expect(customer.said()).toEqual([QUEUES, OPTIONS]);
  });

  test("when a colleague sends the ticket to another queue", () => {
    const customer = joana();
    ["Oi", "1"].forEach((body) => customer.write(body));
    balcao.aurora.write((db, emit) =>
      void moveTicket(db, emit, customer.ticket().id, { queueId: DELIVERIES, userId: null }, ANA as never, Date.now())
    );
    customer.write("1");
    expect(customer.said()).toEqual([QUEUES, OPTIONS]);
    expect(customer.ticket()).toMatchObject({ queueId: DELIVERIES, chatbot: false });
  });

  test("for old messages of a new link, and for what arrives twice", () => {
    const customer = joana();
    customer.write("Feliz ano novo", { when: "history", at: Date.now() - 1e9 });
    expect(customer.said()).toEqual([]);
    customer.write("Oi", { wid: "twice" });
    customer.write("Oi", { wid: "twice" });
    expect(customer.said()).toEqual([QUEUES]);
  });

  test("in groups, whatever the hour", () => {
    balcao.aurora.write((db) => {
      setSetting(db, "CheckMsgIsGroup", "disabled");
      setSetting(db, "scheduleType", "company");
      db.insert(holidayTable).values({ date: "2026-11-23", name: "Feriado" }).onConflictDoNothing().run();
    });
    const chat = { jid: "99-1@g.us", group: "99-1" };
    joana().write("Oi, grupo", { chat, participant: "Rui", author: "rui@lid" });
    const sent = balcao.aurora.read.select().from(messageTable).where(eq(messageTable.chat, "99-1@g.us")).all();
    expect(sent.map(({ body }) => body)).toEqual(["Oi, grupo"]);
    balcao.aurora.write((db) => db.delete(holidayTable).run());
  });
});

describe("while nobody is there", () => {
  const closed = (scheduleType: string) =>
    balcao.aurora.write((db) => {
      setSetting(db, "scheduleType", scheduleType as never);
      db.insert(settingTable).values({ key: "schedules", value: JSON.stringify(DEFAULT_SCHEDULES) }).run();
      db.update(connectionTable).set({ outOfHoursMessage: "Abrimos às 8h." }).where(eq(connectionTable.id, 1)).run();
      db.update(queueTable).set({ schedules: DEFAULT_SCHEDULES, outOfHoursMessage: "Entregas até as 18h." })
        .where(eq(queueTable.id, DELIVERIES)).run();
    });

  test("the company says so once each night, and the menu comes at once", () => {
    closed("company");
    at("2026-11-23 22:00");
    const customer = joana();
    ["Oi", "2", "Alô?"].forEach((body) => customer.write(body));
    expect(customer.said()).toEqual(["Abrimos às 8h.", QUEUES]);
    // In the morning it lies where its people see it.
    expect(customer.ticket()).toMatchObject({ status: "pending", queueId: DELIVERIES, chatbot: false });
  });

  test("a company that wants no menu at night says so once, and the menu comes in the morning", () => {
    closed("company");
    balcao.aurora.write((db) => setSetting(db, "nightMenu", "disabled"));
    at("2026-11-23 22:00");
    const customer = joana();
    ["Oi", "Alô?"].forEach((body) => customer.write(body));
    expect(customer.said()).toEqual(["Abrimos às 8h."]);
    at("2026-11-24 08:30");
    customer.write("Bom dia");
    at("2026-11-24 22:00");
    customer.write("1");
    expect(customer.said()).toEqual(["Abrimos às 8h.", QUEUES, "Abrimos às 8h."]);
    expect(customer.ticket()).toMatchObject({ status: "pending", chatbot: true });
  });

  test("an attendant who works late is not interrupted", () => {
    closed("company");
    const customer = joana();
    ["Oi", "2"].forEach((body) => customer.write(body));
    balcao.aurora.write((db, emit) =>
      void moveTicket(db, emit, customer.ticket().id, { status: "open", userId: 1 }, ANA as never, Date.now())
    );
    at("2026-11-23 22:00");
    customer.write("Ainda aí?");
    expect(customer.said()).toEqual([QUEUES, "Entregas."]);
  });

  test("a queue says so, and a holiday counts for it, too", () => {
    closed("queue");
    balcao.aurora.write((db) => db.insert(holidayTable).values({ date: "2026-12-25", name: "Natal" }).run());
    at("2026-12-25 10:00");
    const customer = joana();
    ["Oi", "2", "Alô?"].forEach((body) => customer.write(body));
    expect(customer.said()).toEqual([QUEUES, "Entregas até as 18h."]);
    expect(customer.ticket()).toMatchObject({ queueId: DELIVERIES, chatbot: true });
    at("2026-12-26 10:00");
    customer.write("Oi");
    expect(customer.said().at(-1)).toBe("Entregas.");
    expect(customer.ticket().chatbot).toBe(false);
  });
});

test("a customer who comes back in time is asked nothing again, and later everything", () => {
  const customer = joana();
  ["Oi", "1", "3"].forEach((body) => customer.write(body));
  customer.write("E abre no domingo?");
  expect(customer.said()).toHaveLength(3);
  expect(customer.ticket()).toMatchObject({ status: "pending", queueId: ORDERS, chatbot: false });
  expect(customer.tickets()).toHaveLength(1);
  balcao.aurora.write((db) => setSetting(db, "reopenMinutes", "0"));
  balcao.aurora.write((db, emit) => {
    moveTicket(db, emit, customer.ticket().id, { status: "open", userId: 1 }, ANA as never, Date.now());
    moveTicket(db, emit, customer.ticket().id, { status: "closed", userId: 1 }, ANA as never, Date.now());
  });
  at("2026-11-23 11:00");
  customer.write("Oi");
  expect(customer.said().at(-1)).toBe(QUEUES);
  expect(customer.tickets()).toHaveLength(2);
});

test("two bots stop, and the history says why", () => {
  balcao.aurora.write((db) => setSetting(db, "reopenMinutes", "0"));
  const robot = joana();
  for (let round = 0; round < 8; round++) robot.write("#");
  expect(robot.said()).toHaveLength(6);
  expect(robot.ticket()).toMatchObject({ status: "pending", queueId: ORDERS, chatbot: false });
  expect(robot.moves().map(([action]) => action)).toContain("botStop");
});

test("who writes three lines at once has missed nothing, also when the menu is slow to arrive", () => {
  const customer = joana();
  customer.write("Oi");
  const lines = {
    chat: customer.chat,
    pushName: "",
    participant: "",
    author: "",
    at: Date.now(),
    kind: "text",
  } as const;
  const rest = { fromMe: false, when: "live", kindName: "", raw: new Uint8Array([1]) } as const;
  for (const body of ["tudo bem?", "queria um bolo"]) {
    receiveMessage(balcao.aurora, 1, { ...lines, ...rest, wid: `quick ${body}`, body }, AT_WORK);
  }
  expect(customer.said()).toEqual([QUEUES]);
  customer.write("Alô?");
  expect(customer.said()).toHaveLength(2);
});

test("a customer who stands at an option that is deleted begins at the queue's menu", () => {
  const customer = joana();
  ["Oi", "1", "1"].forEach((body) => customer.write(body));
  balcao.aurora.write((db) => db.delete(queueOptionTable).where(eq(queueOptionTable.id, 1)).run());
  customer.write("1");
  expect(customer.said().at(-1)).toBe(
    "Encomendas, Joana?\n\n*1* Carla\n*2* Endereço\n*3* Entregas\n\n*0* Menu inicial",
  );
});

test("who missed twice waits for a person, and was told so", () => {
  const customer = joana();
  ["Oi", "quero bolo", "bolo"].forEach((body) => customer.write(body));
  expect(customer.said().slice(1)).toEqual([
    `${BOT_TEXTS.miss}\n\n*1* Encomendas\n*2* Entregas\n*3* Atacado`,
    BOT_TEXTS.handOver,
  ]);
  expect(customer.ticket()).toMatchObject({ queueId: ORDERS, chatbot: false, status: "pending" });
});

test("a reply that cannot be stored takes the message with it, so that both come together the next time", () => {
  balcao.aurora.write((db) =>
    db.run("create temp trigger full before insert on outbox begin select raise(abort, 'full'); end")
  );
  const customer = joana();
  expect(() => customer.write("Oi", { wid: "crash" })).toThrow();
  balcao.aurora.write((db) => db.run("drop trigger full"));
  customer.write("Oi", { wid: "crash" });
  expect(customer.messages().map(({ body }) => body)).toEqual(["Oi", QUEUES]);
});

test("a tree of 500 options, twenty levels deep, is answered from one level of it, by an index", () => {
  balcao.aurora.write((db) => {
    db.delete(queueOptionTable).run();
    let parentId: number | null = null;
    for (let level = 0; level < 20; level++) {
      const rows: number[] = Array.from(
        { length: 25 },
        (_, nth) =>
          db.insert(queueOptionTable).values({
            queueId: ORDERS,
            parentId,
            option: nth + 1,
            title: `Opção ${level}.${nth + 1}`,
          })
            .returning({ id: queueOptionTable.id }).get().id,
      );
      parentId = rows[0]!;
    }
  });
  const customer = joana();
  ["Oi", "1"].forEach((body) => customer.write(body));
  for (let level = 0; level < 20; level++) {
    vi.setSystemTime(Date.now() + 15_000);
    customer.write(level === 19 ? "25" : "1");
  }
  expect(customer.said().at(-1)).toMatch(/^Opção 18\.1\n\n\*1\* Opção 19\.1\n/);
  expect(customer.ticket()).toMatchObject({ chatbot: false, queueId: ORDERS });
  const below = sql`select * from queue_options where queue_id = 1 and parent_id = 5 order by option, id`;
  expect(queryPlan(balcao.aurora, below).join()).toContain("USING INDEX queue_options_of (queue_id=? AND parent_id=?)");
});
