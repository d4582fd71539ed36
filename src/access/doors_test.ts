import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { readProxies } from "../platform/caller.ts";
import type { Config } from "../platform/config.ts";
import { serve } from "../app/serve.ts";
import type { Server } from "../app/server.ts";
import { aBalcao, aDataFolder } from "../testing/fixtures.ts";
import { countTry, forgiveAll } from "./attempts.ts";

const BRUNO = "bruno@aurora.test";
const PROXY = "10.0.0.9";

let balcao: Awaited<ReturnType<typeof aBalcao>>;

const open = async (config: Partial<Config> = {}) => void (balcao = await aBalcao(undefined, config));

async function close() {
  vi.useRealTimers();
  forgiveAll();
  await balcao.close();
}

interface From {
  /** The address of whoever holds the other end of the line. */
  peer?: string;
  headers?: Record<string, string>;
  email?: string;
  password?: string;
  body?: BodyInit;
}

/** A login as it comes over the wire. */
async function logIn({ peer = "203.0.113.7", headers = {}, email = BRUNO, password = DEMO_PASSWORD, body }: From = {}) {
  const init = {
    method: "POST",
    headers: { host: "desk.example", "content-type": "application/json", ...headers },
    body: body ?? JSON.stringify({ email, password }),
  };
  const answer = await balcao.app.request("/api/auth/login", init, { remoteAddr: { hostname: peer } });
  const cookies = answer.headers.getSetCookie();
  return { status: answer.status, body: await answer.json(), headers: answer.headers, cookies };
}

const wrongly = (from: From = {}) => logIn({ ...from, password: "not it" });

async function wronglyTimes(times: number, from: (nth: number) => From = () => ({})) {
  for (let nth = 0; nth < times; nth++) expect((await wrongly(from(nth))).status, String(nth)).toBe(401);
}

function minutesPass(minutes: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
}

describe("a page elsewhere", () => {
  afterEach(close);
  const foreign = { status: 403, body: { error: "ERR_FOREIGN_ORIGIN" } };

  test("cannot log a browser into its own account, whatever form it sends", async () => {
    await open();
    const text = JSON.stringify({ email: BRUNO, password: DEMO_PASSWORD, x: "=" });
    const pages: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "https://desk.example.evil.example" },
      { origin: "https://desk.example:8443" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "cross-site", origin: "https://desk.example" },
    ];
    for (const headers of pages) {
      const answer = await logIn({ headers });
      expect(answer, JSON.stringify(headers)).toMatchObject(foreign);
      expect(answer.cookies).toEqual([]);
    }
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"]) {
      expect(await logIn({ headers: { "content-type": type }, body: text }), type).toMatchObject({
        status: 415,
        body: { error: "ERR_CONTENT_TYPE" },
        cookies: [],
      });
    }
    // A form without a type of its own: a Blob that has none.
    const untyped = await balcao.app.request("/api/auth/login", { method: "POST", body: new Blob([text]) });
    expect(untyped.status).toBe(415);
  });

  test("cannot change anything for who is logged in either, while our own pages and scripts can", async () => {
    await open();
    const token = await balcao.logIn("ana@aurora.test");
    const add = (headers: Record<string, string>) =>
      balcao.send(token, "POST", "/tags", { name: `Tag ${crypto.randomUUID().slice(0, 8)}`, color: "#112233" }, {
        host: "desk.example",
        ...headers,
      });
    expect(await add({ origin: "https://evil.example" })).toMatchObject(foreign);
    expect((await balcao.send(token, "DELETE", "/auth/logout", undefined, { "sec-fetch-site": "cross-site" })).status)
      .toBe(403);
    for (
      const headers of [
        {},
        { origin: "http://desk.example" },
        { origin: "https://desk.example", "sec-fetch-site": "same-origin" },
        { "content-type": "application/json; charset=utf-8" },
      ]
    ) expect((await add(headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(200);
    // Reading is not writing: a link from elsewhere leads here.
    expect((await balcao.send(token, "GET", "/tags", undefined, { origin: "https://evil.example" })).status).toBe(200);
  });

  test("is what is not at the public address, where one is set, or at what our own proxy says", async () => {
    await open({ publicUrl: "https://desk.example" });
    expect((await logIn({ headers: { host: "10.1.1.1:3000", origin: "https://desk.example" } })).status).toBe(200);
    expect((await logIn({ headers: { host: "evil.example", origin: "https://evil.example" } })).status).toBe(403);
    expect((await logIn({ headers: { host: "desk.example", origin: "http://desk.example" } })).status).toBe(403);
    await balcao.close();
    await open({ trustedProxies: readProxies(PROXY) });
    const headers = { host: "inside:3000", "x-forwarded-host": "desk.example", origin: "https://desk.example" };
    expect((await logIn({ peer: PROXY, headers })).status).toBe(200);
    expect((await logIn({ peer: "203.0.113.7", headers })).status).toBe(403);
  });
});

describe("the cookies", () => {
  afterEach(close);
  test("under https have a name that no neighbour can set, and the earlier name counts no more", async () => {
    await open({ publicUrl: "https://desk.example" });
    const { cookies, body: { token } } = await logIn();
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-balcao_(refresh|device)=[^;]+;/);
      for (const part of ["Path=/", "HttpOnly", "Secure", "SameSite=Strict"]) {
        expect(cookie.split("; ")).toContain(part);
      }
    }
    expect(cookies).toHaveLength(2);
    const value = /refresh=([^;]+)/.exec(cookies.find((one) => one.includes("refresh"))!)![1];
    const refresh = (cookie: string) => balcao.send(undefined, "POST", "/auth/refresh_token", undefined, { cookie });
    expect((await refresh(`balcao_refresh=${value}`)).status).toBe(401);
    expect((await refresh(`__Host-balcao_refresh=${value}`)).status).toBe(200);
    const out = await balcao.send(token, "DELETE", "/auth/logout");
    const cleared = out.headers.getSetCookie().map((one) => one.split("=")[0]);
    expect(cleared.toSorted()).toEqual(["__Host-balcao_refresh", "balcao_refresh"]);
    for (const cookie of out.headers.getSetCookie()) expect(cookie).toContain("Max-Age=0");
  });

  test("are sent by https only behind a proxy of ours that speaks it, whatever a stranger says", async () => {
    await open({ trustedProxies: readProxies("10.0.0.0/8, ::1") });
    const headers = { "x-forwarded-proto": "https" };
    expect((await logIn({ peer: PROXY, headers })).cookies.join()).toContain("Secure");
    expect((await logIn({ peer: "203.0.113.7", headers })).cookies.join()).not.toContain("Secure");
  });
});

