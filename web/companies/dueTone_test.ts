import { expect, test } from "vitest";
import { dueTone } from "./dueTone.ts";

test.each([
  ["2026-11-28", undefined],
  ["2026-11-27", "soon"],
  ["2026-11-26", "late"],
  ["2026-11-22", "late"],
  ["2026-11-19", "late"],
  ["2026-11-18", "danger"],
  ["2026-11-17", undefined],
])("on 22 November a row that is due on %s is %s", (dueDate, tone) => {
  // In São Paulo it is still the 22nd.
  const now = Date.UTC(2026, 10, 23, 2);
  expect(dueTone({ dueDate, timeZone: "America/Sao_Paulo" }, now)).toBe(tone);
  expect(dueTone({ dueDate: null, timeZone: "America/Sao_Paulo" }, now)).toBeUndefined();
});
