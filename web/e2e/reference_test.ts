import { expect, test } from "vitest";
import { aDesk, ANA } from "./desk.ts";

const desk = aDesk();

test("the whole API is described on a page that asks nobody but us", async () => {
  const page = await desk.logIn(ANA, { at: "/messages-api" });
  const asked: string[] = [];
  page.context().on("request", (request) => void asked.push(request.url()));
  const faults: string[] = [];
  page.context().on("console", (said) => {
    if (said.type() === "error") faults.push(said.text());
  });
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "OpenAPI" }).click();
  const reference = await opened;
  await reference.getByText("/messages/send").first().waitFor();
  expect(asked.filter((url) => !url.startsWith(desk.url) && !/^(blob|data):/.test(url))).toEqual([]);
  // Nothing that the page may not do is tried: each would be an error there.
  expect(faults).toEqual([]);
});
