import { expect, test } from "vitest";
import { TestClient } from "./client_for_tests.ts";
import { control, scene } from "./scene_for_tests.ts";

const it = scene();

test("a client shows a QR code, the company's phone scans it, and the client is logged in", () => {
  expect(it.client.auth.creds.me?.id).toBe("5511900000001:1@s.whatsapp.net");
  expect(it.client.auth.creds.account?.accountSignatureKey).toBeDefined();
  expect(it.company.devices).toHaveLength(1);
});

test("Ana writes to the company, and the client reads it", async () => {
  const { ana, company, client } = it;
  const { message, key, pushName } = await client.message(ana.write(company.number, "Bom dia"));
  expect(message?.conversation).toBe("Bom dia");
  expect(key.remoteJid).toBe(ana.jid);
  expect(key.remoteJidAlt).toBe(ana.lid);
  expect(pushName).toBe("Ana");
  await ana.waitUntil(() => ana.sent[0]?.status === "delivered");
});

test("the client writes to Ana, and hears that it was sent, delivered and read", async () => {
  const { ana, company, client } = it;
  const sent = await client.socket.sendMessage(ana.jid, { text: "Olá Ana" });
  const id = sent?.key.id ?? "";
  const got = await ana.waitFor((message) => message.text === "Olá Ana");
  expect(got).toMatchObject({ id, from: company.number, duplicates: 0 });
  await client.until(() => client.acks.some((ack) => ack.id === id && !ack.error));
  ana.read(company.number);
  await client.until(() => client.statusOf(id) === 4);
  await company.waitUntil(() => company.sent.find((message) => message.id === id)?.status === "read");
});

test("the client reads what Ana wrote, and Ana sees that it did", async () => {
  const { ana, company, client } = it;
  const { key } = await client.message(ana.write(company.number, "Viu?"));
  expect(ana.sent[0]?.status).not.toBe("read");
  await client.socket.readMessages([key]);
  await ana.waitUntil(() => ana.sent[0]?.status === "read");
});

test("what Ana writes while the client is away arrives at its next login, in order", async () => {
  const { ana, company, client } = it;
  client.drop();
  const ids = ["um", "dois", "três"].map((text) => ana.write(company.number, text));
  await client.connect().open();
  await client.message(ids[2] ?? "");
  expect(client.upserts.filter(({ id }) => ids.includes(id))).toEqual(ids.map((id) => ({ id, type: "append" })));
});

test("a message that the client never acknowledged comes again", async () => {
  const { ana, company, client } = it;
  const device = company.devices[0];
  const id = ana.write(company.number, "não se perde");
  await company.waitUntil(() => device && device.waiting.size > 0);
  device?.connection?.close();
  await client.reconnect();
  await client.message(id);
  await ana.waitUntil(() => device?.waiting.size === 0);
  expect(client.upserts.filter((one) => one.id === id)).toHaveLength(1);
});

test("a receipt for the client's message waits until the client is back", async () => {
  const { ana, client } = it;
  const sent = await client.socket.sendMessage(ana.jid, { text: "Até logo" });
  await ana.waitFor(({ text }) => text === "Até logo");
  await client.until(() => client.statusOf(sent?.key.id ?? "") === 3);
  client.drop();
  ana.read(it.company.number);
  await client.connect().open();
  await client.until(() => client.statusOf(sent?.key.id ?? "") === 4);
});

test("Ana's phone is offline: the client's message waits, then is delivered", async () => {
  const { ana, client } = it;
  ana.goOffline();
  const sent = await client.socket.sendMessage(ana.jid, { text: "Está aí?" });
  await client.until(() => client.acks.length > 0);
  expect(ana.received).toEqual([]);
  expect(client.statusOf(sent?.key.id ?? "")).toBeLessThan(3);
  ana.goOnline();
  await client.until(() => client.statusOf(sent?.key.id ?? "") === 3);
});

test("two clients of one company both get Ana's message and see what the other sends", async () => {
  const { ana, company, client, simulator } = it;
  const second = await new TestClient(simulator).pair(company);
  const id = ana.write(company.number, "Oi, todos");
  await Promise.all([client.message(id), second.message(id)]);
  const sent = await client.socket.sendMessage(ana.jid, { text: "Oi, Ana" });
  const seen = await second.message(sent?.key.id ?? "");
  expect(seen.key).toMatchObject({ fromMe: true, remoteJid: ana.jid });
  second.drop();
});

test("another process adds a phone and writes with it over HTTP; nonsense is answered with the reason", async () => {
  await control(it, "phones", { name: "Bia", number: "5511933334444" });
  const { id } = await control(it, "phones/5511933334444/write", { to: it.company.number, text: "Oi" });
  await it.client.message(id);
  const chats = await control(it, "phones/5511933334444/chats");
  expect(chats[0].messages[0]).toMatchObject({ text: "Oi", mine: true });
  expect(await control(it, "phones/5511933334444/write", { to: "551", text: "Oi" })).toEqual({
    error: "Nobody has the number 551",
  });
  expect((await control(it, "phones", { name: "x" })).error).toContain("number");
});
