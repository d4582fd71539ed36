import { expect, test } from "vitest";
import { control, scene } from "./scene_for_tests.ts";

const it = scene();

test("twenty phones flood the company, and the report says when everything was sent and acknowledged", async () => {
  const report = await control(it, "flood", { to: it.company.number, phones: 20, messages: 200 });
  expect(report).toMatchObject({ messages: 200, acknowledged: 200 });
  expect(report.delays.median).toBeGreaterThan(0);
  await it.client.until(() => new Set(it.client.upserts.map(({ id }) => id)).size >= 200);
});

test("a flood keeps the pace it was given", async () => {
  const started = performance.now();
  const report = await control(it, "flood", { to: it.company.number, phones: 5, messages: 50, perSecond: 100 });
  expect(report.acknowledged).toBe(50);
  expect(performance.now() - started).toBeGreaterThan(450);
});

test("a flood towards a number without a client is refused", async () => {
  const answer = await control(it, "flood", { to: it.ana.number, phones: 1, messages: 1 });
  expect(answer).toEqual({ error: "No client is linked to 5511987654321" });
});

test("a flood nobody acknowledges is reported when time is up", async () => {
  it.client.drop();
  const report = await control(it, "flood", { to: it.company.number, phones: 2, messages: 4, timeoutMs: 50 });
  expect(report).toMatchObject({ messages: 4, acknowledged: 0 });
});
