import { expect, test } from "vitest";
import { waitAfter } from "../wait_after.ts";
import { judge } from "./disconnects.ts";

const again = { do: "reconnect", after: "back-off" };
const stop = (situation: string) => ({ do: "stop", situation });

test.each([
  [515, { do: "reconnect", after: "at once" }, { do: "reconnect", after: "at once" }],
  [401, { do: "forget", situation: "logged_out" }, { do: "forget", situation: "logged_out" }],
  [403, stop("banned"), stop("banned")],
  [405, stop("outdated"), stop("outdated")],
  [411, stop("stopped_after_failures"), stop("stopped_after_failures")],
  [440, stop("replaced"), stop("replaced")],
  [408, again, stop("scan_timed_out")],
  [428, again, stop("unreachable")],
  [463, again, stop("unreachable")],
  [500, again, stop("unreachable")],
  [503, again, stop("unreachable")],
  [undefined, again, stop("unreachable")],
])("closed with %s: %j when linked, %j before", (code, linked, before) => {
  expect(judge(code, true)).toEqual(linked);
  expect(judge(code, false)).toEqual(before);
});

test.each([
  [1, 1600, 2400],
  [2, 3200, 4800],
  [5, 25_600, 38_400],
  [8, 204_800, 307_200],
  [9, 240_000, 360_000],
  [19, 240_000, 360_000],
  [20, undefined, undefined],
])("after %i failures in a row the next try waits between %j and %j ms", (failures, least, most) => {
  expect([waitAfter(failures, 0), waitAfter(failures, 1)]).toEqual([least, most]);
});
