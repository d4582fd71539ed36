// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Ticket } from "../../src/contract/tickets.ts";
import { placeUnread } from "./unread.ts";

const ticket = (id: number, unreadMessages: number, handover: Ticket["handover"] = null) =>
  ({ id, unreadMessages, handover }) as Ticket;
const HANDED = { by: null, note: null, at: "2026-11-20T12:00:00.000Z" };
const before = [ticket(1, 2), ticket(2, 1)];
const ids = (rows: readonly Ticket[]) => rows.map(({ id, unreadMessages }) => `${id}:${unreadMessages}`);

test.each(
  [
    ["a new message brings its ticket to the top", { action: "update", ticket: ticket(2, 2) }, ["2:2", "1:2"]],
    ["a ticket that was all read comes back", { action: "update", ticket: ticket(3, 1) }, ["3:1", "1:2", "2:1"]],
    ["any other change leaves it where it is", { action: "update", ticket: ticket(2, 1) }, ["1:2", "2:1"]],
    ["what was read is gone", { action: "update", ticket: ticket(1, 0) }, ["2:1"]],
    ["also when a colleague read it", { action: "updateUnread", ticketId: 1 }, ["2:1"]],
    ["what was handed over is listed, on top", { action: "update", ticket: ticket(3, 0, HANDED) }, [
      "3:0",
      "1:2",
      "2:1",
    ]],
    ["one that is listed comes to the top", { action: "update", ticket: ticket(2, 1, HANDED) }, ["2:1", "1:2"]],
    ["a deleted ticket is gone", { action: "delete", ticketId: 2 }, ["1:2"]],
  ] as const,
)("%s", (_, event, after) => {
  expect(ids(placeUnread(before, event))).toEqual(after);
});

test("what was handed over stays listed when its messages were read on the company's phone, until it is opened", () => {
  const rows = placeUnread([ticket(1, 2, HANDED)], { action: "updateUnread", ticketId: 1 });
  expect(ids(rows)).toEqual(["1:0"]);
  expect(placeUnread(rows, { action: "update", ticket: ticket(1, 0) })).toEqual([]);
});
