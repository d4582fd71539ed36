import { expect, test } from "vitest";
import { reachText } from "./reach.ts";

test.each(
  [
    [{ number: "5511987654321" }, "+55 11 98765-4321"],
    [{ number: "5511987654321", channel: "instagram" }, "+55 11 98765-4321"],
    [{ number: "", channel: "instagram" }, "Instagram"],
    [{ number: "", channel: "whatsapp" }, "WhatsApp"],
    [{ number: "" }, ""],
  ] as const,
)("%j is reached at %s", (contact, expected) => {
  expect(reachText(contact)).toBe(expected);
});
