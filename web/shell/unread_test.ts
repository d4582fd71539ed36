// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Ticket } from "../../src/contract/tickets.ts";
import { placeUnread } from "./unread.ts";

const ticket = (id: number, unreadMessages: number) => ({ id, unreadMessages }) as Ticket;
const before = [ticket(1, 2), ticket(2, 1)];
const ids = (rows: readonly Ticket[]) => rows.map(({ id, unreadMessages }) => `${id}:${unreadMessages}`);

test.each(
  [
    ["a new message brings its ticket to the top", { action: "update", ticket: ticket(2, 2) }, ["2:2", "1:2"]],
    ["a ticket that was all read comes back", { action: "update", ticket: ticket(3, 1) }, ["3:1", "1:2", "2:1"]],
    ["any other change leaves it where it is", { action: "update", ticket: ticket(2, 1) }, ["1:2", "2:1"]],
    ["what was read is gone", { action: "update", ticket: ticket(1, 0) }, ["2:1"]],
    ["also when a colleague read it", { action: "updateUnread", ticketId: 1 }, ["2:1"]],
    ["a deleted ticket is gone", { action: "delete", ticketId: 2 }, ["1:2"]],
  ] as const,
)("%s", (_, event, after) => {
  expect(ids(placeUnread(before, event))).toEqual(after);
});