describe("who guesses passwords", () => {
  beforeEach(() => open({ trustedProxies: readProxies(PROXY) }));
  afterEach(close);

  const stopped = { status: 429, body: { error: "ERR_TOO_MANY_REQUESTS" } };

  test("of one account is stopped after ten, told for how long, and only where they are", async () => {
    await wronglyTimes(10);
    minutesPass(5);
    const answer = await logIn();
    expect(answer).toMatchObject(stopped);
    const { seconds } = answer.body.detail;
    expect([seconds > 590, seconds <= 600]).toEqual([true, true]);
    expect(answer.headers.get("retry-after")).toBe(String(seconds));
    expect((await logIn({ peer: "203.0.113.8" })).status).toBe(200);
    expect((await logIn({ email: "carla@aurora.test" })).status).toBe(200);
    minutesPass(11);
    expect((await logIn()).status).toBe(200);
  });

  test("of many accounts is stopped after thirty, and a network of IPv6 counts as one address", async () => {
    await wronglyTimes(30, (nth) => ({ peer: `2001:db8:1:2::${nth}`, email: `guess${nth}@aurora.test` }));
    expect(await logIn({ peer: "2001:db8:1:2:ffff::1" })).toMatchObject(stopped);
    expect((await logIn({ peer: "2001:db8:1:3::1" })).status).toBe(200);
  });

  test("from everywhere at once is stopped after a hundred an hour, but the owner's own device is not", async () => {
    const device = (await logIn()).cookies.find((one) => one.includes("device"))!.split(";")[0]!;
    const now = Date.now();
    for (let nth = 0; nth < 100; nth++) countTry({ email: BRUNO, network: `198.51.100.${nth}` }, now);
    const answer = await logIn({ peer: "192.0.2.1" });
    expect(answer).toMatchObject(stopped);
    expect(answer.body.detail.seconds).toBeGreaterThan(3000);
    expect((await logIn({ peer: "192.0.2.1", headers: { cookie: device } })).status).toBe(200);
    // Where a stranger sits in the same house, too.
    await wronglyTimes(30, (nth) => ({ peer: "192.0.2.2", email: `guess${nth}@aurora.test` }));
    expect((await logIn({ peer: "192.0.2.2", headers: { cookie: device } })).status).toBe(200);
    // For other accounts it is a stranger's, and one that was made up is nobody's.
    const carla = { peer: "192.0.2.2", email: "carla@aurora.test", headers: { cookie: device } };
    expect(await logIn(carla)).toMatchObject(stopped);
    expect((await logIn({ peer: "192.0.2.1", headers: { cookie: `${device}x` } })).status).toBe(429);
    // And whoever stole the device has ten tries like everybody.
    await wronglyTimes(10, () => ({ headers: { cookie: device } }));
    expect(await logIn({ headers: { cookie: device } })).toMatchObject(stopped);
  });

  test("is known by what our proxy says, not by what they say themselves", async () => {
    const via = (chain: string, peer = PROXY): From => ({ peer, headers: { "x-forwarded-for": chain } });
    await wronglyTimes(10, (nth) => via(`1.1.1.${nth}, 203.0.113.50`));
    expect(await logIn(via("9.9.9.9, 203.0.113.50"))).toMatchObject(stopped);
    expect((await logIn(via("203.0.113.51, 10.0.0.9"))).status).toBe(200);
    await wronglyTimes(10, (nth) => via(`1.1.1.${nth}`, "203.0.113.60"));
    expect(await logIn(via("9.9.9.9", "203.0.113.60"))).toMatchObject(stopped);
    // The company reads the true one, too.
    for (
      const [from, shown] of [[via("9.9.9.9", "203.0.113.61"), "203.0.113.61"], [
        via("9.9.9.9, 203.0.113.62"),
        "203.0.113.62",
      ]] as const
    ) {
      const { body } = await logIn({ ...from, email: "ana@aurora.test" });
      const { entries } = (await balcao.send(body.token, "GET", "/audit")).body;
      expect(entries[0]).toMatchObject({ what: "access.login", address: shown });
    }
  });

  test("by many tries at once takes the memory of two: the rest wait, and too many are sent away", async () => {
    const tries = Array.from(
      { length: 72 },
      (_, nth) => wrongly({ peer: `198.51.100.${nth}`, email: `g${nth}@x.test` }),
    );
    const answers = await Promise.all(tries);
    const sentAway = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(66);
    expect(sentAway).toHaveLength(6);
    expect(sentAway[0]!.headers.get("retry-after")).toBe("15");
  });
});

