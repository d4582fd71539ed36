import { expect, test } from "vitest";
import { placeWith, readParams } from "./search_params.ts";

test("what an address says comes back as it was put there", () => {
  const place = placeWith("/tickets", {
    tab: "closed",
    queues: [3, 12],
    all: false,
    day: "2026-02-28",
    m: 7,
    q: "a & b",
  });
  const said = readParams(place.slice(place.indexOf("?")));
  expect(said.oneOf("tab", ["open", "closed"])).toBe("closed");
  expect(said.numbers("queues")).toEqual([3, 12]);
  expect(said.flag("all")).toBe(false);
  expect(said.day("day")).toBe("2026-02-28");
  expect(said.number("m")).toBe(7);
  expect(said.text("q")).toBe("a & b");
});

test("what is empty is left out of an address", () => {
  expect(placeWith("/tickets", { q: "", queues: [], m: null, all: undefined })).toBe("/tickets");
});

test("what somebody typed there in another shape counts as not said", () => {
  const said = readParams("?m=1e9&day=2026-02-31&tab=nowhere&queues=3,x,-1,12345678901");
  expect([said.number("m"), said.day("day"), said.oneOf("tab", ["open"])]).toEqual([undefined, undefined, undefined]);
  expect(said.numbers("queues")).toEqual([3]);
  expect([said.flag("all"), said.text("q")]).toEqual([undefined, ""]);
});
