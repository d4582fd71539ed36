import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { startS3Store } from "../testing/s3_store.ts";
import { keyFromWords } from "./recovery_key.ts";
import { faultOf, saysOf } from "./targets/unfit.ts";

const SUPER = "super@balcao.test", ANA = "ana@aurora.test";
/** A file system of its own, so that what lies there is on another disk than the data. */
const OTHER_DISK = "/dev/shm";

let balcao: Awaited<ReturnType<typeof aBalcao>>, keyPath: string;
beforeEach(async () => {
  keyPath = await Deno.makeTempFile();
  await Deno.remove(keyPath);
  balcao = await aBalcao(undefined, { backupKey: keyPath });
});
afterEach(async () => {
  await balcao.close();
  await Deno.remove(keyPath).catch(() => {});
});

async function aFolder(dir?: string): Promise<string> {
  const path = await Deno.makeTempDir({ dir, prefix: "balcao-place-" });
  onTestFinished(() => Deno.remove(path, { recursive: true }));
  return path;
}

async function aStore() {
  const store = await startS3Store(), { prefix: _, kind: __, ...form } = store.place;
  onTestFinished(() => store.stop());
  return { store, form };
}

const call = async (method: string, path = "", body?: object) =>
  await balcao.as(SUPER)(method, `/provider/backups${path}`, body);
const addStore = async (place: object) => await call("POST", "/stores", place);
const addFolder = async (path: string, is = {}) =>
  await call("POST", "/folders", { path, evenOnSameDisk: false, ...is });
const shown = async () => (await call("GET")).body;

test("a folder on another disk is tried and taken, and left again; what lies there stays", async () => {
  const path = await aFolder(OTHER_DISK);
  expect(await shown()).toEqual({ hasKey: false, isKeyAway: false, areWordsOwed: false, places: [] });
  const { status, body } = await addFolder(`${path}/`);
  const one = { id: 1, kind: "folder", place: path, isOnSameDisk: false, fault: null, claimed: null, isEmptied: false };
  expect([status, body]).toEqual([200, { hasKey: false, isKeyAway: false, areWordsOwed: false, places: [one] }]);
  expect([...Deno.readDirSync(`${path}/v1/try`)]).toEqual([]);
  expect((await addFolder(path)).body.fields).toEqual({ path: "known" });
  expect((await call("DELETE", "/places/1")).body.places).toEqual([]);
  expect((await call("DELETE", "/places/1")).status).toBe(404);
  expect(Deno.statSync(path).isDirectory).toBe(true);
});

test("on the disk of the data it takes another word", async () => {
  const path = await aFolder();
  const { status, body } = await addFolder(path);
  expect([status, body.fields]).toEqual([400, { path: "same_disk" }]);
  expect((await shown()).places).toEqual([]);
  const { body: taken } = await addFolder(path, { evenOnSameDisk: true });
  expect(taken.places).toMatchObject([{ place: path, isOnSameDisk: true }]);
});

test.for<[string, (folder: string) => string | Promise<string>, string]>([
  ["takes nothing", () => Promise.resolve("/proc"), "not_writable"],
  ["is not there", async () => `${await aFolder(OTHER_DISK)}/none`, "not_there"],
  ["is no path from the root on", () => "backups", "invalid"],
  ["is a file", async () => {
    const path = `${await aFolder(OTHER_DISK)}/file`;
    await Deno.writeTextFile(path, "");
    return path;
  }, "no_folder"],
  ["lies in the data folder", (folder) => folder, "in_data"],
])("a folder that %s is refused by its field", async ([, place, fault]) => {
  const { status, body } = await addFolder(await place(balcao.folder));
  expect([status, body.fields]).toEqual([400, { path: fault }]);
  expect((await shown()).places).toEqual([]);
});

test.for<[string, object, "folder" | "s3", string]>([
  ["a disk that is only to be read", { code: "EROFS" }, "folder", "not_writable"],
  ["another user's folder", { code: "EACCES" }, "folder", "not_writable"],
  ["a full disk", { code: "ENOSPC" }, "folder", "disk_full"],
  ["a disk that fails", { code: "EIO" }, "folder", "failing"],
  ["a refusal without a name", { name: "Unknown", $metadata: { httpStatusCode: 403 } }, "s3", "not_allowed"],
  ["another region", { name: "PermanentRedirect", $metadata: { httpStatusCode: 301 } }, "s3", "wrong_region"],
  ["no answer in time", { name: "TimeoutError" }, "s3", "silent"],
  ["a name that nobody knows", { name: "Error", code: "ENOTFOUND" }, "s3", "unreachable"],
])("%s is called by its name", ([, said, kind, fault]) => {
  expect(faultOf(Object.assign(new Error("no"), said), kind)).toBe(fault);
});

test("an answer without a word is told by its number", () => {
  const said = { name: "UnknownError", $metadata: { httpStatusCode: 500 } };
  expect(saysOf(Object.assign(new Error("UnknownError"), said), "s3")).toBe(
    "it answers with the HTTP status 500, and no more",
  );
  expect(saysOf(Object.assign(new Error("We are full"), said), "s3")).toBe("We are full");
});

