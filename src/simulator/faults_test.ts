import { expect, test, vi } from "vitest";
import type { Connection } from "./connection.ts";
import type { CloseReason } from "./network.ts";
import { control, scene } from "./scene_for_tests.ts";
import { stanza } from "./stanza.ts";

const it = scene();

const REASONS: [CloseReason, number][] = [["drop", 428], ["replaced", 440], ["stream-error", 503], [515, 515]];

for (const [reason, code] of REASONS) {
  test(`the network closes the connection (${reason}), and the client sees ${code}`, async () => {
    const { client, simulator, company } = it;
    simulator.network.close(company.number, reason);
    await client.until(() => client.closed.at(-1) === code);
  });
}

test("while the network is down nobody connects; afterwards nothing is lost", async () => {
  const { client, simulator, ana, company } = it;
  // Interrupted in its very first login, Baileys holds everything back for 20 seconds at the next one.
  await expect.poll(() => client.auth.creds.accountSyncCounter).toBe(1);
  simulator.network.down(true);
  await client.until(() => client.closed.length >= 2);
  client.connect();
  await client.until(() => client.closed.length >= 3);
  const id = ana.write(company.number, "Ninguém?");
  simulator.network.down(false);
  await client.connect().open();
  await client.message(id);
});

test("the server refuses the client's next message, and accepts the one after", async () => {
  const { client, simulator, ana, company } = it;
  simulator.network.refuseNext(company.number, { error: 463, count: 1 });
  const refused = await client.socket.sendMessage(ana.jid, { text: "um" });
  await client.until(() => client.acks.some(({ id, error }) => id === refused?.key.id && error === "463"));
  await client.socket.sendMessage(ana.jid, { text: "dois" });
  await ana.waitFor(({ text }) => text === "dois");
  expect(ana.received).toHaveLength(1);
});

test("held: messages are accepted both ways and delivered when released", async () => {
  const { client, simulator, ana, company } = it;
  simulator.network.hold(company.number, true);
  const sent = await client.socket.sendMessage(ana.jid, { text: "espera" });
  await client.until(() => client.acks.some(({ id }) => id === sent?.key.id));
  const id = ana.write(company.number, "também espera");
  const held = () => company.devices[0]!.waiting.get(`message ${id} ${ana.number}`);
  await expect.poll(held).toBeDefined();
  expect(held()!.writtenTo).toBeUndefined();
  simulator.network.addPhone({ name: "Bia", number: "5511987650000" }).write(ana.number, "livre");
  await ana.waitFor(({ text }) => text === "livre");
  expect(ana.received).toHaveLength(1);
  expect(client.messages.some(({ key }) => key.id === id)).toBe(false);
  simulator.network.hold(company.number, false);
  await client.message(id);
  await ana.waitFor(({ text }) => text === "espera");
});

test("a customer is held: what she writes and what is written to her waits", async () => {
  const { client, simulator, ana, company } = it;
  simulator.network.hold(ana.number, true);
  const id = ana.write(company.number, "preso");
  const sent = await client.socket.sendMessage(ana.jid, { text: "também" });
  await client.until(() => client.acks.some(({ id }) => id === sent?.key.id));
  expect(ana.received).toEqual([]);
  expect(ana.sent[0]?.status).toBe("sent");
  simulator.network.hold(ana.number, false);
  await client.message(id);
  await ana.waitFor(({ text }) => text === "também");
});

test("a message is delivered twice, and the client keeps one", async () => {
  const { client, simulator, ana, company } = it;
  simulator.network.duplicateNext(company.number, 1);
  const id = ana.write(company.number, "duas vezes");
  await client.message(id);
  const after = ana.write(company.number, "uma vez");
  await client.message(after);
  expect(client.messages.filter(({ key, message }) => key.id === id && message)).toHaveLength(1);
});

test("the client sends the same id again, and Ana's phone counts it", async () => {
  const { client, ana } = it;
  const sent = await client.socket.sendMessage(ana.jid, { text: "olá" });
  const messageId = sent?.key.id ?? "";
  await ana.waitFor(({ id }) => id === messageId);
  await client.socket.sendMessage(ana.jid, { text: "olá" }, { messageId });
  await ana.waitFor(({ id, duplicates }) => id === messageId && duplicates === 1);
  expect(ana.received).toHaveLength(1);
});

test("the client cannot decrypt: it asks again, and reads the next copy", async () => {
  const { client, simulator, ana, company } = it;
  await client.message(ana.write(company.number, "primeira"));
  simulator.network.corruptNext(company.number, 1);
  const id = ana.write(company.number, "estragada");
  expect((await client.message(id)).message?.conversation).toBe("estragada");
  await client.message(ana.write(company.number, "depois"));
  await expect.poll(() => company.devices[0]?.waiting.size).toBe(0);
});

test("Ana's phone cannot decrypt: it asks again, and reads the next copy", async () => {
  const { client, simulator, ana } = it;
  await client.socket.sendMessage(ana.jid, { text: "primeira" });
  simulator.network.corruptNext(ana.number, 1);
  const sent = await client.socket.sendMessage(ana.jid, { text: "estragada" });
  const got = await ana.waitFor(({ id }) => id === sent?.key.id);
  expect(got).toMatchObject({ text: "estragada", duplicates: 0 });
});

test("the number is banned: the client's next login fails with 403", async () => {
  const { client, simulator, company } = it;
  simulator.network.failLogins(company.number, { reason: 403, count: 1 });
  client.drop();
  client.connect();
  await client.until(() => client.closed.at(-1) === 403);
  await client.connect().open();
});

test("faults can be ordered over HTTP", async () => {
  const { client, company, ana } = it;
  await control(it, "faults", { kind: "refuseNext", number: company.number, error: 463 });
  await client.socket.sendMessage(ana.jid, { text: "um" });
  await client.until(() => client.acks.some(({ error }) => error === "463"));
  await control(it, "faults", { kind: "close", number: company.number, reason: "drop" });
  await client.until(() => client.closed.at(-1) === 428);
  expect((await control(it, "faults", { kind: "earthquake" })).error).toContain("kind");
});

test("it hangs up once its last word has left, which is its last", async () => {
  const { client, simulator, company } = it;
  const connection = company.devices[0]!.connection as Connection,
    { socket } = connection,
    before = client.closed.length;
  // It goes nowhere: the client would hang up by itself as soon as it had it.
  const sent = vi.spyOn(socket, "send").mockImplementation(() => {}), hungUp = vi.spyOn(socket, "close");
  // Looked at for the third time, it has left.
  const calls: number[][] = [];
  Object.defineProperty(socket, "bufferedAmount", {
    get: () => calls.push([sent.mock.calls.length, hungUp.mock.calls.length]) < 3 ? 40 : 0,
  });
  simulator.network.close(company.number, 503);
  connection.send(stanza("ib"));
  await client.until(() => client.closed.length > before);
  expect(hungUp).toHaveBeenCalledOnce();
  expect(calls).toEqual([[1, 0], [1, 0], [1, 0]]);
});
