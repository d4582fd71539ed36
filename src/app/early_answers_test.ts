import { expect, test } from "vitest";
import type { WebFiles } from "../platform/web_files.ts";
import { aPort } from "../testing/a_port.ts";
import { aBalcao, aDataFolder } from "../testing/fixtures.ts";
import { earlyAnswers, isScreen } from "./early_answers.ts";
import type { Answers } from "./listen.ts";
import { serve } from "./serve.ts";

const CALLER = { remoteAddr: { hostname: "127.0.0.1" } };
const PAGES: WebFiles = {
  answer: (request) => new URL(request.url).pathname === "/gone.js" ? undefined : new Response("a screen"),
  readRest: async () => {},
};
/** The whole server: says what it was asked. */
const WHOLE: Answers = {
  fetch: async (request) => new Response(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`),
};

function starting(patience?: number) {
  const whole = Promise.withResolvers<Answers | undefined>(), early = earlyAnswers({}, PAGES, whole.promise, patience);
  const ask = async (path: string, init?: RequestInit) =>
    await early.fetch(new Request(`http://desk.example${path}`, init), CALLER);
  return { whole, ask };
}

test("screens come at once, with what keeps a browser safe", async () => {
  const { ask } = starting();
  for (const path of ["/", "/tickets/3", "/assets/a.js", "/apis", "/widget.js"]) {
    const answer = await ask(path);
    expect(await answer.text(), path).toBe("a screen");
    expect(answer.headers.get("content-security-policy") !== null || path === "/widget.js", path).toBe(true);
    expect(answer.headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(answer.headers.get("x-request-id"), path).toMatch(/\w/);
  }
  expect((await ask("/gone.js")).status).toBe(404);
});

test("calls wait for the whole server, and are answered by it, body and all", async () => {
  const { whole, ask } = starting();
  const calls: [string, RequestInit?][] = [
    ["/api/health"],
    ["/api/messages/3", { method: "POST", body: "Bom dia" }],
    ["/metrics"],
    ["/widget/say", { method: "POST", body: "Oi" }],
    ["/manifest.webmanifest"],
    ["/share", { method: "POST", body: "a picture" }],
  ];
  let answered = 0;
  const asked = calls.map(async ([path, init]) => {
    const answer = await ask(path, init);
    answered++;
    return await answer.text();
  });
  // A screen that is asked for after them is there before them.
  expect(await (await ask("/")).text()).toBe("a screen");
  expect(answered).toBe(0);
  whole.resolve(WHOLE);
  expect(await Promise.all(asked)).toEqual(
    calls.map(([path, init]) => `${init?.method ?? "GET"} ${path} ${init?.body ?? ""}`),
  );
});

test("of all that the whole server answers by more than a screen, nothing is taken for one", async () => {
  const { app, close } = await aBalcao();
  const own = app.routes.filter(({ method, path }) => method === "GET" && !path.includes("*")).map(({ path }) => path);
  expect(own.length).toBeGreaterThan(100);
  expect(own.filter((path) => isScreen({ method: "GET", url: `http://desk.example${path}` }))).toEqual([]);
  await close();
});

test("one that would wait too long, or for nothing, is told to come again", async () => {
  const late = starting(10), failed = starting();
  failed.whole.resolve(undefined);
  for (const { ask } of [late, failed]) {
    const health = await ask("/api/health"), call = await ask("/api/tickets");
    expect([health.status, await health.json()]).toEqual([503, { status: "starting" }]);
    expect([call.status, await call.json()]).toEqual([503, { error: "ERR_MAINTENANCE" }]);
    expect([call.headers.get("retry-after"), call.headers.get("cache-control")]).toEqual(["2", "no-store"]);
  }
});

test("from the moment the port is open nothing that is asked of a server is refused", async () => {
  const port = aPort(), host = "127.0.0.1";
  const first = async (path: string) => {
    for (;;) {
      const answer = await fetch(`http://${host}:${port}${path}`).catch(() => undefined);
      if (answer) return { status: answer.status, text: await answer.text() };
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const asked = Promise.all([first("/login"), first("/api/health"), first("/api/brand")]);
  const data = await aDataFolder(), config = { port, host, data, publicUrl: undefined, demo: false };
  const server = await serve({ ...config, whatsappUrl: undefined, whatsappCa: undefined });
  const [page, health, brand] = await asked;
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining("<!doctype html>") });
  expect(health).toMatchObject({ status: 200, text: JSON.stringify({ status: "ok" }) });
  expect(brand).toMatchObject({ status: 200, text: expect.stringContaining("Balcão") });
  await server.stop();
});

test("one that cannot be started leaves no port open, and nobody waiting", async () => {
  const port = aPort(), host = "127.0.0.1", data = await aDataFolder();
  const config = { port, host, data, publicUrl: undefined, demo: false, whatsappUrl: "ws://127.0.0.1:9" };
  await expect(serve({ ...config, whatsappCa: "/nowhere.pem" })).rejects.toThrow(/cannot be read/);
  await expect(fetch(`http://${host}:${port}/login`)).rejects.toThrow();
});
