import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { Refusal } from "../contract/errors.ts";
import { log } from "./log.ts";
import { answerError } from "./routes.ts";

/** What a call answers when this is thrown on its way. */
async function answerTo(error: Error) {
  const app = new Hono();
  app.onError(answerError);
  app.get("/", () => {
    throw error;
  });
  const answer = await app.request("/");
  return [answer.status, await answer.json()];
}

test("what the network's library throws is told as the network's, and anything else as ours", async () => {
  const boom = Object.assign(new Error("Timed Out"), { isBoom: true, output: { statusCode: 408 } });
  expect(await answerTo(boom)).toEqual([502, { error: "ERR_WAPP_UNREACHABLE" }]);
  expect(await answerTo(new Error("a fault"))).toEqual([500, { error: "ERR_INTERNAL" }]);
});

test("a fault is logged each time; a file that is closed was logged then, and no request repeats it", async () => {
  const errors = vi.spyOn(log, "error").mockImplementation(() => {});
  for (const code of ["ERR_COMPANY_UNAVAILABLE", "ERR_SERVER_UNAVAILABLE", "ERR_MAINTENANCE"] as const) {
    for (let nth = 0; nth < 3; nth++) expect(await answerTo(new Refusal(code))).toEqual([503, { error: code }]);
  }
  expect(errors).not.toHaveBeenCalled();
  await answerTo(new Error("a fault"));
  await answerTo(new Refusal("ERR_STORAGE_FULL"));
  expect(errors).toHaveBeenCalledTimes(2);
  errors.mockRestore();
});
