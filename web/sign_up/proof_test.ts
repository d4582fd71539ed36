import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { prove } from "./proof.ts";

test("what is proved begins with as many zero bits as are asked for", async () => {
  const { challenge, nonce } = (await prove({ challenge: "a challenge", bits: 10 }))!;
  const digest = createHash("sha256").update(`${challenge}:${nonce}`).digest();
  expect([challenge, digest.readUInt32BE(0) >>> 22]).toEqual(["a challenge", 0]);
});

test("where the browser cannot reckon, there is no proof", async () => {
  vi.stubGlobal("crypto", {});
  expect(await prove({ challenge: "a challenge", bits: 10 })).toBeUndefined();
  vi.unstubAllGlobals();
});
