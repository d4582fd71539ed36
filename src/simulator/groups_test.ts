import { expect, test } from "vitest";
import { TestClient } from "./client_for_tests.ts";
import { control, scene } from "./scene_for_tests.ts";

const it = scene();

function aGroup() {
  const bia = it.simulator.network.addPhone({ name: "Bia", number: "5511933334444" });
  const { company, ana } = it;
  const members = [company.number, bia.number];
  return { bia, group: it.simulator.network.addGroup({ subject: "Bairro", creator: ana.number, members }) };
}

test("members write in a group, and the client of one of them reads it", async () => {
  const { group, bia } = aGroup();
  const { message, key, pushName } = await it.client.message(it.ana.write(group.id, "Oi, vizinhos"));
  expect(message?.conversation).toBe("Oi, vizinhos");
  expect(key).toMatchObject({ remoteJid: group.id, participant: it.ana.lid, fromMe: false });
  expect(pushName).toBe("Ana");
  await it.client.message(bia.write(group.id, "Oi, Ana"));
  expect(it.ana.received).toMatchObject([{ text: "Oi, Ana", chat: group.id, from: bia.number }]);
  await expect.poll(() => it.company.devices[0]?.waiting.size).toBe(0);
});

test("the client writes in the group, and every member reads it", async () => {
  const { group, bia } = aGroup();
  expect(await it.client.socket.groupMetadata(group.id)).toMatchObject({ subject: "Bairro", size: 3 });
  for (const text of ["Promoção", "Só hoje"]) {
    const sent = await it.client.socket.sendMessage(group.id, { text });
    const id = sent?.key.id ?? "";
    for (const phone of [it.ana, bia]) {
      const got = await phone.waitFor((message) => message.id === id);
      expect(got).toMatchObject({ text, chat: group.id, from: it.company.number });
    }
    it.ana.read(group.id);
    await it.client.until(() => it.client.isReadBy(id, it.ana.lid));
    await it.company.waitUntil(() => it.company.sent.some((message) => message.id === id));
  }
});

test("a member that cannot decrypt asks again; so does the client", async () => {
  const { group } = aGroup();
  const { network } = it.simulator;
  await it.client.message(it.ana.write(group.id, "um"));
  network.corruptNext(it.company.number, 1);
  await it.client.message(it.ana.write(group.id, "dois"));
  network.corruptNext(it.ana.number, 1);
  const sent = await it.client.socket.sendMessage(group.id, { text: "três" });
  await it.ana.waitFor(({ id }) => id === sent?.key.id);
});

test("a group can be made over HTTP and shows in its members' chats", async () => {
  const { company, ana } = it;
  const body = { subject: "Bairro", creator: ana.number, members: [company.number] };
  const group = await control(it, "groups", body);
  const { id } = await control(it, `phones/${ana.number}/write`, { to: group.id, text: "Oi" });
  const { key } = await it.client.message(id);
  await it.client.socket.readMessages([key]);
  await ana.waitUntil(() => ana.sent[0]?.status === "read");
  const chats = await control(it, `phones/${company.number}/chats`);
  expect(chats).toMatchObject([{ chat: group.id, name: "Bairro", messages: [{ text: "Oi", writer: "Ana" }] }]);
});

test("the client makes a group and lists its own", async () => {
  const made = await it.client.socket.groupCreate("Clientes", [it.ana.jid]);
  expect(it.simulator.network.group(made.id)?.members).toEqual([it.company.number, it.ana.number]);
  expect(Object.keys(await it.client.socket.groupFetchAllParticipating())).toEqual([made.id]);
  await expect(it.client.socket.groupMetadata("120363000000000000@g.us")).rejects.toThrow("refused");
});

test("two clients in one group read each other", async () => {
  const { group, bia } = aGroup();
  const second = await new TestClient(it.simulator).pair(bia);
  const sent = await it.client.socket.sendMessage(group.id, { text: "Oi" });
  const { key } = await second.message(sent?.key.id ?? "");
  expect(key).toMatchObject({ remoteJid: group.id, fromMe: false });
  second.drop();
});
