import { expect, test } from "vitest";
import { typed } from "./fields.ts";

const Name = typed(2, 50);
const problem = (text: string) => Name.safeParse(text).error?.issues[0]?.code;

test("an emoji counts as one character, as the counter below a field says", () => {
  expect(Name.parse("🎂".repeat(50))).toBe("🎂".repeat(50));
  expect(problem("🎂".repeat(51))).toBe("too_big");
  expect(problem("🎂")).toBe("too_small");
});

test("ends and control characters count for nothing", () => {
  expect(Name.parse(`  Lu\u0007 ${" ".repeat(50)}`)).toBe("Lu");
  expect(problem("  x  ")).toBe("too_small");
});
