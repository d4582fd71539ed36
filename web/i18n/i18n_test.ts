// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { withPageTexts } from "./i18n.ts";

vi.mock("./pages/pt.po", () => {
  throw new Error("no line");
});

test("a page that comes neither itself nor with its texts fails once: what fails unheard ends the test's process", async () => {
  const page = Promise.withResolvers<never>(), whole = withPageTexts(page.promise);
  page.reject(new Error("no page"));
  await expect(whole).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 0));
});
