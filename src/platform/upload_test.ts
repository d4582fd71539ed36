import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Company } from "./company.ts";
import { LARGEST_FILE } from "../shared/limits.ts";
import { until } from "../testing/fixtures.ts";
import { plainName, readMultipart } from "./upload.ts";

let company: Company;
beforeEach(async () => {
  company = { id: 2, folder: await Deno.makeTempDir() } as Company;
  await Deno.mkdir(`${company.folder}/media`);
});
afterEach(async () => await Deno.remove(company.folder, { recursive: true }));

const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqGeoBwACgwGBnO4qYwAAAABJRU5ErkJggg=="),
  (char) => char.charCodeAt(0),
);
const EXE = new TextEncoder().encode("MZ\u0090\u0000" + "x".repeat(200));

test.each([
  ["cardapio.pdf", "cardapio.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Windows\\cmd.exe", "cmd.exe"],
  ["/", "file"],
  ["..", "file"],
  [".htaccess", "htaccess"],
  ["nota\u202Efdp.exe", "notafdp.exe"],
  ["a\u0000b\r\nc.txt", "abc.txt"],
  [`<img src="x">.png`, "img src=x.png"],
  ["ação 🧁.jpg", "ação 🧁.jpg"],
  [undefined, "file"],
  ["x".repeat(500) + ".jpeg", "x".repeat(190) + ".jpeg"],
])("%j is kept as %j", (name, kept) => expect(plainName(name)).toBe(kept));

/** Sends a form as a browser would, and says what came of it and what is left in the media folder. */
async function send(parts: [field: string, file: File | string][]) {
  const form = new FormData();
  for (const [field, part] of parts) {
    if (typeof part === "string") form.append(field, part);
    else form.append(field, part);
  }
  return await receive(new Request("http://x", { method: "POST", body: form }));
}

async function receive(request: Request) {
  const result = await readMultipart(request, company, { field: "medias" }).catch((error) => error);
  return { ...result, code: result.code, left: [...Deno.readDirSync(`${company.folder}/media`)].length };
}

const file = (bytes: Uint8Array | string, name: string, type: string) => new File([bytes as BlobPart], name, { type });

describe("a file is what its first bytes say", () => {
  test.each([
    ["a picture", PNG, "a.png", "image/png", "image/png"],
    ["a picture under another picture's name", PNG, "a.jpg", "image/jpeg", "image/png"],
    ["a program that says so", EXE, "a.exe", "application/x-msdownload", "application/x-msdownload"],
    ["a program that says it is a document", EXE, "a.pdf", "application/pdf", "application/x-msdownload"],
    ["a text", "ola", "a.txt", "text/plain", "text/plain"],
    ["a page", "<script>", "a.html", "text/html", "text/html"],
    ["a drawing, which can hold programs", "<svg/>", "a.svg", "image/svg+xml", "image/svg+xml"],
    ["a drawing in a text", "0\nSECTION\n2\nHEADER", "placa.dxf", "image/vnd.dxf", "application/octet-stream"],
    ["a list of songs", "#EXTM3U\numa.mp3", "a.m3u", "audio/x-mpegurl", "application/octet-stream"],
    ["nothing", "", "a.bin", "application/octet-stream", "application/octet-stream"],
  ])("%s", async (_, bytes, name, type, kept) => {
    const { files, left } = await send([["medias", file(bytes, name, type)], ["body", "Olá"]]);
    expect(files).toMatchObject([{ name, mimetype: kept }]);
    expect(left).toBe(1);
  });

  test.each([
    ["a program as a picture", EXE, "foto.png", "image/png"],
    ["a page as a picture", "<script>alert(1)</script>", "foto.png", "image/png"],
    ["a picture as a film", PNG, "filme.mp4", "video/mp4"],
    ["a text as a sound", "la la la", "musica.mp3", "audio/mpeg"],
    ["a text as a sound by another name", "la la la", "musica.mp3", "audio/mp3"],
  ])("%s is refused, and nothing is left of it", async (_, bytes, name, type) => {
    expect(await send([["medias", file(bytes, name, type)]])).toMatchObject({ code: "ERR_FILE_TYPE", left: 0 });
  });
});

test("texts and flags arrive beside the files, and objects as JSON", async () => {
  const { fields } = await send([
    ["body", "Olá"],
    ["fromMe", "true"],
    ["quotedMsg", '{"id":3}'],
    ["note", "{not json"],
  ]);
  expect(fields).toEqual({ body: "Olá", fromMe: true, quotedMsg: { id: 3 }, note: "{not json" });
});

