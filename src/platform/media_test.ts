import { beforeAll, describe, expect, test } from "vitest";
import { serveFile } from "./media.ts";

let path: string, empty: string;
beforeAll(async () => {
  path = await Deno.makeTempFile();
  empty = await Deno.makeTempFile();
  await Deno.writeTextFile(path, "0123456789");
});

const PNG = { name: "a.png", mimetype: "image/png" };

function get(headers: HeadersInit = {}, about = PNG, method = "GET") {
  return serveFile(new Request("http://x", { headers, method }), path, about);
}

describe("ranges", () => {
  test.each([
    [undefined, 200, "0123456789", null],
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=4-", 206, "456789", "bytes 4-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["bytes=9-9", 206, "9", "bytes 9-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=0-1,3-4", 200, "0123456789", null],
    ["bytes=x-y", 200, "0123456789", null],
    ["lines=1-2", 200, "0123456789", null],
    ["bytes=99999999999999999999-", 416, "", "bytes */10"],
  ])("%s", async (range, status, body, said) => {
    const answer = await get(range ? { range } : {});
    expect([answer.status, await answer.text(), answer.headers.get("content-range")]).toEqual([status, body, said]);
    if (status !== 416) expect(answer.headers.get("content-length")).toBe(String(body.length));
  });

  test("a file without anything in it", async () => {
    const answer = await serveFile(new Request("http://x"), empty, PNG);
    expect([answer.status, await answer.text(), answer.headers.get("content-length")]).toEqual([200, "", "0"]);
  });
});

test("only the head is answered when only the head is asked for", async () => {
  const answer = await get({}, PNG, "HEAD");
  expect([answer.status, await answer.text(), answer.headers.get("content-length")]).toEqual([200, "", "10"]);
});

test.each([
  ["image/png", "inline"],
  ["image/jpeg", "inline"],
  ["video/mp4", "inline"],
  ["audio/ogg", "inline"],
  ["application/pdf", "inline"],
  ["image/svg+xml", "attachment"],
  ["text/html", "attachment"],
  ["application/xhtml+xml", "attachment"],
  ["application/javascript", "attachment"],
  ["application/pdf+html", "attachment"],
  ["image/png, text/html", "attachment"],
  ["audio/x\r\nset-cookie: a=b", "attachment"],
  ["vídeo/ação", "attachment"],
  ["", "attachment"],
])("%j is shown %s, and can never act as a page of ours", async (mimetype, place) => {
  const { headers } = await get({}, { name: "a.x", mimetype });
  expect(headers.get("content-disposition")).toMatch(new RegExp(`^${place}; `));
  expect(headers.get("content-type")).toBe(place === "inline" ? mimetype : "application/octet-stream");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("cache-control")).toContain("private");
});

test("a name with anything in it stays a name", async () => {
  const name = `"; x=y\r\nSet-Cookie: a=b; ação 🧁 'q' (1)*.png`;
  const { headers } = await get({}, { name, mimetype: "image/png" });
  const said = /^inline; filename\*=UTF-8''([\w%.~!-]+)$/.exec(headers.get("content-disposition")!)![1]!;
  expect(decodeURIComponent(said)).toBe(name);
});

test("a file that is gone from the disk is not found", async () => {
  const answer = await serveFile(new Request("http://x"), "/nowhere/at/all", PNG);
  expect([answer.status, await answer.json()]).toEqual([404, { error: "ERR_WAPP_DOWNLOAD_MEDIA" }]);
});
