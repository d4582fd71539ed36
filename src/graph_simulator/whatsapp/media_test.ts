import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { scene } from "../client_for_tests.ts";

const it = scene((simulator) => simulator.addNumber({ number: "551134567800" }));
const bytes = new Uint8Array(randomBytes(70_000));
const sha256 = (how: "hex" | "base64") => createHash("sha256").update(bytes).digest(how);
const product = { messaging_product: "whatsapp" };

async function upload(file: Uint8Array<ArrayBuffer>, type: string) {
  const form = new FormData();
  form.append("messaging_product", "whatsapp");
  form.append("type", type);
  form.append("file", new Blob([file], { type }), "bolo");
  return await it.ask(`${it.line.id}/media`, form);
}

const download = (url: string, token = it.token) => fetch(url, { headers: { authorization: `Bearer ${token}` } });

test.each([
  ["image", { bytes, mimeType: "image/jpeg" }, { caption: "O bolo", mime_type: "image/jpeg" }],
  ["voice", { bytes, mimeType: "audio/ogg" }, { voice: true, mime_type: "audio/ogg; codecs=opus" }],
  ["document", { bytes, mimeType: "application/pdf", name: "nota.pdf" }, { caption: "O bolo", filename: "nota.pdf" }],
  ["sticker", { bytes, mimeType: "image/webp" }, { animated: false }],
  ["video", { bytes, mimeType: "video/mp4" }, { caption: "O bolo" }],
])("Joana sends a file of the kind %s, and the app gets it by its id", async (kind, file, told) => {
  it.joana.writesTo(it.line, { text: "O bolo", [kind]: file });
  await it.settled();
  const [{ messages: [message] }] = it.app.told;
  const media = message[message.type];
  expect(media).toMatchObject({ ...told, sha256: sha256("base64") });
  const { body } = await it.ask(media.id);
  expect(body).toMatchObject({ id: media.id, sha256: sha256("hex"), file_size: 70_000, mime_type: file.mimeType });
  const got = await download(body.url);
  expect(await got.bytes()).toEqual(bytes);
});

test("a file wants the token, and its address holds for five minutes", async () => {
  const { body: { id } } = await upload(bytes, "image/png");
  const { body: { url } } = await it.ask(id);
  const statuses = [];
  for (const token of ["none", it.token]) {
    const answer = await download(url, token);
    statuses.push(answer.status);
    await answer.body?.cancel();
  }
  it.simulator.advance(6 * 60_000);
  const late = await download(url);
  expect([...statuses, late.status]).toEqual([401, 200, 404]);
  await late.body?.cancel();
});

test("what was uploaded is sent, and opened by Joana; what was deleted is not", async () => {
  it.joana.writesTo(it.line, { text: "Oi" });
  const { body: { id } } = await upload(bytes, "image/png");
  const picture = { ...product, to: "5511987654321", type: "image", image: { id, caption: "O bolo" } };
  const { body } = await it.send(picture);
  const message = await it.joana.waitFor((each) => each.id === body.messages[0].id);
  expect(message).toMatchObject({ kind: "image", text: "O bolo", media: { mimeType: "image/png" } });
  expect(message.media?.bytes).toEqual(bytes);
  expect((await it.ask(id, undefined, "DELETE")).body).toEqual({ success: true });
  expect((await it.send(picture)).body.error).toMatchObject({ code: 131009 });
  expect((await it.ask(id)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
});

test("a file behind a link is fetched; where there is none the message fails with 131053", async () => {
  it.joana.writesTo(it.line, { text: "Oi" });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) =>
      request.url.endsWith(".pdf")
        ? new Response(bytes, { headers: { "content-type": "application/pdf" } })
        : new Response(null, { status: 404 }),
  );
  const at = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
  const send = (link: string) => it.send({ ...product, to: "5511987654321", type: "document", document: { link } });
  const { body } = await send(`${at}/nota.pdf`);
  const message = await it.joana.waitFor((each) => each.id === body.messages[0].id);
  expect(message.media).toMatchObject({ name: "nota.pdf", mimeType: "application/pdf" });
  await it.settled();
  it.app.heard.length = 0;
  await send(`${at}/nothing`);
  expect(it.app.told).toMatchObject([{ statuses: [{ status: "failed", errors: [{ code: 131053 }] }] }]);
  await server.shutdown();
});

test("a file of a kind or size that is not taken is refused", async () => {
  expect((await upload(bytes, "application/zip")).body.error).toMatchObject({ code: 100 });
  expect((await upload(new Uint8Array(6 * 1024 * 1024), "image/png")).body.error).toMatchObject({ code: 131053 });
});

test("a file that is lost, or that lies about its type and size, is told as it is wanted", async () => {
  it.joana.writesTo(it.line, { image: { bytes, mimeType: "image/jpeg" } });
  await it.settled();
  const { id } = it.app.told[0].messages[0].image;
  const media = it.simulator.world.media.get(id)!;
  media.lies = { mimeType: "image/png", size: 3, sha256: "00" };
  const { body } = await it.ask(id);
  expect(body).toMatchObject({ mime_type: "image/png", file_size: 3, sha256: "00" });
  media.isLost = true;
  const answer = await download(body.url);
  expect(answer.status).toBe(404);
  await answer.body?.cancel();
});
