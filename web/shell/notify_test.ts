// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { aMessage, aTicket } from "../tickets/testing.ts";
import { callsFor } from "./notify.ts";

const ANA = { id: 7 };

test.each(
  [
    ["a message in one's own ticket", {}, {}, true, true],
    ["a message for whoever accepts it", {}, { userId: null, status: "pending" }, true, true],
    ["a colleague's ticket", {}, { userId: 8 }, true, false],
    ["a group", {}, { isGroup: true }, true, false],
    ["one's own message, or the company's phone's", { fromMe: true }, {}, true, false],
    ["history that a new link brings along", {}, {}, false, false],
  ] as const,
)("%s", (_, message, ticket, live, calls) => {
  const arrival = { action: "create" as const, message: aMessage(message), ticket: aTicket(ticket), live };
  expect(callsFor(arrival, ANA)).toBe(calls);
});
