import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  const app = { appId: "1234", secret: "a-secret-of-the-app", instagramAppId: "", version: "v25.0" };
  const saved = await balcao.as("super@balcao.test")("PUT", "/provider/meta", app);
  expect(saved.status).toBe(200);
});
afterAll(async () => await balcao.close());
afterEach(() => void vi.useRealTimers());

test("a notice that never ends is waited for only as long as Meta would take", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) });
  const headers = { "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
  const answer = balcao.app.request("/api/meta/notices", { method: "POST", headers, body });
  await vi.advanceTimersByTimeAsync(11_000);
  expect((await answer).status).toBe(403);
});
