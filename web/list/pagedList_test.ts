// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contacts } from "../../src/contract/contacts.ts";
import { pagedList } from "./pagedList.ts";
import { until, untilSo } from "../testing_until.ts";

interface Contact {
  id: number;
  name: string;
}
const contact = (id: number, name = `contact ${id}`) => ({ id, name }) as Contact & Record<string, never>;

let pages: Record<string, (() => Promise<unknown>) | unknown>;
beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string) => {
    const page = pages[address.replace("/api/contacts?", "")];
    const body = typeof page === "function" ? await page() : page;
    if (body === undefined) return new Response(JSON.stringify({ error: "ERR_INTERNAL" }), { status: 500 });
    return new Response(JSON.stringify(body));
  });
});
afterEach(() => vi.unstubAllGlobals());

function aList() {
  const list = pagedList(contacts.list, {
    rows: (answer) => answer.contacts as Contact[],
    hasMore: (answer) => answer.hasMore,
  });
  const seen = (query = {}) => getDefaultStore().get(list.atomOf(query));
  const ids = (query = {}) => seen(query).rows.map(({ id }) => id);
  return { list, seen, ids };
}

test("a list is read when it is looked at, and its next page when asked", async () => {
  pages = {
    "pageNumber=1": { contacts: [contact(1), contact(2)], hasMore: true },
    "pageNumber=2": { contacts: [contact(2), contact(3)], hasMore: false },
  };
  const { list, seen, ids } = aList();
  list.mount({});
  expect(seen().state).toBe("loading");
  await until(() => seen().state === "ready");
  list.more({});
  list.more({});
  await until(() => seen().page === 2);
  expect(ids()).toEqual([1, 2, 3]);
  expect(seen().hasMore).toBe(false);
});

test("each search has a list of its own", async () => {
  pages = {
    "searchParam=ana&pageNumber=1": { contacts: [contact(5)], hasMore: false },
    "searchParam=bru&pageNumber=1": { contacts: [contact(6)], hasMore: false },
  };
  const { list, ids } = aList();
  await Promise.all([list.reload({ searchParam: "ana" }), list.reload({ searchParam: "bru" })]);
  expect([ids({ searchParam: "ana" }), ids({ searchParam: "bru" })]).toEqual([[5], [6]]);
});

test("an event that comes while a page is on its way is newer than the page", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  pages = { "pageNumber=1": () => promise };
  const { list, seen, ids } = aList();
  const reading = list.reload({});
  list.change((rows) => rows.filter(({ id }) => id !== 2).map((row) => row.id === 1 ? contact(1, "renamed") : row));
  resolve({ contacts: [contact(1), contact(2)], hasMore: false });
  await reading;
  expect(ids()).toEqual([1]);
  expect(seen().rows[0]!.name).toBe("renamed");
});

test("an answer that was overtaken by a newer request is dropped", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  pages = { "pageNumber=1": () => promise };
  const { list, ids } = aList();
  const slow = list.reload({});
  pages = { "pageNumber=1": { contacts: [contact(2)], hasMore: false } };
  await list.reload({});
  resolve({ contacts: [contact(1)], hasMore: false });
  await slow;
  expect(ids()).toEqual([2]);
});

test("a page that does not come leaves the rows, says why, and can be asked for again", async () => {
  pages = { "pageNumber=1": { contacts: [contact(1)], hasMore: true } };
  const { list, seen, ids } = aList();
  await list.reload({});
  list.more({});
  await until(() => seen().state === "failed");
  expect([ids(), seen().error]).toMatchObject([[1], { code: "ERR_INTERNAL" }]);
  pages["pageNumber=2"] = { contacts: [contact(2)], hasMore: false };
  list.retry({});
  await until(() => seen().state === "ready");
  expect(ids()).toEqual([1, 2]);
});

test("reading anew reads as far as was read before", async () => {
  pages = {
    "pageNumber=1": { contacts: [contact(1)], hasMore: true },
    "pageNumber=2": { contacts: [contact(2)], hasMore: true },
  };
  const { list, seen, ids } = aList();
  await list.reload({});
  list.more({});
  await until(() => seen().page === 2);
  await list.reload({});
  expect([ids(), seen().page]).toEqual([[1, 2], 2]);
});

