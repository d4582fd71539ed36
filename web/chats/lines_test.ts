import { expect, test } from "vitest";
import type { ChatMember, ChatMessage } from "../../src/contract/chats.ts";
import { ACK } from "../../src/shared/delivery.ts";
import { ackOf, lineOf, readersOf } from "./lines.ts";

const ANA = 1, BRUNO = 2, CARLA = 3;
const member = (userId: number, readTo: number): ChatMember => ({
  userId,
  readTo,
  unreads: 0,
  user: { id: userId, name: "" },
});
const said = (by: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 7,
  chatId: 4,
  senderId: BRUNO,
  sender: { name: "Bruno Tavares" },
  message: "A moto 2 volta às 15h",
  kind: "text",
  mediaUrl: null,
  media: null,
  quotedMsg: null,
  mentions: [],
  tickets: [],
  isDeleted: false,
  isEdited: false,
  localId: null,
  createdAt: "2026-11-23T14:33:00.000Z",
  asOf: 1,
  ...by,
});

test("a message of somebody else stands at the left under their name, an own one at the right without", () => {
  expect(lineOf(said(), { id: ANA })).toMatchObject({ fromMe: false, participant: "Bruno Tavares", ticketId: -4 });
  expect(lineOf(said(), { id: BRUNO })).toMatchObject({ fromMe: true, participant: "", user: { id: BRUNO } });
});

test("what a deleted user wrote is nobody's own", () => {
  expect(lineOf(said({ senderId: null }), { id: ANA })).toMatchObject({ fromMe: false, user: null });
  expect(lineOf(said({ senderId: null }), null)).toMatchObject({ fromMe: false });
});

test.each([
  ["nobody", [member(BRUNO, 6), member(CARLA, 0)], [], ACK.sent],
  ["one of two", [member(BRUNO, 7), member(CARLA, 6)], [BRUNO], ACK.sent],
  ["all", [member(BRUNO, 9), member(CARLA, 7)], [BRUNO, CARLA], ACK.read],
  ["all, but nobody else is there", [], [], ACK.sent],
])("read by %s", (_, others, readers, ack) => {
  const users = [member(ANA, 99), ...others];
  expect(readersOf(users, 7, ANA).map(({ userId }) => userId)).toEqual(readers);
  expect(ackOf(users, 7, ANA)).toBe(ack);
});
