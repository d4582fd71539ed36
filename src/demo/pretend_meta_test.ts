import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { connectionRows } from "../connections/connections.ts";
import { messageTable } from "../messages/table.ts";
import type { Server } from "../app/server.ts";
import { companyTable } from "../companies/table.ts";
import { holderOf } from "../platform/folder_lock.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";
import { serveDemo } from "./play.ts";
import { startMeta } from "./pretend_meta.ts";
import { INSTAGRAM_OPENERS } from "./dialogues.ts";
import { DEMO_PASSWORD } from "./seed.ts";

const folder = Deno.makeTempDirSync({ prefix: "balcao-demo-" });
let server: Server | undefined;
afterAll(async () => {
  await server?.stop();
  await Deno.remove(folder, { recursive: true });
});

const begin = (data = folder) =>
  serveDemo({
    ...{ port: 0, host: "127.0.0.1", data },
    publicUrl: undefined,
    demo: true,
    // No phones: they have tests of their own.
    whatsappUrl: "ws://127.0.0.1:9",
    whatsappCa: undefined,
  });

test("where somebody works already it is refused, and leaves no trace of a server", async () => {
  const real = await aDataFolder();
  const tenants = new Tenants(real);
  tenants.provider.write((db) => void db.update(companyTable).set({ isDemo: false }).run());
  tenants.close();
  await expect(begin(real)).rejects.toThrow("holds a real company");
  expect(holderOf(real)).toBeUndefined();
  await Deno.remove(real, { recursive: true });
});

test("it says what else can be linked, and that can be: a number with a template, and a page", async () => {
  const meta = await startMeta(0);
  try {
    expect(meta.others).toMatchObject([
      {
        channel: "WhatsApp – API oficial",
        accountId: expect.stringMatching(/^\d+$/),
        parentId: expect.stringMatching(/^\d+$/),
      },
      { channel: "Facebook", accountId: expect.stringMatching(/^\d+$/), parentId: "" },
    ]);
    const [number] = meta.others as [typeof meta.others[number]];
    const url = new URL(`${meta.graph.address}/v25.0/${number.parentId}/message_templates`);
    const proof = createHmac("sha256", meta.app.secret).update(number.token).digest("hex");
    url.searchParams.set("appsecret_proof", proof);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${number.token}` } });
    expect((await answer.json()).data).toMatchObject([{ name: "pedido_pronto", status: "APPROVED" }]);
  } finally {
    await meta.graph.stop();
  }
});

test("the demonstration has an Instagram of which people write and answer, and has it once after each start", async () => {
  server = await begin();
  const aurora = server.tenants.company(2), { address } = server;
  const instagrams = () =>
    connectionRows(server!.tenants.company(2).read).filter(({ channel }) => channel === "instagram");
  await until(() => instagrams()[0]?.status === "CONNECTED");
  const rows = () =>
    aurora.read.select({ ticketId: messageTable.ticketId, body: messageTable.body, fromMe: messageTable.fromMe })
      .from(messageTable).innerJoin(ticketTable, eq(ticketTable.id, messageTable.ticketId))
      .where(eq(ticketTable.channel, "instagram")).all();
  const opened = await until(() => {
    const found = rows().filter(({ body }) => INSTAGRAM_OPENERS.includes(body));
    return found.length === 2 ? found : undefined;
  });
  expect(new Set(opened.map(({ ticketId }) => ticketId)).size).toBe(2);

  const json = { "content-type": "application/json" };
  const login = { email: "ana@aurora.test", password: DEMO_PASSWORD };
  const { token } =
    await (await fetch(`${address}/api/auth/login`, { method: "POST", headers: json, body: JSON.stringify(login) }))
      .json();
  const call = (method: string, path: string, body: unknown) =>
    fetch(`${address}/api${path}`, {
      method,
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const [{ ticketId }] = opened as [typeof opened[number]];
  const before = rows().filter((row) => row.ticketId === ticketId && !row.fromMe).length;
  expect((await call("PUT", `/tickets/${ticketId}`, { status: "open", userId: 1 })).status).toBe(200);
  expect((await call("POST", `/messages/${ticketId}`, { body: "Entregamos, sim!" })).status).toBe(200);
  await until(() => rows().filter((row) => row.ticketId === ticketId && !row.fromMe).length > before);

  await server.stop();
  server = await begin();
  await until(() => instagrams()[0]?.status === "CONNECTED");
  expect(instagrams()).toHaveLength(1);
});
