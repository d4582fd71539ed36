// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import { addToDraft, draftsAtom, keepDraft, merged, withDraft } from "./drafts.ts";
import { answerCalls, logIn, logOut, reconnect } from "../tickets/testing.ts";
import { until } from "../testing_until.ts";

vi.mock("../live.ts", async () => (await import("../tickets/testing.ts")).aStream);

const store = getDefaultStore();
afterEach(() => {
  logOut();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("what the server has is taken over, except where this device knows better", () => {
  const server = [{ ticketId: 1, body: "de outro aparelho" }, { ticketId: 2, body: "velho" }];
  expect(merged({ 2: "novo", 3: "enviado noutro aparelho", 4: "só aqui" }, new Set([2, 4]), server)).toEqual({
    1: "de outro aparelho",
    2: "novo",
    4: "só aqui",
  });
  expect(merged({}, new Set([1]), server)).toEqual({ 2: "velho" });
});

test("a blank draft is none", () => {
  expect(withDraft({ 1: "a", 2: "b" }, 1, " \n")).toEqual({ 2: "b" });
});

test("a draft is here at once and on the server a moment after the last letter", async () => {
  const saved: unknown[] = [];
  answerCalls({
    "GET /drafts": () => [{ ticketId: 9, body: "do celular" }],
    "PUT /tickets/1/draft": ({ body }) => (saved.push(body), { ticketId: 1, body }),
  });
  logIn();
  await until(() => store.get(draftsAtom)[9] === "do celular");
  vi.useFakeTimers();
  keepDraft(1, "Bom");
  keepDraft(1, "Bom dia");
  expect(store.get(draftsAtom)[1]).toBe("Bom dia");
  await vi.advanceTimersByTimeAsync(1100);
  expect(saved).toEqual(["Bom dia"]);
});

test("what could not be saved is saved when the line is back, and after a reload", async () => {
  let isAway = true;
  const saved: unknown[] = [];
  answerCalls({
    "GET /drafts": () => [],
    "PUT /tickets/1/draft": ({ body }) => {
      if (isAway) throw new TypeError("Failed to fetch");
      return saved.push(body), { ticketId: 1, body };
    },
  });
  logIn();
  vi.useFakeTimers();
  keepDraft(1, "No metrô");
  await vi.advanceTimersByTimeAsync(1100);
  vi.useRealTimers();
  expect(JSON.parse(localStorage.getItem("drafts-7")!)).toEqual({ texts: { 1: "No metrô" }, unsaved: [1] });
  logOut();
  logIn();
  expect(store.get(draftsAtom)[1]).toBe("No metrô");
  isAway = false;
  reconnect();
  await until(() => saved.length > 0);
  expect(saved[0]).toBe("No metrô");
  await until(() => JSON.parse(localStorage.getItem("drafts-7")!).unsaved.length === 0);
});

test("what another tab could not save yet stays, whatever this one writes", async () => {
  answerCalls({
    "GET /drafts": () => [],
    "PUT /tickets/2/draft": () => {
      throw new TypeError("Failed to fetch");
    },
  });
  logIn();
  localStorage.setItem("drafts-7", JSON.stringify({ texts: { 1: "Da outra aba" }, unsaved: [1] }));
  keepDraft(2, "Desta");
  const kept = () => JSON.parse(localStorage.getItem("drafts-7")!);
  expect(kept()).toEqual({ texts: { 1: "Da outra aba", 2: "Desta" }, unsaved: [2, 1] });
  // The other tab has saved it; this one goes on.
  localStorage.setItem("drafts-7", JSON.stringify({ texts: { 1: "Da outra aba", 2: "Desta" }, unsaved: [2] }));
  keepDraft(2, "Desta também");
  expect(kept().unsaved).toEqual([2]);
});

test("words that come back stand before those that are being written", () => {
  keepDraft(5, "em andamento");
  addToDraft(5, "voltou");
  expect(store.get(draftsAtom)[5]).toBe("voltou\nem andamento");
});
