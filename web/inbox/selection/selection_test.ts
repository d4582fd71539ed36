import { describe, expect, test } from "vitest";
import { NOTHING, type Selection, stepped, stillThere, toggled, withAll, withRange } from "./selection.ts";

const row = (id: number, status: "pending" | "open" | "closed" = "pending") => ({ id, status, isGroup: false });
const ROWS = [1, 2, 3, 4, 5].map((id) => row(id));
const idsOf = ({ lists }: Selection) => [...lists.keys()].sort();

describe("which tickets are selected", () => {
  test("each press more or less, and with Shift all from the one that was pressed last, in either direction", () => {
    const two = toggled(NOTHING, row(2));
    expect(idsOf(two)).toEqual([2]);
    expect(idsOf(toggled(two, row(2)))).toEqual([]);
    const range = withRange(two, ROWS, 4);
    expect(idsOf(range)).toEqual([2, 3, 4]);
    // The same one stays where the range begins.
    expect(idsOf(withRange(range, ROWS, 1))).toEqual([1, 2, 3, 4]);
  });

  test("a range that begins nowhere, or where a ticket was that is gone, begins where it ends", () => {
    expect(idsOf(withRange(NOTHING, ROWS, 3))).toEqual([3]);
    expect(idsOf(withRange({ ...NOTHING, anchor: 99 }, ROWS, 3))).toEqual([3]);
    expect(idsOf(withRange(NOTHING, ROWS, 99))).toEqual([]);
  });

  test("by key from one to the next, and back again", () => {
    const two = stepped(stepped(NOTHING, row(1), row(2)), row(2), row(3));
    expect(idsOf(two)).toEqual([1, 2, 3]);
    expect(idsOf(stepped(two, row(3), row(2)))).toEqual([1, 2]);
  });

  test("all that are there", () => {
    expect(idsOf(withAll(NOTHING, ROWS))).toEqual([1, 2, 3, 4, 5]);
  });

  test("what is gone, or what somebody has taken, is let go; an event about something else changes nothing", () => {
    const all = withAll(NOTHING, ROWS);
    const now = [row(1), row(2, "open"), row(4), row(5)];
    expect(idsOf(stillThere(all, now))).toEqual([1, 4, 5]);
    expect(stillThere(all, ROWS.map((one) => ({ ...one })))).toBe(all);
  });
});
