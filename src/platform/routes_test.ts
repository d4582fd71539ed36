import { Hono } from "hono";
import { expect, test } from "vitest";
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
