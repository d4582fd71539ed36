import { Buffer } from "node:buffer";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keysFrom } from "../../platform/keys.ts";
import { aBalcao } from "../../testing/fixtures.ts";
import { forgetAuth, openAuth } from "./auth_state.ts";
import { authTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const open = (failures: unknown[] = []) =>
  openAuth(balcao.aurora, balcao.tenants.keys, 1, (error) => void failures.push(error));

test("an account's keys come back as they were, and only with the server's key", async () => {
  const first = open();
  const { noiseKey } = first.state.creds;
  first.saveCreds();
  await first.state.keys.set({ session: { "5511.0": new Uint8Array([1, 2, 3]) } });
  const again = open();
  expect(Buffer.from(again.state.creds.noiseKey.private)).toEqual(Buffer.from(noiseKey.private));
  expect(Buffer.from((await again.state.keys.get("session", ["5511.0", "x"]))["5511.0"]!)).toEqual(
    Buffer.from([1, 2, 3]),
  );
  expect(again.isLinked()).toBe(false);

  const stored = balcao.aurora.read.select().from(authTable).all();
  const clear = Buffer.from(noiseKey.private).toString("base64");
  for (const { value } of stored) expect(Buffer.from(value).toString("latin1")).not.toContain(clear.slice(0, 20));
  expect(() => openAuth(balcao.aurora, keysFrom(new Uint8Array(32)), 1, () => {})).toThrow();
  forgetAuth(balcao.aurora, 1);
  expect(balcao.aurora.read.select().from(authTable).all()).toEqual([]);
});

test("what cannot be stored is said, whole or not at all, and ends nothing", async () => {
  const failures: unknown[] = [], auth = open(failures);
  const { n } = balcao.aurora.read.all<{ n: number }>(sql`select page_count as n from pragma_page_count()`)[0]!;
  const limit = (most: number) => balcao.aurora.write((db) => void db.all(sql.raw(`PRAGMA max_page_count = ${most}`)));
  limit(n);
  auth.state.creds.additionalData = "x".repeat(200_000);
  expect(() => auth.saveCreds()).not.toThrow();
  expect(failures).toHaveLength(1);
  const large = { "5511.0": new Uint8Array(5), "5511.1": new Uint8Array(500_000) };
  expect(() => auth.state.keys.set({ session: large })).toThrow();
  expect(failures).toHaveLength(2);
  expect(await auth.state.keys.get("session", ["5511.0"])).toEqual({});
  limit(1_073_741_823);
  auth.saveCreds();
  expect(failures).toHaveLength(2);
});
