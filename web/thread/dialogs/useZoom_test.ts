import { expect, test } from "vitest";
import { zoomed } from "./useZoom.ts";

test.each([
  ["closer", { scale: 1, x: 0, y: 0 }, 2, { scale: 2, x: 0, y: 0 }],
  ["what is in the middle stays there", { scale: 2, x: 30, y: -10 }, 2, { scale: 4, x: 60, y: -20 }],
  ["no closer than five times", { scale: 4, x: 0, y: 0 }, 2, { scale: 5, x: 0, y: 0 }],
  ["whole again it stands in the middle", { scale: 2, x: 30, y: -10 }, 0.4, { scale: 1, x: 0, y: 0 }],
])("%s", (_, from, factor, to) => expect(zoomed(from, factor)).toEqual(to));
