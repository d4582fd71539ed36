import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { scene } from "../client_for_tests.ts";

const bytes = new Uint8Array(randomBytes(3000));
const HTTP = { port: 0, hostname: "127.0.0.1", onListen: () => {} };

/** Serves one file under any path that ends like it, as the company's own server would. */
async function withFile(type: string, work: (address: string) => Promise<void>) {
  const server = Deno.serve(
    HTTP,
    (request) =>
      request.headers.has("authorization") || request.url.endsWith("none")
        ? new Response(null, { status: 404 })
        : new Response(bytes, { headers: { "content-type": type } }),
  );
  await work(`http://127.0.0.1:${(server.addr as Deno.NetAddr).port}/bolo`);
  await server.shutdown();
}

describe("Messenger", () => {
  const it = scene((simulator) => simulator.addPage());
  const sending = (message: object, rest: object = {}) => ({
    recipient: { id: it.joana.at(it.line).id },
    messaging_type: "RESPONSE",
    message,
    ...rest,
  });

  test("Joana sends a picture, a place and an answer to a message; the picture's address wants no token", async () => {
    const mid = it.joana.writesTo(it.line, { image: { bytes, mimeType: "image/png", name: "bolo.png" } });
    it.joana.writesTo(it.line, { location: { latitude: 1, longitude: 2, name: "Sé" } });
    it.joana.writesTo(it.line, { text: "Este", replyTo: mid });
    it.joana.writesTo(it.line, { sticker: { bytes, mimeType: "image/png" } });
    it.joana.writesTo(it.line, { share: "https://a.test/post" });
    await it.settled();
    const [picture, place, answer, sticker, share] = it.app.told.map(({ message }) => message);
    expect(await (await fetch(picture.attachments[0].payload.url)).bytes()).toEqual(bytes);
    expect(picture).not.toHaveProperty("text");
    expect(place.attachments).toMatchObject([{ type: "location", payload: { coordinates: { lat: 1, long: 2 } } }]);
    expect(answer).toMatchObject({ text: "Este", reply_to: { mid } });
    expect(sticker).toMatchObject({ attachments: [{ type: "image", payload: { sticker_id: sticker.sticker_id } }] });
    expect(share).toMatchObject({ attachments: [{ type: "fallback", payload: { url: "https://a.test/post" } }] });
  });

  test("a file comes together with the call, by its address, or by the id of an earlier upload", async () => {
    it.joana.writesTo(it.line, { text: "Oi" });
    const form = new FormData();
    form.append("recipient", JSON.stringify({ id: it.joana.at(it.line).id }));
    form.append("messaging_type", "RESPONSE");
    form.append("message", JSON.stringify({ attachment: { type: "file", payload: { is_reusable: true } } }));
    form.append("filedata", new Blob([bytes], { type: "application/pdf" }), "nota.pdf");
    const { body } = await it.ask("me/messages", form);
    const file = await it.joana.waitFor(({ id }) => id === body.message_id);
    expect(file).toMatchObject({ kind: "document", media: { name: "nota.pdf", bytes } });

    await withFile("image/png", async (url) => {
      const attachment = { type: "image", payload: { url, is_reusable: "true" } };
      const { body: { attachment_id } } = await it.ask("me/message_attachments", { message: { attachment } });
      const sent = await it.send(sending({ attachment: { type: "image", payload: { attachment_id } } }));
      expect((await it.joana.waitFor(({ id }) => id === sent.body.message_id)).media?.bytes).toEqual(bytes);
      const none = { type: "image", payload: { url: `${url}/none` } };
      expect((await it.send(sending({ attachment: none }))).body.error).toMatchObject({ error_subcode: 2018047 });
    });
  });

  test("she chooses a quick reply, reacts, changes what she wrote and is seen to be written to", async () => {
    const mid = it.joana.writesTo(it.line, { text: "Oy" });
    const quick_replies = [{ content_type: "text", title: "Sim", payload: "yes" }];
    const { body } = await it.send(sending({ text: "Bolo?", quick_replies }));
    it.app.heard.length = 0;
    it.joana.presses(body.message_id, "Sim");
    it.joana.reacts(body.message_id, "❤️");
    it.joana.reacts(body.message_id, "");
    it.joana.edits(mid, "Oi");
    await it.settled();
    expect(it.app.told).toMatchObject([
      { message: { text: "Sim", quick_reply: { payload: "yes" } } },
      { reaction: { mid: body.message_id, action: "react", reaction: "love", emoji: "❤️" } },
      { reaction: { mid: body.message_id, action: "unreact" } },
      { message_edit: { mid, text: "Oi", num_edit: 1 } },
    ]);
    const recipient = { id: it.joana.at(it.line).id };
    expect((await it.send({ recipient, sender_action: "mark_seen" })).body).toEqual({ recipient_id: recipient.id });
    expect((await it.send({ recipient, sender_action: "typing_on", message: { text: "a" } })).body.error)
      .toMatchObject({ code: 100, error_subcode: 2018022 });
  });

  test.each([
    ["neither text nor file", {}],
    ["both text and file", { text: "a", attachment: { type: "image", payload: { url: "http://127.0.0.1/a" } } }],
    ["a field that there is not", { text: "a", colour: "red" }],
    ["fourteen quick replies", { text: "a", quick_replies: Array(14).fill({ content_type: "text", title: "a" }) }],
    ["several files, which only Instagram takes", {
      attachments: [{ type: "image", payload: { url: "http://a.test/a" } }],
    }],
  ])("a message with %s is refused", async (_, message) => {
    it.joana.writesTo(it.line, { text: "Oi" });
    expect((await it.send(sending(message))).body.error).toMatchObject({ code: 100 });
  });

  test("what the company writes by hand is an echo without an app", async () => {
    const mid = it.simulator.writesByHand(it.line, it.joana, "Do celular");
    await it.settled();
    expect(it.app.told).toMatchObject([{ message: { mid, text: "Do celular", is_echo: true } }]);
    expect(it.app.told[0].message).not.toHaveProperty("app_id");
  });

  test("a token of another page is refused", async () => {
    const other = it.simulator.addPage({ name: "Oficina Norte" });
    expect((await it.ask(other.id)).body.error).toMatchObject({ code: 200 });
  });
});

