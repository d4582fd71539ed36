import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tenants } from "../platform/tenants.ts";
import { formerKeyTable } from "./table.ts";

/** Has a server find again what was hashed where its companies came from; to be called when a data folder is opened. */
export function knowFormerKeys({ provider, keys }: Tenants): void {
  const stored = provider.read.select().from(formerKeyTable).all();
  keys.former.splice(0, Infinity, ...stored.map(({ sealedKey }) => keys.unseal(sealedKey)));
}

/** Keeps them for good; `db` is provider.db. Our own may come back to us. */
export function keepFormerKeys(db: Write, keys: Keys, former: readonly Uint8Array[]): void {
  for (const key of former.filter((key) => !Buffer.from(key).equals(Buffer.from(keys.digesting)))) {
    const id = createHash("sha256").update(key).digest("hex").slice(0, 32);
    db.insert(formerKeyTable).values({ id, sealedKey: Buffer.from(keys.seal(key)) }).onConflictDoNothing().run();
  }
}
