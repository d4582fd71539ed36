// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeOpened, keepOpened, openUuidAtom } from "./opened.ts";
import { noteTypingHere, viewersAtom } from "./presence.ts";
import { aStream, aTicket, emit, logIn, logOut } from "../tickets/testing.ts";

vi.mock("../live.ts", async () => (await import("../tickets/testing.ts")).aStream);

const store = getDefaultStore();
const said: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
  aStream.sendToServer = ({ say, typing }) =>
    void said.push(say === "joinChatBox" ? "looks again" : typing ? "types" : "stopped");
  aStream.subscribe = ({ ticketId }) => {
    said.push(`looks at ${ticketId}`);
    return () => said.push(`left ${ticketId}`);
  };
  logIn();
});
afterEach(() => {
  store.set(openUuidAtom, null);
  logOut();
  vi.useRealTimers();
});

function open(id: number | null): void {
  if (id === null) return store.set(openUuidAtom, null);
  const ticket = aTicket({ id });
  const nothing = { thread: null, state: "loading", error: null, fetching: null, round: 0, goal: null } as const;
  keepOpened({ uuid: ticket.uuid, ticket, ...nothing });
  store.set(openUuidAtom, ticket.uuid);
}

test("the server hears which ticket is open, and who else has it is known without oneself", () => {
  open(1);
  emit("presence", {
    ticketId: 1,
    people: [{ id: 7, name: "Ana", typing: true }, { id: 8, name: "Bia", typing: false }],
  });
  expect(store.get(viewersAtom).map(({ name }) => name)).toEqual(["Bia"]);
  emit("presence", { ticketId: 2, people: [] });
  expect(store.get(viewersAtom)).toHaveLength(1);
  open(2);
  expect(store.get(viewersAtom)).toEqual([]);
  open(null);
  expect(said).toEqual(["looks at 1", "left 1", "looks at 2", "left 2"]);
});

test("the server hears that the open ticket has another attendant now", () => {
  open(1);
  changeOpened("uuid-1", { ticket: aTicket({ id: 1, unreadMessages: 3 }) });
  expect(said).toEqual(["looks at 1"]);
  changeOpened("uuid-1", { ticket: aTicket({ id: 1, userId: 8 }) });
  expect(said).toEqual(["looks at 1", "looks again"]);
});

test("typing is told at its start, now and then while it lasts, and at its end", () => {
  open(1);
  said.length = 0;
  for (let nth = 0; nth < 7; nth++) {
    noteTypingHere(1, true);
    vi.advanceTimersByTime(1000);
  }
  expect(said).toEqual(["types", "types"]);
  vi.advanceTimersByTime(4000);
  expect(said).toEqual(["types", "types", "stopped"]);
  noteTypingHere(1, true);
  noteTypingHere(1, false);
  noteTypingHere(1, false);
  expect(said.slice(3)).toEqual(["types", "stopped"]);
});
