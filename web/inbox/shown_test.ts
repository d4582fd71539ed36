// @vitest-environment happy-dom
import { createStore } from "jotai";
import { expect, test, vi } from "vitest";
import { deskAtom } from "./desk.ts";
import { foldedAtom } from "./folded.ts";
import { shownTickets } from "./shown.ts";
import { aTicket } from "../tickets/testing.ts";

vi.mock("../live.ts", async () => (await import("../tickets/testing.ts")).aStream);

test("a view shows its lists in their order, without what is folded; only where there are heads to fold", () => {
  const store = createStore(), desk = store.get(deskAtom);
  store.set(deskAtom, {
    ...desk,
    open: { ...desk.open, rows: [aTicket({ id: 1 })] },
    pending: { ...desk.pending, rows: [aTicket({ id: 2, status: "pending" })] },
    closed: { ...desk.closed, rows: [aTicket({ id: 3, status: "closed" })] },
  });
  const ids = (tab: "open" | "closed") => shownTickets(store.get, { tab, search: "" }).map(({ id }) => id);
  expect(ids("open")).toEqual([1, 2]);
  store.set(foldedAtom, ["open", "closed"]);
  expect(ids("open")).toEqual([2]);
  expect(ids("closed")).toEqual([3]);
});
