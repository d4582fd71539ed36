import { beforeAll, expect, test } from "vitest";
import { webFiles } from "./web_files.ts";

let files: ReturnType<typeof webFiles>;
beforeAll(async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/web/assets`, { recursive: true });
  await Deno.writeTextFile(`${folder}/secret.key`, "secret");
  await Deno.writeTextFile(`${folder}/web/index.html`, "<p>Balcão");
  await Deno.writeTextFile(`${folder}/web/assets/a.js`, "1");
  files = webFiles(`${folder}/web`);
});
const get = (path: string, init?: RequestInit) => files(new Request(`http://x${path}`, init));

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

test("without built pages the rest is served all the same", () => expect(webFiles("/nowhere")).toBeTypeOf("function"));
