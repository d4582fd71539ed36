import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { connectionTable, connectionTokenTable } from "../connections/table.ts";
import { isSettingKey, ruleOf } from "../contract/settings.ts";
import type { Write } from "../platform/company.ts";
import { sealText } from "../platform/setting_values.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setSetting } from "../settings/settings.ts";
import { webhookTable } from "../webhooks/table.ts";
import type { Secrets } from "./format.ts";

/** What came in clear is kept as this server keeps it; what did not come is made anew, or is to be set again. */
export function sealAnew(tenants: Tenants, db: Write, secrets: Secrets | undefined): void {
  const { keys } = tenants;
  const sealed = (text: string) => Buffer.from(keys.seal(Buffer.from(text)));
  for (const { id } of db.select({ id: webhookTable.id }).from(webhookTable).all()) {
    const had = secrets?.webhooks.find((one) => one.id === id)?.secret;
    const secret = sealed(had ?? `whsec_${randomBytes(24).toString("base64")}`);
    db.update(webhookTable).set({ secret }).where(eq(webhookTable.id, id)).run();
  }
  for (const [key, value] of Object.entries(secrets?.settings ?? {})) {
    if (isSettingKey(key) && ruleOf(key).isSecret) setSetting(db, key, sealText(keys, value));
  }
  for (const { connectionId, token } of freeTokens(tenants, secrets)) {
    db.update(connectionTable).set({ token: sealed(token) }).where(eq(connectionTable.id, connectionId)).run();
  }
}

/** The tokens of connections that no connection here has. */
export function freeTokens({ provider, keys }: Tenants, secrets: Secrets | undefined) {
  return (secrets?.tokens ?? []).map((one) => ({ ...one, tokenHash: keys.digest(one.token) })).filter(({ tokenHash }) =>
    provider.read.select().from(connectionTokenTable).where(eq(connectionTokenTable.tokenHash, tokenHash)).all()
      .length === 0
  );
}
