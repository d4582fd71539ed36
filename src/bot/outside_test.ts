import { asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { applyEvent } from "../inbox/channel_events.ts";
import { noteTable } from "../notes/table.ts";
import { noteAnswer } from "../outside_bots/holds.ts";
import { botHoldTable } from "../outside_bots/table.ts";
import { queueOptionTable, queueTable } from "../queues/table.ts";
import { setSetting } from "../settings/settings.ts";
import { settingTable } from "../settings/table.ts";
import { momentIn } from "../shared/clock.ts";
import { DEFAULT_SCHEDULES } from "../shared/week.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { aCustomer, DELIVERIES, openDesk, ORDERS, WHOLESALE, ZONE } from "../testing/bot_desk.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { ticketRow } from "../tickets/rows.ts";
import { moveTable } from "../tickets/table.ts";
import { webhookEventTable, webhookTable } from "../webhooks/table.ts";
import { addWebhook, changeWebhook, removeWebhook } from "../webhooks/webhooks.ts";
import { changeTicket, undoChange } from "./change_ticket.ts";
import { giveBack, type Wish } from "./give_back.ts";
import { takeOverFromBots } from "./take_over.ts";

const ANA = { id: 1, profile: "admin", super: false, queueIds: [] as number[] } as const;
const at = (written: string) => vi.setSystemTime(momentIn(ZONE, written));
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

let balcao: Awaited<ReturnType<typeof aBalcao>>, typebot: number;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-11-23 10:00");
  balcao.aurora.write((db) => {
    db.delete(settingTable).run();
    db.delete(webhookEventTable).run();
    db.delete(webhookTable).run();
    openDesk(db, [ORDERS]);
  });
  const hook = { name: "Typebot", url: "https://bot.example/aurora", events: [], isActive: true };
  typebot = addWebhook(balcao.aurora, hook, balcao.tenants.keys, Date.now()).id;
  balcao.aurora.write((db) => {
    const to = { toWebhookId: typebot, botMinutes: 10, botMessage: "{{firstName}}, já chamamos alguém." };
    db.update(queueTable).set(to).where(eq(queueTable.id, WHOLESALE)).run();
    db.update(queueOptionTable).set({ action: "bot", ...to }).where(eq(queueOptionTable.id, 3)).run();
  });
});
afterEach(() => void vi.useRealTimers());

/** What the outside bot was told about a ticket, first to last. */
function told(ticketId: number) {
  return balcao.aurora.read.select().from(webhookEventTable).orderBy(asc(webhookEventTable.id)).all()
    .map(({ payload }) => JSON.parse(payload)).filter(({ data }) => data.ticket.id === ticketId);
}
const tick = () => takeOverFromBots(balcao.aurora, { timeZone: () => ZONE, now: Date.now() });
const lines = (ticketId: number) =>
  balcao.aurora.read.select().from(moveTable).where(eq(moveTable.ticketId, ticketId)).orderBy(asc(moveTable.id)).all();
const holds = () => balcao.aurora.read.select().from(botHoldTable).all();

/** Somebody whom the outside bot has. */
function held() {
  const customer = aCustomer(balcao.aurora);
  customer.write("Oi");
  customer.write("3");
  return customer;
}
const give = (ticketId: number, wish: Wish) =>
  balcao.aurora.write((db, emit) =>
    giveBack(balcao.aurora, db, emit, {
      ticket: ticketRow(db, ticketId)!,
      hold: db.select().from(botHoldTable).where(eq(botHoldTable.ticketId, ticketId)).get()!,
      wish,
      timeZone: () => ZONE,
      now: Date.now(),
    })
  );

test("an option gives the customer to the outside bot with what was said before; each word goes to it, and ours is silent", () => {
  const customer = held(), { id } = customer.ticket();
  expect(customer.ticket()).toMatchObject({ status: "pending", userId: null, chatbot: true, bot: { asks: "outside" } });
  customer.write("Quero um bolo de dois andares");
  customer.write("1");
  expect(customer.said()).toEqual([
    "Encomendas, Joana?\n\n*1* Bolos\n*2* Carla\n*3* Endereço\n*4* Entregas",
    "Rua das Flores, 210.",
  ]);
  const events = told(id);
  expect(events.map(({ type }) => type)).toEqual(["bot.started", "bot.message", "bot.message"]);
  expect(events[0].data).toMatchObject({ ticket: { id, contact: { name: "Joana Dias" } }, minutes: 10 });
  expect(events[0].data.messages.map(({ body }: { body: string }) => body)).toEqual([
    "Oi",
    customer.said()[0],
    "3",
    customer.said()[1],
  ]);
  expect(events[1].data.message).toMatchObject({ body: "Quero um bolo de dois andares", fromMe: false });
  expect(events[1].data.message.asOf).toBeUndefined();
  expect(lines(id).at(-1)).toMatchObject({ action: "botStart", bot: "Typebot", minutes: 10, userId: null });
});

