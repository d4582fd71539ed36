import { expect, test } from "vitest";
import { keysFrom, openKeys } from "./keys.ts";

const secret = new Uint8Array(32).fill(7);
const text = new TextEncoder().encode("noise key");

test("what is sealed is opened by the same key only, and never when it was changed", () => {
  const keys = keysFrom(secret);
  const sealed = keys.seal(text);
  expect(new Uint8Array(keys.unseal(sealed))).toEqual(text);
  expect(sealed).not.toEqual(keys.seal(text));
  expect(() => keysFrom(new Uint8Array(32).fill(8)).unseal(sealed)).toThrow();
  for (const at of [0, 12, 28, sealed.length - 1]) {
    const changed = Uint8Array.from(sealed);
    changed[at]! ^= 1;
    expect(() => keys.unseal(changed), `byte ${at}`).toThrow();
  }
  for (const short of [sealed.subarray(0, 27), new Uint8Array(0)]) expect(() => keys.unseal(short)).toThrow();
});

test("the key file is made once, for its owner only, and a damaged one is named", async () => {
  const folder = await Deno.makeTempDir();
  const { signing } = openKeys(folder);
  expect((await Deno.stat(`${folder}/server.key`)).mode! & 0o777).toBe(0o600);
  expect(openKeys(folder).signing).toBe(signing);
  await Deno.writeFile(`${folder}/server.key`, new Uint8Array(5));
  expect(() => openKeys(folder)).toThrow(`${folder}/server.key is damaged: restore it from a backup`);
});
