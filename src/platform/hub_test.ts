import { expect, test } from "vitest";
import type { Person } from "../contract/permissions.ts";
import { Hub } from "./hub.ts";

const ana: Person = { id: 1, profile: "admin", super: false, queueIds: [] };
const bruno: Person = { id: 2, profile: "user", super: false, queueIds: [1] };

function aScreenOf(hub: Hub, person: Person) {
  const events: number[] = [], closed: string[] = [];
  const leave = hub.join({
    person,
    sessionId: `session of ${person.id}`,
    send: ({ nth }) => void events.push(nth),
    close: (reason) => void closed.push(reason),
  });
  return { events, closed, leave };
}

function publishSome(hub: Hub, count: number) {
  for (let id = 1; id <= count; id++) hub.publish("contact", { action: "delete", id });
}

test("everyone hears what is for everyone, and only its audience hears the rest", () => {
  const hub = new Hub();
  const screens = [aScreenOf(hub, ana), aScreenOf(hub, bruno)];
  hub.publish("contact", { action: "delete", id: 1 });
  hub.publish("contact", { action: "delete", id: 2 }, ({ profile }) => profile === "admin");
  expect(screens.map(({ events }) => events)).toEqual([[1, 2], [1]]);
  screens[0]!.leave();
  hub.publish("contact", { action: "delete", id: 3 });
  expect(screens.map(({ events }) => events)).toEqual([[1, 2], [1, 3]]);
});

test("who was away is told what was missed, unless that is too long ago", () => {
  const hub = new Hub();
  const start = hub.at;
  publishSome(hub, 3);
  const cases: [string, string, number[] | undefined][] = [
    ["from the very start", start, [1, 2, 3]],
    ["from the second on", `${hub.epoch}.1`, [2, 3]],
    ["nothing was missed", hub.at, []],
    ["a mark of another process", `other.1`, undefined],
    ["a mark from the future", `${hub.epoch}.4`, undefined],
    ["a mark before the first", `${hub.epoch}.-5`, undefined],
    ["no mark at all", "", undefined],
    ["half a mark", `${hub.epoch}.x`, undefined],
  ];
  for (const [what, mark, missed] of cases) expect(hub.since(mark)?.map(({ nth }) => nth), what).toEqual(missed);
  publishSome(hub, 2000);
  expect(hub.since(start)).toBeUndefined();
  expect(hub.since(`${hub.epoch}.1900`)).toHaveLength(103);
});

test("who is present is known until the last screen is closed, and a session can be ended", () => {
  const hub = new Hub();
  const [one, other] = [aScreenOf(hub, bruno), aScreenOf(hub, bruno)];
  expect([hub.isPresent(2), hub.isPresent(1)]).toEqual([true, false]);
  one.leave();
  expect(hub.isPresent(2)).toBe(true);
  hub.endSession("session of 2");
  expect([one.closed, other.closed]).toEqual([[], ["ERR_SESSION_EXPIRED"]]);
  other.leave();
  expect(hub.isPresent(2)).toBe(false);
});
