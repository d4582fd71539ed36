// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { placeOfSearch, queryOf, readWanted, type Wanted } from "./search.ts";

const NOTHING: Wanted = { text: "", in: "messages", from: "", queueId: "", tagId: "", since: "", until: "" };

test.each<[string, Partial<Wanted>]>([
  ["/search", {}],
  ["/search?q=p%C3%A3o+de+l%C3%B3", { text: "pão de ló" }],
  ["/search?q=bolo&in=files&from=3", { text: "bolo", in: "files", from: "3" }],
  ["/search?q=bolo&queue=2&tag=4&since=2026-01-01&until=2026-01-31", {
    text: "bolo",
    queueId: "2",
    tagId: "4",
    since: "2026-01-01",
    until: "2026-01-31",
  }],
])("%s is the address of its search, there and back", (place, wanted) => {
  expect(placeOfSearch(wanted)).toBe(place);
  expect(readWanted(place.split("?")[1] ?? "")).toEqual({ ...NOTHING, ...wanted });
});

test("what an address says that nobody can search for is left out", () => {
  expect(readWanted("in=secrets&from=nobody&queue=x&tag=-1&since=yesterday&until=2026-02-30")).toEqual(NOTHING);
});

test("contacts have neither a writer nor a day", () => {
  const wanted = { ...NOTHING, text: " ANA ", from: "contact", since: "2026-01-01", queueId: "2" };
  expect(queryOf({ ...wanted, in: "contacts" })).toEqual({ searchParam: "ana", in: "contacts", queueIds: "2" });
  expect(queryOf(wanted)).toEqual({
    searchParam: "ana",
    in: "messages",
    from: "contact",
    since: "2026-01-01",
    queueIds: "2",
  });
});
