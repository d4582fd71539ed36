// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { EMPTY_DESK, EMPTY_LIST } from "../inbox/list.ts";
import { aContact, aTicket } from "../tickets/testing.ts";
import { receiversHere, receiversOf } from "./receivers.ts";

const ana = aContact({ id: 1, name: "Ana Prado", number: "5511911111111" }),
  bia = aContact({ id: 2, name: "Bia Sá", number: "5511922222222" }),
  cid = aContact({ id: 3, name: "Cid", number: "", channel: "instagram" }),
  dora = aContact({ id: 4, name: "Dora" });
const open = aTicket({ id: 1, contactId: 1, contact: ana, updatedAt: "2026-11-20T10:00:00.000Z" }),
  waiting = aTicket({
    ...{ id: 2, status: "pending", contactId: 2, contact: bia, channel: "webchat" },
    updatedAt: "2026-11-20T11:00:00.000Z",
  }),
  closed = aTicket({
    ...{ id: 3, status: "closed", contactId: 3, contact: cid },
    updatedAt: "2026-11-20T12:00:00.000Z",
  });
const desk = {
  ...EMPTY_DESK,
  open: { ...EMPTY_LIST, rows: [open] },
  pending: { ...EMPTY_LIST, rows: [waiting] },
  closed: { ...EMPTY_LIST, rows: [closed] },
};
const named = (all: ReturnType<typeof receiversOf>) =>
  all.map(({ contact, ticket, channel }) => [contact.name, ticket?.status, channel]);

test("the latest talks stand first, each once, with the ticket that is in progress or waits and where it came in", () => {
  expect(named(receiversOf(desk, [ana, dora], ""))).toEqual([
    ["Cid", undefined, "instagram"],
    ["Bia Sá", "pending", "webchat"],
    ["Ana Prado", "open", "whatsapp"],
    ["Dora", undefined, undefined],
  ]);
});

test("who types finds whom the server finds, and nobody else", () => {
  expect(named(receiversOf(desk, [ana], "ana"))).toEqual([["Ana Prado", "open", "whatsapp"]]);
});

test.each([
  ["", ["Ana Prado"]],
  ["PRADO", ["Ana Prado"]],
  ["9 1111-1111", ["Ana Prado"]],
  ["bia", []],
])("without a line %j offers tickets in progress whose thread is here", (text, names) => {
  const all = receiversHere(desk, () => true, text);
  expect(all.map(({ contact }) => contact.name)).toEqual(names);
  expect(receiversHere(desk, () => false, text)).toEqual([]);
});