test("a queue without options gives its customers to the outside bot after its greeting; one with options asks first", () => {
  balcao.aurora.write((db) => openDesk(db, [WHOLESALE]));
  balcao.aurora.write((db) =>
    db.update(queueTable).set({ greetingMessage: "Atacado." }).where(eq(queueTable.id, WHOLESALE)).run()
  );
  const customer = aCustomer(balcao.aurora);
  customer.write("Oi");
  expect(customer.said()).toEqual(["Atacado."]);
  expect(told(customer.ticket().id).map(({ type }) => type)).toEqual(["bot.started"]);
  balcao.aurora.write((db) => {
    openDesk(db, [ORDERS]);
    db.update(queueTable).set({ toWebhookId: typebot }).where(eq(queueTable.id, ORDERS)).run();
  });
  const other = aCustomer(balcao.aurora);
  other.write("Oi");
  expect([other.ticket().bot!.asks, holds().length > 0]).toEqual(["option", true]);
  balcao.aurora.write((db) => db.update(queueTable).set({ toWebhookId: null }).where(eq(queueTable.id, ORDERS)).run());
});

test("at the start it is told no more than the last twenty messages", () => {
  const customer = aCustomer(balcao.aurora);
  customer.write("Oi");
  for (let nth = 0; nth < 30; nth++) customer.write(`Linha ${nth}`, { when: "history" });
  customer.write("3");
  const [{ data }] = told(customer.ticket().id);
  expect(data.messages).toHaveLength(20);
  expect(data.messages.at(-1).body).toBe("Rua das Flores, 210.");
});

test("a bot that says nothing for its minutes loses the ticket: the customer is told, people hear a bell, the history says why", () => {
  const customer = held(), { id } = customer.ticket();
  later(10 * 60_000 - 1);
  tick();
  expect(customer.ticket().chatbot).toBe(true);
  later(1);
  tick();
  expect(customer.ticket()).toMatchObject({ status: "pending", userId: null, queueId: ORDERS, chatbot: false });
  expect(customer.said().at(-1)).toBe("Joana, já chamamos alguém.");
  expect(lines(id).at(-1)).toMatchObject({ action: "botSilent", bot: "Typebot", minutes: 10 });
  expect(told(id).at(-1)).toMatchObject({ type: "bot.ended", data: { reason: "silent" } });
  const count = told(id).length;
  customer.write("Alguém aí?");
  tick();
  expect(told(id)).toHaveLength(count);
});

test("what it answers stops its time, and the customer's next word begins it anew; a second word meanwhile does not", () => {
  const customer = held();
  later(9 * 60_000);
  balcao.aurora.write((db) => noteAnswer(db, customer.contactId(), { by: { webhookId: null } }));
  later(60 * 60_000);
  tick();
  expect(customer.ticket().chatbot).toBe(true);
  customer.write("E agora?");
  later(6 * 60_000);
  customer.write("Oi?");
  later(4 * 60_000);
  tick();
  expect(customer.ticket().chatbot).toBe(false);
});

test("what a program says by another connection is no answer of the bot's: its time goes on", () => {
  const customer = held();
  balcao.aurora.write((db) => noteAnswer(db, customer.contactId(), { connectionId: 9999, by: { webhookId: null } }));
  later(11 * 60_000);
  tick();
  expect(customer.ticket().chatbot).toBe(false);
});

