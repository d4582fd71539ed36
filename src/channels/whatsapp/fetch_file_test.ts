import { proto } from "@whiskeysockets/baileys";
import { expect, test } from "vitest";
import { fetchable } from "./fetch_file.ts";

const image = (is: object) => proto.Message.fromObject({ imageMessage: { mimetype: "image/png", ...is } });

test.each([
  ["its path", { directPath: "/v/abc?x=1" }, "/v/abc?x=1"],
  ["its path, whatever else it names", { directPath: "/v/abc", url: "https://10.0.0.1/secret" }, "/v/abc"],
  ["an old address on WhatsApp's own host", { url: "https://mmg.whatsapp.net/v/abc?x=1" }, "/v/abc?x=1"],
])("a file is fetched from WhatsApp's host by %s", (_, is, path) => {
  const message = image({ ...is, fileSha256: new Uint8Array([1, 2]) });
  expect([...fetchable(message)!]).toEqual([1, 2]);
  expect(message.imageMessage).toMatchObject({ directPath: path, url: "" });
});

test.each([
  ["another host", { url: "http://169.254.169.254/latest/meta-data" }],
  ["a host that only looks like it", { url: "https://mmg.whatsapp.net.evil.test/v/abc" }],
  ["a path that would become a host", { directPath: "@evil.test/v/abc" }],
  ["a path that would become a port", { directPath: ":8080/v/abc" }],
  ["a file of ours", { url: "file:///etc/passwd" }],
  ["nothing", {}],
])("and never from %s", (_, is) => expect(() => fetchable(image(is))).toThrow("leads to no file"));

test("what holds its file in a wrapping is fetched likewise, and a text has none", () => {
  const inner = { imageMessage: { url: "http://10.0.0.1/", directPath: "/v/abc" } };
  const message = proto.Message.fromObject({ viewOnceMessageV2: { message: inner } });
  fetchable(message);
  expect(message.viewOnceMessageV2!.message!.imageMessage).toMatchObject({ url: "", directPath: "/v/abc" });
  expect(() => fetchable({ conversation: "http://10.0.0.1/" })).toThrow();
});
