import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { type WebFiles, webFiles } from "./web_files.ts";

let files: WebFiles;
beforeAll(async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/web/assets`, { recursive: true });
  await Deno.writeTextFile(`${folder}/secret.key`, "secret");
  await Deno.writeTextFile(`${folder}/web/index.html`, "<p>Balcão");
  await Deno.writeTextFile(`${folder}/web/assets/a.js`, "1");
  await Deno.writeTextFile(`${folder}/web/worker.js`, "2");
  await Deno.writeFile(`${folder}/web/assets/a.js.br`, brotliCompressSync("1"));
  files = webFiles(`${folder}/web`);
});
const get = (path: string, init?: RequestInit) => files.answer(new Request(`http://x${path}`, init));

test("a page of the product is index.html, a file is itself, and nothing else is there", async () => {
  expect(await get("/tickets/some-uuid")?.text()).toBe("<p>Balcão");
  expect(await get("/")?.text()).toBe("<p>Balcão");
  expect(await get("/assets/a.js")?.text()).toBe("1");
  for (const path of ["/assets/b.js", "/../secret.key", "/%2e%2e/secret.key", "/assets/..%2f..%2fsecret.key", "/%zz"]) {
    expect(get(path), path).toBeUndefined();
  }
  expect(get("/", { method: "POST" })).toBeUndefined();
});

test("named files are kept for ever, pages are asked for anew and answered shortly", async () => {
  expect(get("/assets/a.js")?.headers.get("cache-control")).toContain("immutable");
  const page = get("/")!;
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const again = get("/", { headers: { "if-none-match": page.headers.get("etag")! } })!;
  expect(again.status).toBe(304);
  expect(await get("/", { method: "HEAD" })?.text()).toBe("");
});

test("the service worker may answer for every address, and a newer one is seen at once", () => {
  const { headers } = get("/worker.js")!;
  expect([headers.get("service-worker-allowed"), headers.get("cache-control")]).toEqual(["/", "no-cache"]);
  expect(get("/assets/a.js")!.headers.has("service-worker-allowed")).toBe(false);
});

test("who takes brotli gets what the build has packed, and everybody else the file as it is", async () => {
  const packed = get("/assets/a.js", { headers: { "accept-encoding": "gzip, br;q=0.8" } })!;
  expect(packed.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(await packed.bytes()).toString()).toBe("1");
  for (const taken of ["gzip, deflate", "br;q=0, gzip", ""]) {
    const plain = get("/assets/a.js", { headers: { "accept-encoding": taken } })!;
    expect([plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([null, "accept-encoding"]);
    expect(plain.headers.get("etag")).not.toBe(packed.headers.get("etag"));
    expect(await plain.text()).toBe("1");
  }
  expect(get("/assets/a.js.br")).toBeUndefined();
});

test("a page that was packed on its way is known again", () => {
  const etag = get("/")!.headers.get("etag")!;
  expect(get("/", { headers: { "if-none-match": `W/${etag}` } })!.status).toBe(304);
});

test("a page is made for the one who asks, and known again by what was made", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/index.html`, "<p>Balcão");
  const dressed = webFiles(folder, (html, request) => html + request.headers.get("x-who"));
  const page = (who: string, init: Record<string, string> = {}) =>
    dressed.answer(new Request("http://x/tickets", { headers: { "x-who": who, ...init } }))!;
  expect(await page("ana").text()).toBe("<p>Balcãoana");
  const ofAna = { "if-none-match": page("ana").headers.get("etag")! };
  expect([page("ana", ofAna).status, page("bia", ofAna).status]).toEqual([304, 200]);
});

test("what was asked for, and then the rest, is there when the folder is not any more", async () => {
  const folder = await Deno.makeTempDir();
  const names = ["index.html", "a.js", "b.js", "c.js"];
  for (const name of names) await Deno.writeTextFile(`${folder}/${name}`, name);
  const files = webFiles(folder), ask = (name: string) => files.answer(new Request(`http://x/${name}`));
  expect(await ask("a.js")?.text()).toBe("a.js");
  await Deno.remove(`${folder}/b.js`);
  expect(ask("b.js")).toBeUndefined();
  await files.readRest();
  await Deno.remove(folder, { recursive: true });
  expect(names.map((name) => ask(name)?.status)).toEqual([200, 200, undefined, 200]);
  expect(await ask("tickets")?.text()).toBe("index.html");
});

test("a server that stops reads no more", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/a.js`, "1");
  const files = webFiles(folder);
  await files.readRest(() => true);
  await Deno.remove(folder, { recursive: true });
  expect(files.answer(new Request("http://x/a.js"))).toBeUndefined();
});

test("without built pages the rest is served all the same", () => {
  expect(webFiles("/nowhere").answer(new Request("http://x/tickets"))).toBeUndefined();
});
