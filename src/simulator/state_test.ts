import { expect, test } from "vitest";
import { TestClient } from "./client_for_tests.ts";
import { startSimulator } from "./simulator.ts";

test("a simulator that is started again still knows its phones, devices, messages and files", async () => {
  const folder = Deno.makeTempDirSync();
  const first = await startSimulator({ folder });
  const company = first.network.addPhone({ name: "Padaria Aurora", number: "5511900000001" });
  const ana = first.network.addPhone({ name: "Ana", number: "5511987654321" });
  const client = await new TestClient(first).pair(company);
  await client.message(ana.write(company.number, "Antes"));
  await client.socket.sendMessage(ana.jid, { text: "Resposta" });
  await ana.waitFor(({ text }) => text === "Resposta");
  await expect.poll(() => client.auth.creds.accountSyncCounter).toBe(1);
  const group = first.network.addGroup({ subject: "Bairro", creator: ana.number, members: [company.number] });
  await client.socket.sendMessage(group.id, { text: "Oi, grupo" });
  await ana.waitFor(({ text }) => text === "Oi, grupo");
  ana.goOffline();
  await client.socket.sendMessage(ana.jid, { text: "Para quando voltar" });
  await ana.waitUntil(() => ana.line.arrivals.length === 1);
  client.drop();
  const waiting = ana.write(company.number, "Enquanto fora");
  const picture = await ana.sendMedia(company.number, {
    kind: "image",
    bytes: new Uint8Array(99),
    mimetype: "image/png",
  });
  await company.line.inTurn(() => {});
  await ana.line.inTurn(() => {});
  await first.stop();

  const second = await startSimulator({ folder });
  expect(second.ca).toBe(first.ca);
  const again = Object.assign(client, { simulator: second });
  await again.connect().open();
  const anaAgain = second.network.phone(ana.number);
  if (!anaAgain) throw new Error("Ana is forgotten");
  expect(anaAgain.received.map(({ text }) => text)).toEqual(["Resposta", "Oi, grupo"]);
  anaAgain.goOnline();
  expect((await again.message(waiting)).message?.conversation).toBe("Enquanto fora");
  await again.message(picture);
  await anaAgain.waitFor(({ text }) => text === "Para quando voltar");
  expect(anaAgain.chats.find(picture)?.media?.fault).toBeUndefined();
  await again.message(anaAgain.write(company.number, "Depois"));
  await again.socket.sendMessage(ana.jid, { text: "Ainda aqui" });
  await anaAgain.waitFor(({ text }) => text === "Ainda aqui");
  await again.socket.sendMessage(group.id, { text: "Oi de novo" });
  await anaAgain.waitFor(({ text, chat }) => text === "Oi de novo" && chat === group.id);
  again.drop();
  await second.stop();
  Deno.removeSync(folder, { recursive: true });
});
