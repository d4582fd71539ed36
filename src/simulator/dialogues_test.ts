import { expect, test } from "vitest";
import { control, scene } from "./scene_for_tests.ts";

const it = scene();

test("a crowd talks line by line, and the report counts who got to read what", async () => {
  const answering = answerEverything();
  const report = await control(it, "dialogues", { to: it.company.number, phones: 3, lines: ["Oi", "1"] });
  expect(report).toMatchObject({ answered: 6, received: [{ phones: 3, texts: ["re: Oi", "re: 1"] }] });
  const phones = () => it.simulator.network.phones().length, before = phones();
  await control(it, "dialogues", { to: it.company.number, phones: 2, after: 3, lines: ["Oi"] });
  answering.stop();
  expect(phones()).toBe(before + 2);
});

test("a phone that waits in vain says no more", async () => {
  const report = await control(it, "dialogues", {
    to: it.company.number,
    phones: 2,
    lines: ["Oi", "1"],
    timeoutMs: 50,
  });
  expect(report).toMatchObject({ answered: 0, received: [{ phones: 2, texts: [] }] });
});

test("a crowd towards a number without a client is refused", async () => {
  const answer = await control(it, "dialogues", { to: it.ana.number, phones: 1, lines: ["Oi"] });
  expect(answer).toEqual({ error: "No client is linked to 5511987654321" });
});

/** The company's client repeats whatever it is told, each once. */
function answerEverything() {
  const done = new Set<string>();
  const timer = setInterval(() => {
    for (const { key, message } of it.client.messages) {
      if (key.fromMe || !message?.conversation || done.has(key.id!)) continue;
      done.add(key.id!);
      void it.client.socket.sendMessage(key.remoteJid!, { text: `re: ${message.conversation}` });
    }
  }, 20);
  return { stop: () => clearInterval(timer) };
}
