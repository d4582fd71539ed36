import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { BOT_TEXTS } from "../contract/bot/texts.ts";
import { applyHappening } from "../inbox/happenings.ts";
import { setSetting } from "../settings/settings.ts";
import { anOffice } from "../testing.ts";
import { answerCall, refusesCall } from "./calls.ts";
import { aCustomer, openDesk } from "./desk_for_tests.ts";

const MINUTE = 60_000;
let office: Awaited<ReturnType<typeof anOffice>>;
beforeAll(async () => {
  office = await anOffice();
  office.aurora.write((db) => openDesk(db));
});
afterAll(async () => await office.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("a company that takes calls refuses none; one that takes none refuses those that ring", () => {
  const now = Date.now(), call = { chat: { jid: "1@s.whatsapp.net", phone: "1" }, at: now - 1000 };
  expect(refusesCall(office.aurora, call, now)).toBe(false);
  office.aurora.write((db) => setSetting(db, "call", "disabled"));
  expect(refusesCall(office.aurora, call, now)).toBe(true);
  expect(refusesCall(office.aurora, { ...call, at: now - 5 * MINUTE }, now)).toBe(false);
  expect(refusesCall(office.aurora, { ...call, at: NaN }, now)).toBe(true);
});

test("who calls is asked to write, once in ten minutes, on the ticket in progress", () => {
  const joana = aCustomer(office.aurora), rui = aCustomer(office.aurora);
  joana.write("Oi");
  rui.write("Oi");
  const call = (who: typeof joana, wid: string) => {
    const offered = { chat: who.chat, at: Date.now() };
    applyHappening(office.aurora, 1, { what: "call", wid, video: false, ...offered });
    answerCall(office.aurora, 1, offered, Date.now());
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

test("a stranger who calls is asked to write, and has no ticket until they do", () => {
  const stranger = aCustomer(office.aurora);
  answerCall(office.aurora, 1, { chat: stranger.chat, at: Date.now() }, Date.now());
  expect(stranger.said()).toEqual([BOT_TEXTS.call]);
  expect(stranger.tickets()).toMatchObject([{ status: "closed", unreadMessages: 0 }]);
  stranger.write("Oi");
  expect(stranger.tickets()).toMatchObject([{ status: "closed" }, { status: "pending", chatbot: true }]);
});

test("a call in a group is nobody's question", () => {
  const chat = { jid: "7-7@g.us", group: "7-7" };
  answerCall(office.aurora, 1, { chat, at: Date.now() }, Date.now());
  expect(office.aurora.read.all("select 1 from messages where chat = '7-7@g.us'" as never)).toEqual([]);
});
