import { expect, test } from "vitest";
import type { Outgoing } from "../channel.ts";
import { cloudKindOf, cloudPayloads } from "./write_cloud.ts";

const JOANA = "5511999990000@s.whatsapp.net";
const out = (more: Partial<Outgoing>): Outgoing => ({
  jid: JOANA,
  wid: "3EB0A",
  kind: "text",
  body: "",
  forwarded: false,
  ...more,
});
const file = (mimetype: string, name = "a") => ({
  path: "/tmp/a",
  name,
  mimetype,
  width: 0,
  height: 0,
  seconds: 0,
  waveform: "",
  thumbnail: "",
});

test("a text names its receiver, what it answers, and our own id", () => {
  expect(cloudPayloads(out({ body: "Oi" }), "wamid.1", undefined)).toEqual([{
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: "5511999990000",
    context: { message_id: "wamid.1" },
    biz_opaque_callback_data: "3EB0A",
    type: "text",
    text: { body: "Oi", preview_url: false },
  }]);
  expect(cloudPayloads(out({ jid: "BR.134@wa.user", body: "Oi" }), undefined, undefined)[0]).toMatchObject({
    recipient: "BR.134",
  });
});

test("what takes several calls answers with the first, and each is known by an id of ours", () => {
  const [words, sound] = cloudPayloads(out({ kind: "voice", body: "Ouça", file: file("audio/ogg") }), "wamid.1", "77");
  expect(words).toMatchObject({
    type: "text",
    context: { message_id: "wamid.1" },
    biz_opaque_callback_data: "3EB0A/0",
  });
  expect(sound).toMatchObject({ type: "audio", audio: { id: "77", voice: true }, biz_opaque_callback_data: "3EB0A" });
  expect(cloudPayloads(out({ body: "x".repeat(9000) }), undefined, undefined)).toHaveLength(3);
});

test.each(
  [
    ["image", "image/png", "image"],
    ["image", "image/gif", "document"],
    ["video", "video/mp4", "video"],
    ["video", "video/quicktime", "document"],
    ["sticker", "image/webp", "sticker"],
    ["voice", "audio/ogg; codecs=opus", "audio"],
    ["document", "application/pdf", "document"],
  ] as const,
)("a %s of %s goes as %s", (kind, mimetype, as) => {
  expect(cloudKindOf(out({ kind, file: file(mimetype) }))).toBe(as);
});

test("a template's blanks stand where they belong", () => {
  const parameters = { header: ["17"], body: ["Joana", "10h"], buttons: ["", "pedido/17"] };
  const template = { name: "pedido", language: "pt_BR", parameters };
  expect(cloudPayloads(out({ body: "…", template }), undefined, undefined)[0]).toMatchObject({
    type: "template",
    template: {
      name: "pedido",
      language: { code: "pt_BR" },
      components: [
        { type: "header", parameters: [{ type: "text", text: "17" }] },
        { type: "body", parameters: [{ type: "text", text: "Joana" }, { type: "text", text: "10h" }] },
        { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "pedido/17" }] },
      ],
    },
  });
  const named = { ...template, parameters: { header: [], body: ["Joana"], buttons: [], names: ["nome"] } };
  expect(cloudPayloads(out({ template: named }), undefined, undefined)[0]).toMatchObject({
    template: { components: [{ parameters: [{ type: "text", parameter_name: "nome", text: "Joana" }] }] },
  });
});
