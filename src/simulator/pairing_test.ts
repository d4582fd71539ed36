import { expect, test } from "vitest";
import { TestClient } from "./client_for_tests.ts";
import { control, scene } from "./scene_for_tests.ts";

const it = scene({ paired: false });

test("the code that the client shows is typed on the company's phone, and the client is linked", async () => {
  const { client, company } = it;
  client.connect();
  await client.until(() => client.qr);
  const code = await client.socket.requestPairingCode(company.number);
  await expect.poll(() => it.simulator.network.unlinked()[0]?.code).toBeDefined();
  await company.typeCode(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`);
  await client.open();
  expect(client.auth.creds.registered).toBe(true);
  await client.message(it.ana.write(company.number, "Oi"));
});

test("a wrong code is refused", async () => {
  const { client, company } = it;
  client.connect();
  await client.until(() => client.qr);
  await client.socket.requestPairingCode(company.number, "AAAABBBB");
  await expect.poll(() => it.simulator.network.unlinked()[0]?.code).toBeDefined();
  await expect(company.typeCode("AAAACCCC")).rejects.toThrow("The pairing code is wrong");
  await expect(company.typeCode("123")).rejects.toThrow("eight");
  expect(company.devices).toEqual([]);
});

test("nonsense and old QR codes are refused", async () => {
  await expect(it.company.scan("hello")).rejects.toThrow("not the text of a pairing QR code");
  await expect(it.company.scan("2@x,YQ==,YQ==,YQ==,1")).rejects.toThrow("Nobody shows this QR code");
});

test("the phone removes the client: it is told 401, and cannot come back", async () => {
  const { client, company } = it;
  await client.pair(company);
  await company.unlink();
  await client.until(() => client.closed.at(-1) === 401);
  client.connect();
  await client.until(() => client.closed.length >= 3);
  expect(client.closed).toEqual([515, 401, 401]);
});

test("the client logs itself out, and the phone no longer lists it", async () => {
  const { client, company } = it;
  await client.pair(company);
  expect(company.devices).toHaveLength(1);
  await client.socket.logout();
  await company.waitUntil(() => company.devices.length === 0);
});

test("a client that is linked again gets a number that no device had", async () => {
  await it.client.pair(it.company);
  await it.company.unlink();
  const second = await new TestClient(it.simulator).pair(it.company);
  expect(second.auth.creds.me?.id).toBe("5511900000001:2@s.whatsapp.net");
  second.drop();
});

test("on its first login the client gets the phone's past", async () => {
  const { client, company, ana } = it;
  const at = new Date("2026-11-01T10:00:00Z");
  const messages = [
    { chat: ana.number, mine: false, text: "Vocês abrem amanhã?", at },
    { chat: ana.number, mine: true, text: "Sim, às 7", at },
  ];
  await control(it, `phones/${company.number}/past`, { messages });
  expect(company.past).toEqual(messages);
  await client.pair(company);
  await client.until(() => client.history[0]);
  expect(client.history).toEqual([{ chats: 1, messages: 2 }]);
});