describe("a stranger's nonsense", () => {
  let server: Server;
  beforeAll(async () => {
    const rest = { publicUrl: undefined, whatsappUrl: undefined, whatsappCa: undefined };
    server = await serve({ port: 0, host: "127.0.0.1", data: await aDataFolder(), demo: false, ...rest });
  });
  afterAll(async () => await server.stop());

  /** The status line of what comes back, or nothing when the line is closed without a word. */
  function says(text: string, { hangUp = false } = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const line = connect(server.port, "127.0.0.1", () => line.write(text, () => hangUp && line.destroy()));
      let heard = "";
      line.on("data", (chunk) => {
        heard += chunk;
        line.destroy();
      });
      line.on("close", () => resolve(heard.split("\r\n")[0]!));
      line.on("error", reject);
    });
  }

  test("is answered 4xx and leaves no line in the log", async () => {
    const { log } = await import("../platform/log.ts");
    const errors = vi.spyOn(log, "error");
    for (const host of ["a b", "[", "%", "a:b:c", "x\u0080", "", "a".repeat(3000)]) {
      for (const path of ["/api/health", "/tickets", "/api/media/1"]) {
        const line = await says(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
        expect(line, `${path} at ${host}`).toMatch(/^(HTTP\/1.1 (4\d\d|200) |$)/);
      }
    }
    const upgrade = "GET /api/events HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n";
    for (
      const rest of [
        "",
        "connection: upgrade\r\n",
        "connection: upgrade\r\nsec-websocket-version: 13\r\n",
        "connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: x\r\n",
        "connection: upgrade\r\nsec-websocket-version: 7\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
      ]
    ) expect(await says(`${upgrade}${rest}\r\n`), rest).toMatch(/^HTTP\/1.1 400 /);
    const whole = "connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    expect(await says(`${upgrade}${whole}origin: https://evil.example\r\n\r\n`)).toMatch(/^HTTP\/1.1 403 /);
    expect(await says(`${upgrade}${whole}origin: http://x\r\n\r\n`)).toMatch(/^HTTP\/1.1 101 /);
    const logIns = async () => {
      const metrics = await (await fetch(`${server.address}/metrics`)).text();
      const counts = metrics.matchAll(/^balcao_http_request_seconds_count\{.*route="\/api\/auth\/login".*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const post = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    await says(`${post}content-length: 500\r\n\r\n{"email":`, { hangUp: true });
    await says(`${post}transfer-encoding: chunked\r\n\r\n5\r\n{"ema`, { hangUp: true });
    // Both are done with before the next one is asked.
    await expect.poll(logIns).toBe(2);
    expect(await says(`${post}transfer-encoding: chunked\r\nconnection: close\r\n\r\nzz\r\n`)).toMatch(
      /^HTTP\/1.1 4|^$/,
    );
    expect(errors.mock.calls).toEqual([]);
    errors.mockRestore();
  });
});