test("when rows have left, those that moved up into the pages that were read are not missed", async () => {
  const all = [1, 2, 3, 4, 5, 6].map((id) => contact(id));
  const page = (rows: unknown[], nth: number) => ({ contacts: rows.slice(nth * 2 - 2, nth * 2), hasMore: nth < 3 });
  pages = { "pageNumber=1": page(all, 1), "pageNumber=2": page(all, 2) };
  const { list, seen, ids } = aList();
  await list.reload({});
  list.more({});
  await until(() => seen().page === 2);
  const left = all.slice(2);
  list.change((rows) => rows.filter(({ id }) => id > 2));
  pages = { "pageNumber=2": page(left, 2), "pageNumber=3": page(left, 3) };
  list.more({});
  await until(() => seen().state === "ready");
  expect(ids()).toEqual([3, 4, 5, 6]);
});

test("rows that leave while the next page is on its way make none be passed over", async () => {
  const all = [1, 2, 3, 4, 5, 6].map((id) => contact(id));
  const page = (rows: unknown[], nth: number) => ({
    contacts: rows.slice(nth * 2 - 2, nth * 2),
    hasMore: nth * 2 < rows.length,
  });
  const { list, seen, ids } = aList();
  pages = { "pageNumber=1": page(all, 1) };
  await list.reload({});
  const left = all.slice(1);
  // The first leaves, and only then the server reads the second page, which the third has left upwards meanwhile.
  pages = {
    "pageNumber=1": page(left, 1),
    "pageNumber=2": () => {
      list.change((rows) => rows.filter(({ id }) => id > 1));
      return Promise.resolve(page(left, 2));
    },
    "pageNumber=3": page(left, 3),
  };
  list.more({});
  await until(() => ids().includes(3));
  await until(() => seen().state === "ready");
  expect(ids()).toEqual([2, 3, 4, 5]);
  list.more({});
  await until(() => ids().includes(6));
  expect(ids()).toEqual([2, 3, 4, 5, 6]);
});

test("whoever comes to the end while the list is read anew gets that, and then the next page", async () => {
  pages = { "pageNumber=1": { contacts: [contact(1)], hasMore: true } };
  const { list, ids } = aList();
  await list.reload({});
  const { promise, resolve } = Promise.withResolvers<unknown>();
  pages = { "pageNumber=1": () => promise, "pageNumber=2": { contacts: [contact(3)], hasMore: false } };
  const reading = list.reload({});
  list.more({});
  resolve({ contacts: [contact(2)], hasMore: true });
  await reading;
  await untilSo(() => expect(ids()).toEqual([2, 3]));
});

test("what failed to come anew comes anew when it is tried again", async () => {
  pages = { "pageNumber=1": { contacts: [contact(1)], hasMore: true } };
  const { list, seen, ids } = aList();
  await list.reload({});
  pages = {};
  await list.reload({});
  expect(seen().state).toBe("failed");
  pages = { "pageNumber=1": { contacts: [contact(2)], hasMore: true } };
  list.retry({});
  await until(() => seen().state === "ready");
  expect(ids()).toEqual([2]);
});

test("pages without numbers follow each other by what the answer says, over an empty one", async () => {
  pages = {
    "/api/contacts": { contacts: [contact(9)], hasMore: 7 },
    "pageNumber=7": { contacts: [], hasMore: 4 },
    "pageNumber=4": { contacts: [contact(2)], hasMore: 0 },
  };
  const list = pagedList(contacts.list, {
    rows: (answer) => answer.contacts as Contact[],
    next: ({ hasMore }) => hasMore ? { pageNumber: Number(hasMore) } : undefined,
  });
  const seen = () => getDefaultStore().get(list.atomOf({}));
  list.mount({});
  await untilSo(() => expect(seen().rows.map(({ id }) => id)).toEqual([9]));
  expect(seen().hasMore).toBe(true);
  list.more({});
  await untilSo(() => expect(seen().rows.map(({ id }) => id)).toEqual([9, 2]));
  expect(seen().hasMore).toBe(false);
});

test("when all rows have left, the next ones come by themselves, however often it is told", async () => {
  const all = [1, 2, 3].map((id) => contact(id));
  pages = { "pageNumber=1": { contacts: all.slice(0, 2), hasMore: true } };
  const { list, seen, ids } = aList();
  list.mount({});
  await until(() => seen().state === "ready");
  pages = {
    "pageNumber=1": { contacts: all.slice(2), hasMore: false },
    "pageNumber=2": { contacts: [], hasMore: false },
  };
  for (let times = 0; times < 3; times++) list.change((rows) => rows.filter(({ id }) => id > 2));
  await until(() => seen().state === "ready");
  expect(ids()).toEqual([3]);
});
