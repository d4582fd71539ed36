import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ChannelSession, Outgoing } from "../channels/channel.ts";
import { refuse } from "../contract/errors.ts";
import { messageTable } from "../messages/table.ts";
import { sendMessage } from "../outbox/compose.ts";
import { outboxTable } from "../outbox/table.ts";
import { aBalcao, aTicket, until } from "../testing/fixtures.ts";
import { Sender } from "./sender.ts";

const ANA = { id: 1, profile: "admin" as const, super: false, queueIds: [] };

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => balcao.aurora.write((db) => void db.delete(outboxTable).run()));

/** A channel that takes what `take` lets through. */
function aChannel(take: (message: Outgoing, nth: number) => void = () => {}) {
  const taken: string[] = [],
    quotes: (string | undefined)[] = [],
    asked: string[][] = [],
    state = { status: "CONNECTED" };
  let nth = 0;
  const session = {
    kind: "linked",
    state,
    send(message: Outgoing) {
      take(message, ++nth);
      taken.push(message.body);
      quotes.push(text(message.quoted?.raw));
      return Promise.resolve({ raw: new TextEncoder().encode(message.body) });
    },
    prefetchDevices(jids: string[]) {
      asked.push(jids);
      return Promise.reject(new Error("timed out"));
    },
    lookUp: () => Promise.resolve(undefined),
  } as unknown as ChannelSession;
  return { taken, quotes, asked, state, sender: new Sender(balcao.aurora, 1, session), tries: () => nth };
}

function aTalk() {
  const { id } = balcao.aurora.write((db) => aTicket(db, { status: "open", userId: 1 }));
  const say = (body: string, quotedMsg?: { id: number }) =>
    sendMessage(balcao.aurora, id, { body, quotedMsg }, [], ANA)[0]!.id;
  return { say };
}

const waiting = () => balcao.aurora.read.select().from(outboxTable).all();
const row = (id: number) => balcao.aurora.read.select().from(messageTable).where(eq(messageTable.id, id)).all()[0]!;
const failure = (id: number) => row(id).failure;
const text = (raw: Uint8Array | null | undefined) => raw ? new TextDecoder().decode(raw) : undefined;
/** Nothing of this channel takes time: what a sender does when it is woken is over after a turn of the event loop. */
const wake = (sender: Sender) => {
  sender.wake();
  return new Promise((resolve) => setTimeout(resolve));
};
const later = () => balcao.aurora.write((db) => void db.update(outboxTable).set({ dueAt: 0 }).run());

test("what has to be tried again is not overtaken in its chat, and holds nobody else up", async () => {
  const { taken, sender } = aChannel(({ body }, nth) => {
    if (body === "um" && nth === 1) throw new Error("timed out");
  });
  const joana = aTalk(), rui = aTalk();
  joana.say("um");
  joana.say("dois");
  rui.say("olá, Rui");
  sender.wake();
  await until(() => taken.length > 0);
  expect(taken).toEqual(["olá, Rui"]);
  later();
  sender.wake();
  await until(() => taken.length >= 3);
  expect(taken.filter((body) => body !== "olá, Rui")).toEqual(["um", "dois"]);
  sender.close();
});

test("a line that broke without a word stops the sender until it is woken, and uses up no try", async () => {
  const { taken, sender, tries } = aChannel((_, nth) => {
    if (nth === 1) refuse("ERR_WAPP_NOT_INITIALIZED");
  });
  const joana = aTalk();
  joana.say("um");
  joana.say("dois");
  await wake(sender);
  expect([tries(), waiting().map(({ attempts }) => attempts)]).toEqual([1, [0, 0]]);
  sender.wake();
  await until(() => taken.length === 2);
  expect(taken).toEqual(["um", "dois"]);
  sender.close();
});

test("what fails because its connection is started anew, or stops, uses up no try", async () => {
  const { sender, tries } = aChannel(() => {
    sender.close();
    throw new Error("aborted");
  });
  aTalk().say("um");
  await wake(sender);
  expect([tries(), waiting().map(({ attempts }) => attempts)]).toEqual([1, [0]]);
});

test("what fails five times is given up, and what follows it leaves", async () => {
  const { taken, sender, tries } = aChannel(({ body }) => {
    if (body === "um") throw new Error("timed out");
  });
  const joana = aTalk(), id = joana.say("um");
  joana.say("dois");
  for (let nth = 1; nth <= 5; nth++) {
    await wake(sender);
    expect([tries(), failure(id)]).toEqual(nth < 5 ? [nth, null] : [6, "ERR_SENDING_WAPP_MSG"]);
    later();
  }
  expect(taken).toEqual(["dois"]);
  sender.close();
});