test.each([
  ["accepts", { status: "open", userId: 1 }, "taken"],
  ["sends it to another queue", { queueId: DELIVERIES, userId: null }, "taken"],
])("a person who %s it ends it at once, and the bot is told", (_, wanted, reason) => {
  const customer = held(), { id } = customer.ticket();
  balcao.aurora.write((db, emit) =>
    void changeTicket(db, emit, id, {
      wanted: wanted as never,
      person: ANA as never,
      where: { company: balcao.aurora, now: Date.now() },
    })
  );
  customer.write("Oi?");
  tick();
  expect(told(id).map(({ type, data }) => data.reason ?? type)).toEqual(["bot.started", reason]);
  expect(holds()).not.toContainEqual(expect.objectContaining({ ticketId: id }));
  expect(customer.said()).not.toContain("Joana, já chamamos alguém.");
});

test("who takes it and takes that back leaves it to people: the bot was told that it is over", () => {
  const customer = held(), { id } = customer.ticket(), where = { company: balcao.aurora, now: Date.now() };
  const { move } = balcao.aurora.write((db, emit) =>
    changeTicket(db, emit, id, { wanted: { status: "open", userId: 1 }, person: ANA as never, where }) as never
  ) as { move: { id: number } };
  const undoing = { moveId: move.id, person: ANA as never, now: Date.now() + 1000 };
  const undone = balcao.aurora.write((db, emit) =>
    undoChange(db, emit, id, { undoing, company: balcao.aurora }) as never
  );
  expect(undone).toMatchObject({ status: "pending", chatbot: false });
  tick();
  customer.write("Oi?");
  expect(told(id).map(({ type }) => type)).toEqual(["bot.started", "bot.ended"]);
  expect(lines(id).map(({ action }) => action)).not.toContain("botSilent");
});

test.each([
  [
    "switched off",
    () =>
      changeWebhook(balcao.aurora, typebot, {
        name: "Typebot",
        url: "https://bot.example/a",
        events: [],
        isActive: false,
      }, { userId: 1, now: Date.now() }),
  ],
  ["deleted", () => removeWebhook(balcao.aurora, typebot)],
])("a webhook that is %s leaves its customers to people at once", (_, end) => {
  const customer = held(), { id } = customer.ticket();
  end();
  tick();
  expect(customer.ticket()).toMatchObject({ chatbot: false, status: "pending" });
  expect(lines(id).at(-1)).toMatchObject({ action: "botGone", bot: "Typebot" });
  expect(customer.said().at(-1)).toBe("Joana, já chamamos alguém.");
  const next = aCustomer(balcao.aurora);
  ["Oi", "3"].forEach((body) => next.write(body));
  expect(next.ticket()).toMatchObject({ chatbot: false, bot: { asks: null } });
});

test("it gives back to people, with a note, and a bell rings", () => {
  const customer = held(), { id } = customer.ticket();
  give(id, { to: "human", note: "Quer 200 salgados" });
  expect(customer.ticket()).toMatchObject({ status: "pending", queueId: ORDERS, userId: null, chatbot: false });
  expect(balcao.aurora.read.select().from(noteTable).where(eq(noteTable.ticketId, id)).all())
    .toMatchObject([{ note: "Quer 200 salgados", userId: null }]);
  expect(lines(id).at(-1)).toMatchObject({ action: "botReturn", bot: "Typebot" });
  tick();
  expect(told(id).map(({ type }) => type)).toEqual(["bot.started"]);
});

test("it gives back to one person, to another queue's menu, or closes", () => {
  const one = held();
  give(one.ticket().id, { to: "human", userId: 1 });
  expect(one.ticket()).toMatchObject({ status: "open", userId: 1, chatbot: false });
  const two = held();
  give(two.ticket().id, { to: "queue", queueId: DELIVERIES });
  expect(two.ticket()).toMatchObject({ status: "pending", queueId: DELIVERIES, chatbot: false });
  expect(two.said().at(-1)).toBe("Entregas.");
  expect(lines(two.ticket().id).map(({ action }) => action).slice(-2)).toEqual(["botReturn", "transfer"]);
  const three = held();
  give(three.ticket().id, { to: "queue", queueId: ORDERS });
  expect(three.ticket()).toMatchObject({ chatbot: true, bot: { asks: "option" } });
  const four = held();
  give(four.ticket().id, { to: "close" });
  expect(four.ticket()).toMatchObject({ status: "closed", chatbot: false });
});

