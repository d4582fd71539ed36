import { expect, test } from "vitest";
import { readLoginReturn } from "./loginReturn.ts";

test.each([
  ["", undefined],
  ["?search=padaria", undefined],
  ["?code=abc", undefined],
  ["?code=abc&state=xyz", { kind: "code", code: "abc", state: "xyz" }],
  ["?error=access_denied&error_reason=user_denied&state=xyz", { kind: "cancelled" }],
  ["?error=server_error&state=xyz", { kind: "failed" }],
  ["?error=whatever", undefined],
])("what Meta sends people back with: %s", (search, expected) => {
  expect(readLoginReturn(search)).toEqual(expected);
});