test("too many files, or files in a field that has none, are refused and nothing is left", async () => {
  const many = Array.from({ length: 31 }, (_, nth) => ["medias", file("x", `${nth}.txt`, "text/plain")] as never);
  expect(await send(many)).toMatchObject({
    code: "ERR_INVALID_INPUT",
    rest: { fields: { medias: "too_long" } },
    left: 0,
  });
  const elsewhere = await send([["avatar", file("x", "a.txt", "text/plain")]]);
  expect(elsewhere).toMatchObject({ code: "ERR_INVALID_INPUT", rest: { fields: { avatar: "unknown" } }, left: 0 });
});

const HEAD = '--b\r\nContent-Disposition: form-data; name="medias"; filename="a.bin"\r\n\r\n';
const TYPE = { "content-type": "multipart/form-data; boundary=b" };

function streamed(chunks: AsyncIterable<Uint8Array>): Request {
  const body = ReadableStream.from(chunks);
  return new Request("http://x", { method: "POST", headers: TYPE, body, duplex: "half" } as RequestInit);
}

test.each([
  ["cut off in the middle", `${HEAD}half of i`, TYPE],
  ["without an end", `${HEAD}all of it\r\n`, TYPE],
  ["without a boundary", "x", { "content-type": "multipart/form-data" }],
  ["empty", "", TYPE],
  ["not a form at all", "\u0000\u0001\u0002", TYPE],
])("a form that is %s is refused, and nothing is left", async (_, body, headers) => {
  const request = new Request("http://x", { method: "POST", headers, body });
  expect(await receive(request)).toMatchObject({ code: "ERR_INVALID_INPUT", left: 0 });
});

test("a sender who hangs up leaves nothing behind", async () => {
  async function* half() {
    yield new TextEncoder().encode(HEAD + "x".repeat(100_000));
    await until(() => [...Deno.readDirSync(`${company.folder}/media`)].length === 1);
    throw new Error("connection reset");
  }
  expect(await receive(streamed(half()))).toMatchObject({ code: "ERR_INVALID_INPUT", left: 0 });
});

test("a file that is too large is refused without being held in memory, and what follows is not read to its end", async () => {
  let sent = 0;
  const piece = new Uint8Array(1024 * 1024);
  async function* endless() {
    yield new TextEncoder().encode(HEAD);
    for (; sent < 300; sent++) yield piece;
    yield new TextEncoder().encode("\r\n--b--\r\n");
  }
  const before = Deno.memoryUsage().rss;
  expect(await receive(streamed(endless()))).toMatchObject({ code: "ERR_FILE_TOO_LARGE", left: 0 });
  expect(Deno.memoryUsage().rss - before).toBeLessThan(LARGEST_FILE * 2);
  expect(sent).toBeLessThan(200);
});

describe("somebody deletes folders under a running server", () => {
  const large = () => file("x".repeat(3_000_000), "a.txt", "text/plain");

  test("that of the media is made anew, and keeps what comes", async () => {
    await Deno.remove(`${company.folder}/media`, { recursive: true });
    expect(await send([["medias", large()]])).toMatchObject({ left: 1, code: undefined });
    expect((Deno.statSync(`${company.folder}/media`).mode ?? 0) & 0o777).toBe(0o700);
  });

  test("with the whole company's it is refused, and what was sent is heard out", async () => {
    const gone = { ...company, folder: `${company.folder}/gone` } as Company;
    const form = new FormData();
    form.append("medias", large());
    const request = new Request("http://x", { method: "POST", body: form });
    await expect(readMultipart(request, gone, { field: "medias" })).rejects.toThrow("ERR_COMPANY_UNAVAILABLE");
    expect(request.bodyUsed).toBe(true);
  });

  test("what cannot be written is said at once, also of a form that is larger than all buffers", async () => {
    await Deno.remove(`${company.folder}/media`, { recursive: true });
    // A folder in which no file can be made.
    await Deno.symlink("/proc/self/fdinfo", `${company.folder}/media`);
    const form = new FormData();
    for (const name of ["a", "b"]) form.append("medias", file("x".repeat(9_000_000), name, "text/plain"));
    const request = new Request("http://x", { method: "POST", body: form });
    await expect(readMultipart(request, company, { field: "medias" })).rejects.toMatchObject({
      path: expect.any(String),
    });
    await Deno.remove(`${company.folder}/media`);
    await Deno.mkdir(`${company.folder}/media`);
  });
});
