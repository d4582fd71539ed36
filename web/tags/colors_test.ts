import { expect, test } from "vitest";
import { nextColor, PRESETS } from "./colors.ts";

test("a new tag takes the colour that the fewest have", () => {
  const tag = (color: string, id = 1) => ({ id, name: "Festa", color });
  expect(nextColor([])).toBe(PRESETS[0].color);
  expect(nextColor([tag(PRESETS[0].color), tag("#000000")])).toBe(PRESETS[1].color);
  expect(nextColor(PRESETS.map(({ color }) => tag(color)))).toBe(PRESETS[0].color);
});