describe("Instagram behind a page", () => {
  const it = scene((simulator) => {
    const page = simulator.addPage();
    return simulator.addInstagram({ username: "padaria.aurora", page });
  });
  const sending = (message: object) => ({ recipient: { id: it.joana.at(it.line).id }, message });

  test("stories, shares, stickers and what cannot be handed on come as their documents say", async () => {
    it.joana.writesTo(it.line, { text: "Que lindo", story: { id: "9", url: "https://a.test/story" } });
    it.joana.writesTo(it.line, { storyMention: "https://a.test/mention" });
    it.joana.writesTo(it.line, { share: "https://a.test/post" });
    it.joana.writesTo(it.line, { unsupported: true });
    await it.settled();
    expect(it.app.heard.every(({ object }) => object === "instagram")).toBe(true);
    expect(it.app.told.map(({ message }) => message)).toMatchObject([
      { text: "Que lindo", reply_to: { story: { id: "9", url: "https://a.test/story" } } },
      { attachments: [{ type: "story_mention", payload: { url: "https://a.test/mention" } }] },
      { attachments: [{ type: "share", payload: { url: "https://a.test/post" } }] },
      { is_unsupported: true },
    ]);
  });

  test("pictures are fetched from their addresses, of the kinds that are taken; the company reacts", async () => {
    const mid = it.joana.writesTo(it.line, { text: "Oi" });
    await withFile("image/png", async (url) => {
      const one = { type: "image", payload: { url } };
      const { body } = await it.send(sending({ attachments: [one, one] }));
      await it.joana.waitFor(({ id }) => id === body.message_id);
      expect(it.joana.received(it.line)).toHaveLength(2);
    });
    await withFile("image/webp", async (url) => {
      const sticker = { type: "image", payload: { url } };
      expect((await it.send(sending({ attachment: sticker }))).body.error).toMatchObject({ code: 100 });
    });
    const recipient = { id: it.joana.at(it.line).id };
    await it.send({ recipient, sender_action: "react", payload: { message_id: mid, reaction: "love" } });
    expect(it.simulator.world.message(mid)?.reactions.business).toBe("❤");
    await it.send({ recipient, sender_action: "unreact", payload: { message_id: mid } });
    expect(it.simulator.world.message(mid)?.reactions.business).toBeUndefined();
  });
});
