import { expect, test } from "vitest";
import { QueueForm } from "../../src/contract/whole_queues.ts";
import { freeColor, PRESETS } from "./palette.ts";

test("fifty colours are offered, each another one that a queue may have", () => {
  const colors = PRESETS.map(({ color }) => color);
  expect(new Set(colors).size).toBe(50);
  for (const color of colors) expect(QueueForm.safeParse({ name: "Fila", color }).success).toBe(true);
});

test("a new queue begins with a colour that no other has", () => {
  const taken = new Set(PRESETS.slice(0, 3).map(({ color }) => color));
  expect(freeColor(taken)).toBe(PRESETS[3]!.color);
});
