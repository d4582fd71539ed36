import { describe, expect, test } from "vitest";
import { scene } from "../client_for_tests.ts";

const HOUR = 3_600_000;

describe("Messenger", () => {
  const it = scene((simulator) => simulator.addPage());
  const text = (body: string, rest: object = {}) => ({
    recipient: { id: it.joana.at(it.line).id },
    messaging_type: "RESPONSE",
    message: { text: body, metadata: "42" },
    ...rest,
  });

  test("Joana writes, the page answers, and the app hears of the echo, the delivery and that it was read", async () => {
    const mid = it.joana.writesTo(it.line, { text: "Oi" });
    const psid = it.joana.at(it.line).id;
    const { body } = await it.send(text("Olá Joana"));
    expect(body).toEqual({ recipient_id: psid, message_id: expect.stringMatching(/^m_/) });
    it.joana.reads(it.line);
    await it.settled();
    expect(it.app.heard.every(({ isSigned, object }) => isSigned && object === "page")).toBe(true);
    expect(it.app.told).toMatchObject([
      { sender: { id: psid }, recipient: { id: it.line.id }, message: { mid, text: "Oi" } },
      {
        sender: { id: it.line.id },
        recipient: { id: psid },
        message: {
          mid: body.message_id,
          text: "Olá Joana",
          is_echo: true,
          app_id: Number(it.app.app.id),
          metadata: "42",
        },
      },
      { delivery: { mids: [body.message_id], watermark: expect.any(Number) } },
      { read: { watermark: expect.any(Number) } },
    ]);
  });

  test("after a day it is too late, unless a person answers whose app is approved for it, within seven", async () => {
    it.joana.writesTo(it.line, { text: "Oi" });
    it.simulator.advance(25 * HOUR);
    const late = await it.send(text("Desculpe a demora"));
    expect(late.body.error).toMatchObject({ code: 10, error_subcode: 2018278 });
    const tagged = text("Desculpe a demora", { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" });
    expect((await it.send(tagged)).body.error).toMatchObject({ code: 10, error_subcode: 2018276 });
    it.app.app.hasHumanAgent = true;
    expect((await it.send(tagged)).status).toBe(200);
    it.simulator.advance(7 * 24 * HOUR);
    expect((await it.send(tagged)).body.error).toMatchObject({ code: 10, error_subcode: 2018278 });
  });

  test("nobody is reached by an id of another page, nor with more than 2000 letters", async () => {
    it.joana.writesTo(it.line, { text: "Oi" });
    const nobody = await it.send(text("a", { recipient: { id: "123" } }));
    expect(nobody.body.error).toMatchObject({ code: 100, error_subcode: 2018001 });
    expect((await it.send(text("a".repeat(2001)))).body.error).toMatchObject({ code: 100 });
  });
});

describe("Instagram", () => {
  const it = scene((simulator) => simulator.addInstagram({ username: "padaria.aurora" }));
  const text = (body: string) => ({ recipient: { id: it.joana.at(it.line).id }, message: { text: body } });

  test("Joana writes, the account answers, and the app hears of the echo and that it was seen", async () => {
    const mid = it.joana.writesTo(it.line, { text: "Oi" });
    const igsid = it.joana.at(it.line).id;
    const { body } = await it.send(text("Olá Joana"));
    expect(body).toEqual({ recipient_id: igsid, message_id: expect.any(String) });
    it.joana.reads(it.line);
    it.joana.deletes(mid);
    await it.settled();
    expect(it.app.heard.every(({ isSigned, object }) => isSigned && object === "instagram")).toBe(true);
    expect(it.app.told).toMatchObject([
      { sender: { id: igsid }, recipient: { id: it.line.id }, message: { mid, text: "Oi" } },
      { sender: { id: it.line.id }, message: { mid: body.message_id, is_echo: true } },
      { read: { mid: body.message_id } },
      { message: { mid, is_deleted: true } },
    ]);
  });

  test("a text may have a thousand bytes, which are fewer letters", async () => {
    expect((await it.send(text("é".repeat(500)))).status).toBe(200);
    expect((await it.send(text("é".repeat(501)))).body.error).toMatchObject({ code: 100 });
  });

  test("her name and picture are hers to see once she has written", async () => {
    const igsid = it.joana.at(it.line).id;
    const { body } = await it.ask(`${igsid}?fields=name,username,profile_pic`);
    expect(body).toMatchObject({ id: igsid, name: "Joana Prado", username: "joanap" });
    expect((await (await fetch(body.profile_pic)).text()).startsWith("<svg")).toBe(true);
  });
});
