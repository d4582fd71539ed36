import { Buffer } from "node:buffer";
import { describe, expect, onTestFinished, test } from "vitest";
import { startS3Store } from "../../testing/s3_store.ts";
import { ROOT } from "../../root.ts";
import { wholeOf } from "../open_stored.ts";
import { s3Target } from "./s3.ts";
import { NotKept } from "./target.ts";

async function aStore() {
  const store = await startS3Store();
  onTestFinished(() => store.stop());
  return { store, target: s3Target(store.place) };
}

async function* of(...chunks: Uint8Array[]) {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = async (chunks: AsyncIterable<Uint8Array>) => new TextDecoder().decode(await wholeOf(chunks));

/** So many bytes that do not repeat, in pieces of a megabyte. */
function megabytes(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, nth) => {
    const piece = new Uint8Array(1_048_576).fill(nth);
    crypto.getRandomValues(piece.subarray(0, 65_536));
    return piece;
  });
}

describe("a store that speaks S3", () => {
  test.each([["little", "olá"], ["nothing", ""]])("keeps %s, lists it and gives it back", async (_, text) => {
    const { store, target } = await aStore();
    await target.put("v1/2/base/a b+ç", of(bytesOf(text)));
    expect(await textOf(target.get("v1/2/base/a b+ç"))).toBe(text);
    expect(await target.list("v1/2/")).toEqual([{ key: "v1/2/base/a b+ç", size: bytesOf(text).length }]);
    expect([...store.objects.keys()]).toEqual(["balcao/v1/2/base/a b+ç"]);
    await expect(textOf(target.get("v1/none"))).rejects.toThrow(NotKept);
  });

  test("gets what is large in parts", async () => {
    const { store, target } = await aStore(), pieces = megabytes(20);
    await target.put("large", of(...pieces));
    expect(store.calls.filter((call) => call.includes("partNumber"))).toHaveLength(3);
    expect(Buffer.compare(await wholeOf(target.get("large")), Buffer.concat(pieces))).toBe(0);
  });

  test("is listed over pages, and deletes many at once", async () => {
    const { store, target } = await aStore();
    const keys = Array.from({ length: 2500 }, (_, nth) => `v1/2/wal/${String(nth).padStart(5, "0")}`);
    for (const key of keys) store.objects.set(`balcao/${key}`, new Uint8Array(3));
    store.objects.set("another/v1/2/wal/1", new Uint8Array());
    expect((await target.list("v1/2/")).map(({ key }) => key)).toEqual(keys);
    await target.remove(keys.slice(1));
    expect([...store.objects.keys()]).toEqual([`balcao/${keys[0]}`, "another/v1/2/wal/1"]);
    expect(store.calls.filter((call) => call.startsWith("POST"))).toHaveLength(3);
  });

  test.each([
    ["secretKey", "SignatureDoesNotMatch"],
    ["accessKey", "InvalidAccessKeyId"],
    ["bucket", "NoSuchBucket"],
  ])("that is asked with a wrong %s says so", async (field, code) => {
    const { store } = await aStore();
    const target = s3Target({ ...store.place, [field]: "wrong" });
    await expect(target.put("a", of(bytesOf("a")))).rejects.toThrow(code);
    await expect(target.list("")).rejects.toThrow(code);
    expect(store.objects.size).toBe(0);
  });

  test.each(["500", "503", "cut"] as const)("is asked again after a %s", async (lie) => {
    const { store, target } = await aStore();
    store.lie(lie, 2);
    await target.put("a", of(bytesOf("a")));
    expect(await textOf(target.get("a"))).toBe("a");
  });

  test("that stays out of order is a fault", async () => {
    const { store, target } = await aStore();
    store.lie("500", 3);
    await expect(target.put("a", of(bytesOf("a")))).rejects.toThrow("InternalError");
    expect(store.calls).toHaveLength(3);
  });

  test.each([["its last part is refused", /partNumber=3/], ["it cannot be put together", /POST .*\?uploadId/]])(
    "keeps no part of an object when %s",
    async (_, call) => {
      const { store, target } = await aStore();
      store.lie("500", 3, call);
      await expect(target.put("large", of(...megabytes(20)))).rejects.toThrow("InternalError");
      expect([store.objects.size, store.uploads.size]).toEqual([0, 0]);
    },
  );

  test("keeps no part of an object whose source fails", async () => {
    const { store, target } = await aStore();
    async function* broken() {
      yield* of(...megabytes(17));
      throw new Error("the disk is gone");
    }
    await expect(target.put("large", broken())).rejects.toThrow("the disk is gone");
    expect([store.objects.size, store.uploads.size]).toEqual([0, 0]);
  });

  test("an answer that is cut off in its middle is not taken for the whole", async () => {
    const { store, target } = await aStore();
    await target.put("a", of(...megabytes(1)));
    store.lie("cut", 1, /^GET/);
    await expect(wholeOf(target.get("a"))).rejects.toThrow();
  });
});

test("its library asks nobody else, reads nobody's settings, and lets the process end", async () => {
  const { store } = await aStore(), home = await Deno.makeTempDir();
  onTestFinished(() => Deno.remove(home, { recursive: true }));
  // Settings that would send it elsewhere.
  await Deno.mkdir(`${home}/.aws`);
  await Deno.writeTextFile(`${home}/.aws/config`, "[default]\nmax_attempts = 1\nuse_fips_endpoint = true\n");
  await Deno.writeTextFile(`${home}/.aws/credentials`, "[default]\naws_access_key_id = other\n");
  const script = `
    const { s3Target } = await import(${JSON.stringify(`file://${ROOT}/src/backups/targets/s3.ts`)});
    const target = s3Target(${JSON.stringify(store.place)});
    await target.put("a", (async function* () { yield new Uint8Array([1, 2]); })());
    console.log((await target.list("")).length);`;
  const path = `${home}/script.ts`;
  await Deno.writeTextFile(path, script);
  const { host } = new URL(store.place.endpoint), began = performance.now();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--no-lock",
      "--cached-only",
      "--config",
      `${ROOT}/deno.json`,
      "--node-modules-dir=manual",
      `--allow-net=${host}`,
      "--allow-read",
      `--deny-read=${home}/.aws`,
      "--allow-env",
      "--allow-sys",
      path,
    ],
    env: { HOME: home, DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno` },
  }).output();
  expect([code, new TextDecoder().decode(stderr), new TextDecoder().decode(stdout)]).toEqual([0, "", "1\n"]);
  expect(performance.now() - began).toBeLessThan(20_000);
});
