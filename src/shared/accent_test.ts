import { describe, expect, test } from "vitest";
import { accentsOf, accentStyle, contrast } from "./accent.ts";

test("the contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

/** One of each kind: what is too light, too dark, right, and every hue. */
const COLORS = [
  "#ffffff",
  "#000000",
  "#ffff00",
  "#00ff00",
  "#2563eb",
  "#7a1fa2",
  "#e11d48",
  "#808080",
  ...Array.from({ length: 24 }, (_, nth) => `#${(0x1a2b3c * (nth + 3) % 0xffffff).toString(16).padStart(6, "0")}`),
];

describe.each(COLORS)("%s", (color) => {
  test("is read as text and below white text, in light and dark", () => {
    const { light, dark } = accentsOf(color);
    for (const surface of ["#ffffff", "#f0f2f5", light.soft]) {
      expect(contrast(light.text, surface), surface).toBeGreaterThanOrEqual(4.5);
    }
    for (const surface of ["#0a0c10", "#13161c", "#1b1f27", dark.soft]) {
      expect(contrast(dark.text, surface), surface).toBeGreaterThanOrEqual(4.5);
    }
    for (const { fill, fillHover } of [light, dark]) {
      expect(Math.min(contrast(fill, "#ffffff"), contrast(fillHover, "#ffffff"))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("its bubbles are read, too", () => {
    const style = accentStyle(color);
    const token = (name: string) => [...style.matchAll(new RegExp(`${name}:(#\\w+)`, "g"))].map(([, value]) => value!);
    const [bubbles, metas] = [token("--bubble-own"), token("--bubble-own-meta")];
    for (const nth of [0, 1]) {
      expect(contrast(metas[nth]!, bubbles[nth]!)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(["#161a22", "#e7eaf0"][nth]!, bubbles[nth]!)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test("a colour that can be read as it is stays as it is", () => {
  expect(accentsOf("#6d28d9").light).toMatchObject({ text: "#6d28d9", fill: "#6d28d9", isShifted: false });
  expect(accentsOf("#ffff00").light.isShifted).toBe(true);
});

test("without a colour there is no style", () => expect(accentStyle(null)).toBe(""));