test("a queue or a person who is not there is refused, and nothing has changed", () => {
  const customer = held(), { id } = customer.ticket(), before = customer.ticket();
  expect(() => give(id, { to: "queue", queueId: 999 })).toThrow("ERR_NO_QUEUE_FOUND");
  expect(() => give(id, { to: "queue" })).toThrow("ERR_INVALID_INPUT");
  expect(() => give(id, { to: "human", userId: 999 })).toThrow("ERR_NO_USER_FOUND");
  expect(customer.ticket()).toEqual(before);
  expect(holds().some(({ ticketId }) => ticketId === id)).toBe(true);
});

test("bots that pass a customer to each other without a word from them end with people", () => {
  const customer = held(), { id } = customer.ticket();
  for (let nth = 0; nth < 2; nth++) {
    give(id, { to: "queue", queueId: WHOLESALE });
    expect(customer.ticket().bot!.asks).toBe("outside");
  }
  give(id, { to: "queue", queueId: WHOLESALE });
  expect(customer.ticket()).toMatchObject({ chatbot: false, queueId: WHOLESALE, status: "pending" });
});

test("at night with the menu on it works as well; without it, nobody is given to it before the morning", () => {
  at("2026-11-23 22:00");
  balcao.aurora.write((db) => {
    setSetting(db, "scheduleType", "company");
    db.insert(settingTable).values({ key: "schedules", value: JSON.stringify(DEFAULT_SCHEDULES) }).run();
    setSetting(db, "nightMenu", "enabled");
  });
  const awake = held();
  expect(awake.ticket().bot!.asks).toBe("outside");
  balcao.aurora.write((db) => setSetting(db, "nightMenu", "disabled"));
  awake.write("Ainda aí?");
  expect(told(awake.ticket().id).at(-1).data.message.body).toBe("Ainda aí?");
  const asleep = held();
  expect(asleep.ticket().bot!.asks).toBe("start");
  expect(told(asleep.ticket().id)).toEqual([]);
});

test("what the customer changes or takes back is told to the bot that has them, and to no other", () => {
  const customer = held(), { id } = customer.ticket();
  customer.write("Dois bolos", { wid: "CHANGED" });
  const about = { chat: customer.chat, wid: "CHANGED", fromMe: false, author: "" };
  applyEvent(balcao.aurora, 1, { what: "edit", ...about, body: "Três bolos", at: Date.now() });
  applyEvent(balcao.aurora, 1, { what: "revoke", ...about });
  expect(told(id).slice(-2)).toMatchObject([
    { type: "bot.updated", data: { message: { body: "Três bolos", isEdited: true } } },
    { type: "bot.updated", data: { message: { isDeleted: true } } },
  ]);
  customer.write("Ainda aí?", { wid: "TAKEN" });
  give(id, { to: "human" });
  const count = told(id).length;
  applyEvent(balcao.aurora, 1, { what: "revoke", ...about, wid: "TAKEN" });
  expect(told(id)).toHaveLength(count);
});

test("another bot on the other side is cut off after six answers at once, a person who chooses by numbers never", () => {
  const robot = held(), person = held();
  for (let nth = 0; nth < 6; nth++) {
    robot.write(`Não entendi ${nth}`, {});
    person.write("2");
    later(1);
  }
  expect([robot, person].map((each) => each.ticket().chatbot)).toEqual([true, true]);
  for (let nth = 0; nth < 6; nth++) {
    for (const each of [robot, person]) saidJustNow(each.ticket().id);
    later(1000);
    robot.write("Não entendi");
    person.write(String(nth));
  }
  saidJustNow(robot.ticket().id);
  later(1000);
  robot.write("Não entendi");
  expect([robot, person].map((each) => each.ticket().chatbot)).toEqual([false, true]);
  expect(lines(robot.ticket().id).at(-1)).toMatchObject({ action: "botStop" });
  tick();
  const ends = told(robot.ticket().id).filter(({ type }) => type === "bot.ended");
  expect(ends).toMatchObject([{ data: { reason: "brake" } }]);
});

/** The bot's text has come to the phone now. */
function saidJustNow(ticketId: number): void {
  balcao.aurora.write((db) =>
    db.run(`update messages set reached_at = ${Date.now()}, ack = 2 where ticket_id = ${ticketId} and from_me = 1`)
  );
}

test("what is due is found by its index", () => {
  expect(queryPlan(balcao.aurora, sql`select * from bot_holds where due_at <= 5 order by due_at limit 100`).join())
    .toMatch(
      /bot_holds_due/,
    );
});
