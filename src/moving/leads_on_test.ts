import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyMoveTable, companyTable } from "../companies/table.ts";
import { graphLineTable } from "../channels/graph/table.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { serve } from "../app/serve.ts";
import type { Server } from "../app/server.ts";
import type { ServerFrame } from "../contract/events.ts";
import { eq } from "drizzle-orm";
import { aBalcao, aDataFolder, until } from "../testing/fixtures.ts";
import { anotherFolder } from "../testing/two_servers.ts";
import { moveIn } from "./move_in.ts";
import { moveOut } from "./move_out.ts";

let here: string, there: string, old: Server, other: Server;
const own = {
  port: 0,
  host: "127.0.0.1",
  publicUrl: undefined,
  demo: true,
  whatsappUrl: "ws://127.0.0.1:9",
  whatsappCa: undefined,
};

/** Asks one of the servers; answers what it says, and where it leads to. */
async function ask(
  server: Server,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
) {
  const answer = await fetch(server.address + path, {
    ...{ method, redirect: "manual" },
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  const text = await answer.text();
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    body: /^[{[]/.test(text) ? JSON.parse(text) : text,
  };
}

const logIn = (server: Server, password = DEMO_PASSWORD) =>
  ask(server, "POST", "/api/auth/login", { body: { email: "ana@aurora.test", password } });

let ana: string, apiToken: string, connectionToken: string, key: string, visitor: string;
const frames: ServerFrame[] = [];

beforeAll(async () => {
  [here, there] = [await aDataFolder(), await anotherFolder()];
  [old, other] = [await serve({ ...own, data: here }), await serve({ ...own, data: there })];
  ana = (await logIn(old)).body.token;
  apiToken = (await ask(old, "POST", "/api/api-tokens", {
    token: ana,
    body: { name: "Loja", scopes: ["send"] },
  })).body.token;
  connectionToken = "a-token-of-a-connection";
  await ask(old, "PUT", "/api/whatsapp/1", { token: ana, body: { name: "Loja Centro", token: connectionToken } });
  const added = await ask(old, "POST", "/api/whatsapp", { token: ana, body: { name: "Site", channel: "webchat" } });
  key = (await ask(old, "GET", `/api/webchat/${added.body.id}`, { token: ana })).body.key;
  visitor = (await ask(old, "POST", `/widget/${key}/visitors`, { body: {} })).body.visitor;
  await ask(old, "POST", `/widget/${key}/messages`, {
    token: visitor,
    body: { body: "antes da mudança", localId: crypto.randomUUID() },
  });
  const socket = new WebSocket(`${old.address.replace("http", "ws")}/api/events`);
  socket.onopen = () => socket.send(JSON.stringify({ say: "hello", token: ana }));
  socket.onmessage = ({ data }) => void frames.push(JSON.parse(data));
  await until(() => frames.some(({ say }) => say === "welcome"));

  const to = new TransformStream<Uint8Array, Uint8Array>(), from = new TransformStream<Uint8Array, Uint8Array>();
  const said = { say: () => {}, signal: new AbortController().signal, product: "0.1.0" };
  const [moved] = await Promise.all([
    moveOut({
      ...{ ...said, tenants: old.tenants, supervisor: old.supervisor, companyId: 2, address: other.address },
      way: { readable: from.readable, writable: to.writable },
    }),
    moveIn({
      ...{ ...said, tenants: other.tenants, supervisor: other.supervisor },
      way: { readable: to.readable, writable: from.writable },
    }),
  ]);
  expect(moved).toMatchObject({ id: 2, taken: [], newWebchatKeys: 0 });
});

afterAll(async () => {
  await Promise.all([old.stop(), other.stop()]);
  for (const folder of [here, there]) await Deno.remove(folder, { recursive: true });
});

test("whoever is logged in, or logs in with the password, is told where the company is, and goes on there", async () => {
  const told = { status: 410, body: { error: "ERR_COMPANY_MOVED", detail: { address: other.address } } };
  expect(await ask(old, "GET", "/api/auth/me", { token: ana })).toMatchObject(told);
  expect(await ask(old, "GET", "/api/tickets", { token: ana })).toMatchObject(told);
  expect(await logIn(old)).toMatchObject(told);
  // Whoever does not know the password learns nothing.
  expect(await logIn(old, "another one")).toMatchObject({ status: 401, body: { error: "ERR_INVALID_CREDENTIALS" } });
  const there = await logIn(other);
  expect(there.status).toBe(200);
  expect((await ask(other, "GET", "/api/auth/me", { token: there.body.token })).body).toMatchObject({ companyId: 2 });
});

test("open screens are let go with the same word", async () => {
  await until(() => frames.some((frame) => frame.say === "refused" && frame.error === "ERR_COMPANY_MOVED"));
});

test("an integrator is led on with method and body, and both kinds of tokens are good there", async () => {
  const body = { number: "5511988880001", body: "oi" };
  for (const token of [apiToken, connectionToken]) {
    const led = await ask(old, "POST", "/api/messages/send?x=1", { token, body });
    expect(led).toMatchObject({
      status: 308,
      location: `${other.address}/api/messages/send?x=1`,
      body: { error: "ERR_COMPANY_MOVED", detail: { address: other.address } },
    });
    const there = await ask(other, "POST", "/api/messages/send", { token, body });
    expect([there.status, there.body.error]).not.toContain("ERR_API_TOKEN");
    expect(there.status).not.toBe(401);
  }
  expect((await ask(old, "POST", "/api/messages/send", { token: "blc_nobodys_token_at_all", body })).status).toBe(401);
});

test("visitors of a web chat go on where they are, with what was said before", async () => {
  expect((await ask(old, "GET", `/widget/${key}`)).body).toContain("<html");
  const sent = await ask(old, "POST", `/widget/${key}/messages`, {
    token: visitor,
    body: { body: "depois da mudança", localId: crypto.randomUUID() },
  });
  expect(sent.status).toBe(200);
  for (const server of [old, other]) {
    const { messages } = (await ask(server, "GET", `/widget/${key}/messages`, { token: visitor })).body;
    expect(messages.map((message: { body: string }) => message.body)).toEqual(
      expect.arrayContaining(["antes da mudança", "depois da mudança"]),
    );
  }
});

test("Meta's notices are told there with their signature; what is not taken there, Meta repeats", async () => {
  const balcao = await aBalcao(), heard: string[] = [];
  let status = 200;
  const listener = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    heard.push(`${request.headers.get("x-hub-signature-256")} ${await request.text()}`);
    return new Response("{}", { status });
  });
  const address = `http://127.0.0.1:${listener.addr.port}`;
  await balcao.as("super@balcao.test")("PUT", "/provider/meta", {
    ...{ appId: "4711", secret: "app-secret-of-ours", instagramAppId: "", version: "v23.0" },
  });
  balcao.tenants.provider.write((db) => {
    db.insert(graphLineTable).values({ accountId: "77", companyId: 2, connectionId: 1 }).run();
    db.insert(companyMoveTable).values({ companyId: 2, moveId: "m", address, at: 1, confirmedAt: 2 }).run();
    db.update(companyTable).set({ removedAt: 1 }).where(eq(companyTable.id, 2)).run();
  });
  const text = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{
      id: "1",
      changes: [{ field: "messages", value: { metadata: { phone_number_id: "77" }, messages: [{ id: "x" }] } }],
    }],
  });
  const signature = `sha256=${createHmac("sha256", "app-secret-of-ours").update(text).digest("hex")}`;
  const tell = async () =>
    (await balcao.app.request("/api/meta/notices", {
      ...{ method: "POST", body: text },
      headers: { "content-type": "application/json", "x-hub-signature-256": signature },
    })).status;
  expect(await tell()).toBe(200);
  expect(heard).toEqual([`${signature} ${text}`]);
  status = 500;
  expect(await tell()).toBe(503);
  await listener.shutdown();
  expect(await tell()).toBe(503);
  await balcao.close();
});
