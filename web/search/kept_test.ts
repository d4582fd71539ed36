// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Searched } from "../../src/contract/search.ts";
import { openThread } from "../thread/thread.ts";
import { aContact, aMessage, aTicket } from "../tickets/testing.ts";
import { findKept } from "./kept.ts";

const mariana = aTicket(),
  jose = aTicket({
    id: 2,
    contactId: 82,
    contact: aContact({ id: 82, name: "José Avó", number: "5511955554444" }),
    updatedAt: "2026-11-21T12:00:00.000Z",
  });
const threadOf = (bodies: readonly string[], first: number) =>
  openThread({
    messages: bodies.map((body, nth) =>
      aMessage({ id: first + nth, body, createdAt: `2026-11-20T12:0${nth}:0${first % 10}.000Z` })
    ),
    moves: [],
    hasMore: false,
    hasNewer: false,
    earlier: null,
  }, 0);
const kept = {
  tickets: [mariana, jose],
  threads: [
    { ticket: mariana, thread: threadOf(["Tem pão de queijo?", "Sim, e BOLO também"], 1) },
    { ticket: jose, thread: threadOf(["Quero um bolo\nde pao"], 12) },
    { ticket: null, thread: null },
  ],
};
const find = (text: string, what: Searched = "messages") =>
  findKept(kept, { text, in: what }).map(({ id, snippet }) => [id, snippet]);

test.each<[string, string, Searched, [number, string][]]>([
  ["a word with its accent, the newest first", "pao", "messages", [
    [1, "Tem \u0002pão\u0003 de queijo?"],
    [12, "Quero um bolo\nde \u0002pao\u0003"],
  ]],
  ["a word in capitals", "bolo", "messages", [
    [2, "Sim, e \u0002BOLO\u0003 também"],
    [12, "Quero um \u0002bolo\u0003\nde pao"],
  ]],
  ["two words, both of them", "bolo pão", "messages", [[12, "Quero um \u0002bolo\u0003\nde pao"]]],
  ["a name", "avo", "contacts", [[82, "José \u0002Avó\u0003"]]],
  ["a number, as people write it", "95555-4444", "contacts", [[82, "José Avó"]]],
  ["nothing where there are letters beside the digits", "rua 5555", "contacts", []],
  ["no files, which nobody has kept", "bolo", "files", []],
  ["nothing for nothing", "  ", "messages", []],
])("without a network the search finds %s", (_, text, what, expected) => {
  expect(find(text, what).toSorted()).toEqual(expected.toSorted());
});

test("the newest stands first, and what was taken back is not found", () => {
  expect(find("bolo").map(([id]) => id)).toEqual([2, 12]);
  const deleted = { ticket: mariana, thread: threadOf(["Apagado"], 30) };
  const thread = { ...deleted.thread, messages: deleted.thread.messages.map((one) => ({ ...one, isDeleted: true })) };
  expect(findKept({ tickets: [], threads: [{ ...deleted, thread }] }, { text: "apagado", in: "messages" })).toEqual([]);
});
