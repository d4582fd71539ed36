import { afterEach, beforeEach, expect, test } from "vitest";
import { TestClient } from "./client_for_tests.ts";
import { type Phone, type Simulator, startSimulator } from "./simulator.ts";

let simulator: Simulator;
let company: Phone;
let ana: Phone;

beforeEach(async () => {
  simulator = await startSimulator();
  company = simulator.network.addPhone({ name: "Padaria Aurora", number: "5511900000001" });
  ana = simulator.network.addPhone({ name: "Ana", number: "5511987654321" });
});

afterEach(() => simulator.stop());

test("a client shows a QR code, the company's phone scans it, and the client is logged in", async () => {
  const client = await new TestClient(simulator).pair(company);
  expect(client.auth.creds.me?.id).toBe("5511900000001:1@s.whatsapp.net");
  expect(company.devices).toHaveLength(1);
});

test("Ana writes to the company, and the client reads it", async () => {
  const client = await new TestClient(simulator).pair(company);
  const id = ana.write(company.number, "Bom dia");
  const { message, key, pushName } = await client.message(id);
  expect(message?.conversation).toBe("Bom dia");
  expect(key.remoteJid).toBe(ana.jid);
  expect(key.remoteJidAlt).toBe(ana.lid);
  expect(pushName).toBe("Ana");
  await ana.waitUntil(() => ana.sent[0]?.status === "delivered");
});

test("the client writes to Ana, and hears that it was sent, delivered and read", async () => {
  const client = await new TestClient(simulator).pair(company);
  const sent = await client.socket.sendMessage(ana.jid, { text: "Olá Ana" });
  const id = sent?.key.id ?? "";
  const got = await ana.waitFor((message) => message.text === "Olá Ana");
  expect(got).toMatchObject({ id, from: company.number, duplicates: 0 });
  await client.until(() => client.acks.some((ack) => ack.id === id && !ack.error));
  ana.read(company.number);
  await client.until(() => client.updates.some((update) => update.id === id && update.status === 4));
  await company.waitUntil(() => company.sent.find((message) => message.id === id));
});

test("what Ana writes while the client is away arrives at its next login, in order", async () => {
  const client = await new TestClient(simulator).pair(company);
  client.drop();
  const ids = ["um", "dois", "três"].map((text) => ana.write(company.number, text));
  await client.connect().open();
  await client.message(ids[2] ?? "");
  expect(client.upserts.filter(({ id }) => ids.includes(id))).toEqual(ids.map((id) => ({ id, type: "append" })));
});

test("another process adds a phone and writes with it over HTTP; nonsense is answered with the reason", async () => {
  const client = await new TestClient(simulator).pair(company);
  await control("phones", { name: "Bia", number: "5511933334444" });
  const { id } = await control("phones/5511933334444/write", { to: company.number, text: "Oi" });
  await client.message(id);
  const chats = await control("phones/5511933334444/chats");
  expect(chats[0].messages[0]).toMatchObject({ text: "Oi", mine: true });
  expect(await control("phones/5511933334444/write", { to: "551", text: "Oi" })).toEqual({
    error: "Nobody has the number 551",
  });
  expect((await control("phones", { name: "x" })).error).toContain("number");
});

async function control(path: string, body?: unknown) {
  const headers = { "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  return await (await fetch(new URL(`/control/${path}`, simulator.page), init)).json();
}
