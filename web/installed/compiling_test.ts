import { expect, test } from "vitest";

test("where there is no page, the app's first module stops it", async () => {
  await expect(import("../only_in_pages.ts")).rejects.toMatchObject({ name: "NotRun" });
});