describe("a store", () => {
  test("is tried and taken; its secret is told to nobody", async () => {
    const { store, form } = await aStore();
    const { status, body } = await addStore(form);
    expect(status).toBe(200);
    expect(body.places).toMatchObject([{ kind: "s3", place: `${form.endpoint}/copies/`, isOnSameDisk: false }]);
    expect(JSON.stringify(body)).not.toContain(form.secretKey);
    expect(store.calls.map((each) => each.split(" ")[0])).toEqual(["PUT", "GET", "GET", "POST", "GET"]);
    expect(store.objects.size).toBe(0);
    const { body: { entries } } = await balcao.as(SUPER)("GET", "/audit");
    expect(JSON.stringify(entries)).toContain("backups.addStore");
    expect(JSON.stringify(entries)).not.toContain(form.secretKey);
  });

  test("is taken with a folder in its bucket, however its ends are written", async () => {
    const { store, form } = await aStore();
    const { body } = await addStore({ ...form, prefix: " /balcao/norte" });
    expect(body.places).toMatchObject([{ place: `${form.endpoint}/copies/balcao/norte/` }]);
    expect(store.calls[0]).toMatch(/^PUT \/?copies\/balcao\/norte\/v1\/try\//);
  });

  test.for<[string, object, object]>([
    ["an unknown key", { accessKey: "NOBODY" }, { accessKey: "key_unknown" }],
    ["a wrong secret", { secretKey: "wrong" }, { secretKey: "key_wrong" }],
    ["a bucket that there is not", { bucket: "none" }, { bucket: "no_bucket" }],
    ["an address where nobody answers", { endpoint: "http://127.0.0.1:1" }, { endpoint: "unreachable" }],
    ["no address", { endpoint: "https://store.example/path" }, { endpoint: "invalid" }],
    ["a word alone for an address", { endpoint: "nonsense" }, { endpoint: "invalid" }],
    ["a folder that is none", { prefix: "../x y" }, { prefix: "invalid" }],
    ["no region", { region: " " }, { region: "required" }],
  ])("with %s is refused by its field", async ([, is, fields]) => {
    const { form } = await aStore();
    const { status, body } = await addStore({ ...form, ...is });
    expect([status, body.fields]).toEqual([400, fields]);
    expect((await shown()).places).toEqual([]);
  });

  test("in a folder of a place is refused by that field", async () => {
    const { form } = await aStore();
    await addStore({ ...form, prefix: "norte" });
    expect((await addStore({ ...form, prefix: "norte/v1" })).body.fields).toEqual({ prefix: "in_place" });
    expect((await addStore({ ...form, prefix: "norte" })).body.fields).toEqual({ bucket: "known" });
  });

  test("that forgets what it was given, or only fails, is refused", async () => {
    const { store, form } = await aStore();
    store.lie("forget");
    expect((await addStore(form)).body.fields).toEqual({ endpoint: "unreliable" });
    store.lie("500", 20);
    expect((await addStore(form)).body.fields).toEqual({ endpoint: "failing" });
    store.lies.length = 0;
    store.lie("bare", 20);
    expect((await addStore(form)).body.fields).toEqual({ endpoint: "failing" });
  });
});

test("the words are told, open the key, and nobody but the provider sees any of it", async () => {
  const { status, body } = await call("POST", "/key", { language: "pt" });
  expect([status, body.words.length]).toEqual([200, 24]);
  expect([...keyFromWords(body.words.join(" "))]).toEqual([...Deno.readFileSync(keyPath)]);
  expect((await shown()).hasKey).toBe(true);
  expect((await call("POST", "/key", { language: "pt" })).body.error).toBe("ERR_BACKUP_KEY_MADE");
  const asked = [["GET", ""], ["POST", "/folders"], ["POST", "/stores"], ["POST", "/key"], ["DELETE", "/places/1"]];
  for (const [method = "", path] of asked) {
    const body = method === "POST" ? { language: "pt" } : undefined;
    const { status } = await balcao.as(ANA)(method, `/provider/backups${path}`, body);
    expect([method, path, status]).toEqual([method, path, 403]);
  }
});

test("words that nobody has confirmed are seen again by the password, then no more", async () => {
  const again = async (currentPassword: string) => await call("POST", "/words", { currentPassword, language: "pt" });
  expect((await again(DEMO_PASSWORD)).body.error).toBe("ERR_BACKUP_KEY_MADE");
  const { body: { words } } = await call("POST", "/key", { language: "pt" });
  expect(await shown()).toMatchObject({ hasKey: true, areWordsOwed: true });
  expect((await again("another")).body).toMatchObject({ fields: { currentPassword: "wrong" } });
  expect((await again(DEMO_PASSWORD)).body).toEqual({ words });
  expect((await balcao.as(ANA)("POST", "/provider/backups/words", { currentPassword: DEMO_PASSWORD })).status).toBe(
    403,
  );
  expect((await call("POST", "/words/noted")).body).toMatchObject({ hasKey: true, areWordsOwed: false });
  expect((await again(DEMO_PASSWORD)).body.error).toBe("ERR_BACKUP_KEY_MADE");
});

test("a file without a byte, which a full disk has left, is no key: another is made in its place", async () => {
  await Deno.writeFile(keyPath, new Uint8Array());
  await balcao.close();
  balcao = await aBalcao(undefined, { backupKey: keyPath });
  expect((await shown()).hasKey).toBe(false);
  const { status, body } = await call("POST", "/key", { language: "en" });
  expect(status).toBe(200);
  expect([...keyFromWords(body.words.join(" "))]).toEqual([...Deno.readFileSync(keyPath)]);
});

test("a key that cannot be kept is refused, and none is begun", async () => {
  await Deno.mkdir(`${keyPath}.d`);
  await balcao.close();
  balcao = await aBalcao(undefined, { backupKey: `${keyPath}.d/none/key` });
  onTestFinished(() => Deno.remove(`${keyPath}.d`, { recursive: true }));
  expect((await call("POST", "/key", { language: "en" })).body.error).toBe("ERR_BACKUP_KEY_UNKEPT");
  expect((await shown()).hasKey).toBe(false);
});
