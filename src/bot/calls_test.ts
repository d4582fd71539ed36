import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { BOT_TEXTS } from "../shared/bot/texts.ts";
import { applyEvent } from "../inbox/channel_events.ts";
import { setSetting } from "../settings/settings.ts";
import { contactTable } from "../contacts/table.ts";
import { ticketTable } from "../tickets/table.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { answerCall, refusesCall } from "./calls.ts";
import { aCustomer, openDesk } from "../testing/bot_desk.ts";

const MINUTE = 60_000;
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => openDesk(db));
});
afterAll(async () => await balcao.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("a company that takes calls refuses none; one that takes none refuses those that ring", () => {
  const now = Date.now(), call = { chat: { jid: "1@s.whatsapp.net", phone: "1" }, at: now - 1000 };
  expect(refusesCall(balcao.aurora, call, now)).toBe(false);
  balcao.aurora.write((db) => setSetting(db, "call", "disabled"));
  expect(refusesCall(balcao.aurora, call, now)).toBe(true);
  expect(refusesCall(balcao.aurora, { ...call, at: now - 5 * MINUTE }, now)).toBe(false);
  expect(refusesCall(balcao.aurora, { ...call, at: NaN }, now)).toBe(true);
});

test("who calls is asked to write, once in ten minutes, on the ticket in progress", () => {
  const joana = aCustomer(balcao.aurora), rui = aCustomer(balcao.aurora);
  joana.write("Oi");
  rui.write("Oi");
  const call = (who: typeof joana, wid: string) => {
    const offered = { chat: who.chat, at: Date.now() };
    applyEvent(balcao.aurora, 1, { what: "call", wid, video: false, ...offered });
    answerCall(balcao.aurora, 1, offered, { now: Date.now(), answerStranger: () => expect.unreachable() });
  };
  call(joana, "c1");
  call(joana, "c2");
  call(rui, "c3");
  expect(joana.said().filter((text) => text === BOT_TEXTS.call)).toHaveLength(1);
  expect(rui.said().filter((text) => text === BOT_TEXTS.call)).toHaveLength(1);
  expect(joana.messages().filter(({ kind }) => kind === "call")).toHaveLength(2);
  vi.setSystemTime(Date.now() + 10 * MINUTE);
  call(joana, "c4");
  expect(joana.said().filter((text) => text === BOT_TEXTS.call)).toHaveLength(2);
  expect(joana.tickets()).toMatchObject([{ status: "pending", chatbot: true }]);
});

test("a stranger who calls is asked to write, once, and is no contact and no ticket until they do", () => {
  const stranger = aCustomer(balcao.aurora), texts: string[] = [];
  const contacts = () => balcao.aurora.read.select().from(contactTable).all().length;
  const before = [contacts(), balcao.aurora.read.select().from(ticketTable).all().length];
  const call = () => {
    const offered = { chat: stranger.chat, at: Date.now() };
    applyEvent(balcao.aurora, 1, { what: "call", wid: "s1", video: false, ...offered });
    answerCall(balcao.aurora, 1, offered, { now: Date.now(), answerStranger: (text) => void texts.push(text) });
  };
  call();
  call();
  expect(texts).toEqual([BOT_TEXTS.call]);
  expect([contacts(), balcao.aurora.read.select().from(ticketTable).all().length]).toEqual(before);
  stranger.write("Oi");
  expect(stranger.tickets()).toMatchObject([{ status: "pending", chatbot: true }]);
  vi.setSystemTime(Date.now() + 10 * MINUTE);
  balcao.aurora.write((db) => setSetting(db, "botCall", "Só por escrito, por favor."));
  call();
  expect(texts).toHaveLength(1);
  expect(stranger.said().at(-1)).toBe("Só por escrito, por favor.");
});

test("a call in a group is nobody's question", () => {
  const chat = { jid: "7-7@g.us", group: "7-7" };
  answerCall(balcao.aurora, 1, { chat, at: Date.now() }, {
    now: Date.now(),
    answerStranger: () => expect.unreachable(),
  });
  expect(balcao.aurora.read.all("select 1 from messages where chat = '7-7@g.us'" as never)).toEqual([]);
});
