// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Ticket } from "../../src/contract/tickets.ts";
import { callsOf, callsText, handedText, isHandedTo } from "./calls.ts";
import { aTicket } from "../tickets/testing.ts";

const ANA = { id: 7, queues: [{ id: 3 }] };
const BRUNO = { id: 8, name: "Bruno Tavares" };
const handover = { by: BRUNO, note: null, at: "2026-11-20T12:00:00.000Z" };

test.each<[string, Partial<Ticket>, boolean, number]>([
  ["handed over to her", { handover }, true, 1],
  ["handed over to her, with messages that she has not read", { handover, unreadMessages: 2 }, true, 2],
  ["handed over by somebody who has left", { handover: { ...handover, by: null } }, true, 1],
  ["handed over to a queue of hers", { handover, userId: null, status: "pending" }, true, 1],
  ["handed over to a queue that she does not serve", { handover, userId: null, queueId: 4 }, false, 0],
  ["handed over to a colleague", { handover, userId: 9 }, false, 0],
  [
    "that she gave to a queue of hers",
    { handover: { ...handover, by: { id: 7, name: "Ana" } }, userId: null },
    false,
    0,
  ],
  ["that waits, unread", { userId: null, unreadMessages: 3 }, false, 3],
  ["of a colleague, unread", { userId: 9, unreadMessages: 3 }, false, 0],
])("Ana and a ticket %s", (_, change, isHanded, count) => {
  const ticket = aTicket(change);
  expect([isHandedTo(ANA, ticket), callsOf(ANA, ticket).count]).toEqual([isHanded, count]);
});

test.each([
  [[1, 0], "1 mensagem não lida"],
  [[120, 0], "99+ mensagens não lidas"],
  [[0, 2], "2 atendimentos transferidos"],
  [[3, 1], "4: 3 mensagens não lidas, 1 atendimento transferido"],
  [[99, 1], "99+: 99 mensagens não lidas, 1 atendimento transferido"],
])("what is read aloud of %j begins with the number that is drawn", (counts, text) => {
  const [messages, handovers] = counts as [number, number];
  expect(callsText({ messages, handovers, count: messages + handovers })).toBe(text);
});

test("a handover says who and what for, as far as it is known", () => {
  expect(handedText(handover)).toBe("Transferido por Bruno");
  expect(handedText({ ...handover, note: "Quer nota fiscal" })).toBe("Bruno transferiu: Quer nota fiscal");
  expect(handedText({ ...handover, by: null, note: "Quer nota fiscal" })).toBe("Transferido: Quer nota fiscal");
});
