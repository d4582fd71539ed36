import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../contract/errors.ts";
import { readProxies } from "./caller.ts";
import { log } from "./log.ts";
import { requestId } from "./request_id.ts";
import { type Answered, noteRequests } from "./request_log.ts";
import { answerError, type Vars } from "./routes.ts";

const PROXY = "10.0.0.1";
const seen: Answered[] = [];
const lines: { level: string; text: string; request?: string; context?: object }[] = [];

beforeEach(() => {
  for (const level of ["debug", "warn", "error"] as const) {
    vi.spyOn(log, level).mockImplementation((text, context) =>
      void lines.push({ level, text, request: requestId(), context })
    );
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  seen.length = lines.length = 0;
});

function app() {
  const app = new Hono<Vars>({ strict: false });
  app.onError(answerError);
  app.use(noteRequests({ trusted: readProxies(PROXY)! }, (answered) => void seen.push(answered)));
  app.get("/tickets/:id", async (http) => {
    await new Promise((resolve) => setTimeout(resolve, Number(http.req.param("id"))));
    log.warn("Something of it");
    return http.json({ id: requestId() });
  });
  app.get("/fault", () => {
    throw new Error("a fault");
  });
  app.get("/damaged", () => {
    throw new Refusal("ERR_COMPANY_UNAVAILABLE");
  });
  return app;
}

async function ask(path: string, id?: string, peer = PROXY) {
  const answer = await app().request(path, { headers: id === undefined ? {} : { "x-request-id": id } }, {
    remoteAddr: { hostname: peer },
  });
  return { header: answer.headers.get("x-request-id")!, status: answer.status, body: await answer.json() };
}

test("requests that are answered at once each have an id of their own, in the answer and in every line", async () => {
  const all = await Promise.all([30, 10, 20].map((ms) => ask(`/tickets/${ms}?token=SECRET`)));
  expect(new Set(all.map(({ header }) => header)).size).toBe(3);
  for (const { header, body } of all) expect(body).toEqual({ id: header });
  const said = lines.filter(({ text }) => text === "Something of it").map(({ request }) => request);
  expect(said.sort()).toEqual(all.map(({ header }) => header).sort());
  expect(requestId()).toBeUndefined();
});

test("a proxy of ours names it, when it is well formed; a stranger does not", async () => {
  expect((await ask("/tickets/0", "proxy-chose-7")).header).toBe("proxy-chose-7");
  for (const odd of ["short", "x".repeat(81), 'quo"ted-1234', "two words 12", "{json:12345}"]) {
    expect((await ask("/tickets/0", odd)).header).not.toBe(odd);
  }
  expect((await ask("/tickets/0", "proxy-chose-7", "203.0.113.9")).header).not.toBe("proxy-chose-7");
});

test("who failed has one line in any case, with its route and without its path; others have one at debug", async () => {
  const { header } = await ask("/fault");
  expect(lines).toMatchObject([
    { level: "error", text: "GET /fault failed", request: header, context: { status: 500 } },
    { level: "debug" },
  ]);
  lines.length = 0;
  await ask("/damaged");
  expect(lines).toMatchObject([{
    level: "warn",
    text: "A request failed",
    context: { route: "/damaged", status: 503 },
  }]);
  lines.length = 0;
  await ask("/tickets/1?token=SECRET");
  expect(lines.at(-1)).toMatchObject({
    level: "debug",
    context: { method: "GET", route: "/tickets/:id", status: 200, ms: expect.any(Number) },
  });
  expect(JSON.stringify(lines)).not.toContain("SECRET");
  expect(seen.map(({ status }) => status)).toEqual([500, 503, 200]);
});