test("what can never go is given up at once, with the reason", async () => {
  const { sender } = aChannel(() => refuse("ERR_WAPP_RESTRICTED"));
  const id = aTalk().say("um");
  sender.wake();
  await until(() => failure(id));
  expect([failure(id), waiting()]).toEqual(["ERR_WAPP_RESTRICTED", []]);
  sender.close();
});

test("attendants go before campaigns, and first come, first served", async () => {
  const { taken, sender, state } = aChannel();
  state.status = "OPENING";
  const joana = aTalk(), rui = aTalk();
  const ids = [joana.say("campanha"), rui.say("um"), joana.say("dois")];
  balcao.aurora.write((db) =>
    void db.update(outboxTable).set({ rank: 3 }).where(eq(outboxTable.messageId, ids[0]!)).run()
  );
  sender.wake();
  expect(taken).toEqual([]);
  state.status = "CONNECTED";
  sender.wake();
  await until(() => taken.length === 3);
  expect(taken).toEqual(["um", "dois", "campanha"]);
  sender.close();
});

test("after a break, what the network had not confirmed leaves again, in order", async () => {
  const { taken, sender } = aChannel();
  const joana = aTalk();
  for (const body of ["um", "dois"]) joana.say(body);
  sender.wake();
  await until(() => taken.length === 2);
  sender.wake();
  expect(taken).toHaveLength(2);
  sender.interrupt();
  sender.wake();
  await until(() => taken.length === 4);
  expect(taken).toEqual(["um", "dois", "um", "dois"]);
  sender.close();
});

test("people are asked for all at once before the first message to them, and once for each line", async () => {
  const { taken, asked, sender } = aChannel();
  const joana = aTalk(), rui = aTalk();
  joana.say("um");
  rui.say("dois");
  joana.say("três");
  sender.wake();
  await until(() => taken.length === 3);
  expect(asked.map((jids) => jids.length)).toEqual([2]);
  sender.interrupt();
  sender.wake();
  await until(() => taken.length === 6);
  expect(asked).toHaveLength(2);
  sender.close();
});

test("what was sent is at hand until the network confirms it, also when that comes before the library is done", async () => {
  const confirmed: (Uint8Array | undefined)[] = [];
  const channel = aChannel(({ body, wid }) => {
    if (body === "um") confirmed.push(channel.sender.takeRaw(wid));
  });
  const { sender } = channel;
  const joana = aTalk(), early = joana.say("um"), later = joana.say("dois");
  sender.wake();
  await until(() => channel.taken.length === 2);
  await until(() => row(early).raw);
  expect([confirmed, text(row(early).raw)]).toEqual([[undefined], "um"]);
  const { wid } = row(later);
  await until(() => sender.rawOf(wid));
  expect([text(sender.rawOf(wid)), text(sender.takeRaw(wid)), sender.rawOf(wid)]).toEqual(["dois", "dois", undefined]);
  sender.close();
});

test("what was sent stays at hand while the receipt for it cannot be stored", async () => {
  const { taken, sender } = aChannel();
  const { wid } = row(aTalk().say("um"));
  sender.wake();
  await until(() => taken.length === 1);
  await until(() => sender.rawOf(wid));
  const store = () =>
    balcao.aurora.write(() => {
      sender.takeRaw(wid);
      throw new Error("disk full");
    });
  expect(store).toThrow("disk full");
  expect(text(sender.rawOf(wid))).toBe("um");
  sender.close();
});

test("an answer to a message that the network has not confirmed yet quotes it", async () => {
  const { taken, quotes, sender } = aChannel();
  const joana = aTalk(), first = joana.say("um");
  joana.say("dois", { id: first });
  sender.wake();
  await until(() => taken.length === 2);
  expect(quotes).toEqual([undefined, "um"]);
  sender.close();
});

test("what was sent when the line broke is stored: its receivers may say that they have it before it leaves again", async () => {
  for (const end of ["interrupt", "close"] as const) {
    const { taken, sender } = aChannel();
    const id = aTalk().say("um");
    sender.wake();
    await until(() => taken.length === 1);
    await until(() => sender.rawOf(row(id).wid));
    sender[end]();
    expect([end, text(row(id).raw), sender.rawOf(row(id).wid)]).toEqual([end, "um", undefined]);
    balcao.aurora.write((db) => void db.delete(outboxTable).run());
    sender.close();
  }
});
