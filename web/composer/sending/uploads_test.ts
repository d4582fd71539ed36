// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { uploadOf } from "./uploads.ts";

vi.mock("./upload.ts", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

test("without the part that gets files ready one waits for the line, as for the server, and has not failed", async () => {
  const file = new File(["x"], "lista.txt", { type: "text/plain" });
  await expect(uploadOf("a", file, null)).rejects.toMatchObject({ code: "ERR_OFFLINE" });
  expect(await uploadOf("b", file, { as: "voice" })).toEqual({ file, about: { as: "voice" } });
});
