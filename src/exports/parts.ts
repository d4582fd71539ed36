import { Buffer } from "node:buffer";
import { and, eq, isNotNull } from "drizzle-orm";
import { companyRow } from "../companies/companies.ts";
import { tokenOf } from "../connections/tokens.ts";
import { connectionTable } from "../connections/table.ts";
import { ruleOf, type SettingKey, SETTINGS } from "../contract/settings.ts";
import { refuse } from "../contract/errors.ts";
import type { Tenants } from "../platform/tenants.ts";
import { planTable } from "../plans/table.ts";
import { secret } from "../settings/settings.ts";
import { loginTable, secondFactorTable } from "../users/table.ts";
import { webhookTable } from "../webhooks/table.ts";
import { secretsOf } from "../webhooks/webhooks.ts";
import type { CompanyPart, Secrets } from "./format.ts";

/** What provider.db has of a company that goes with it. */
export function companyPartOf(tenants: Tenants, id: number): CompanyPart {
  const row = companyRow(tenants, id) ?? refuse("ERR_NO_COMPANY_FOUND"), db = tenants.provider.read;
  const { name, timeZone, createdAt, email, phone, campaignsEnabled, recurrence, billingName } = row;
  const { addressZipCode, addressStreet, addressDistrict, addressCity, addressState, addressCountry } = row;
  const { users, connections, queues, storage } = planTable;
  const [plan = null] = db.select({ name: planTable.name, users, connections, queues, storage }).from(planTable)
    .where(eq(planTable.id, row.planId ?? 0)).all();
  return {
    company: {
      ...{ name, timeZone, createdAt, email, phone, campaignsEnabled, recurrence, billingName },
      ...{ addressZipCode, addressStreet, addressDistrict, addressCity, addressState, addressCountry },
    },
    plan,
    logins: loginsOf(tenants, id),
  };
}

function loginsOf({ provider }: Tenants, id: number) {
  const { email, userId, passwordHash, companyId } = loginTable;
  const ofLogin = and(eq(secondFactorTable.companyId, companyId), eq(secondFactorTable.userId, userId));
  return provider.read.select({ email, userId, passwordHash, factorOf: secondFactorTable.userId }).from(loginTable)
    .leftJoin(secondFactorTable, ofLogin).where(eq(companyId, id)).all()
    .map(({ factorOf, ...login }) => ({ ...login, hadFactor: factorOf !== null }));
}

/** What this server keeps sealed of a company, in clear; what links its connections is not among it. */
export function secretsIn(tenants: Tenants, id: number): Secrets {
  const { keys, provider } = tenants, { read } = tenants.company(id);
  const sealed = (Object.keys(SETTINGS) as SettingKey[]).filter((key) => ruleOf(key).isSecret);
  const settings = sealed.map((key) => [key, secret(read, key, keys)] as const).filter(([, value]) => value !== "");
  const connections = read.select().from(connectionTable).where(isNotNull(connectionTable.token)).all();
  const factors = provider.read.select().from(secondFactorTable).where(eq(secondFactorTable.companyId, id)).all();
  return {
    settings: Object.fromEntries(settings),
    tokens: connections.map((row) => ({ connectionId: row.id, token: tokenOf(tenants, row) })),
    webhooks: read.select().from(webhookTable).all()
      .map((row) => ({ id: row.id, secret: secretsOf(keys, { ...row, oldSecret: null }, 0)[0]! })),
    factors: factors.map(({ userId, sealedSecret, since, lastStep }) => ({
      userId,
      secret: Buffer.from(keys.unseal(sealedSecret)).toString("base64"),
      since,
      lastStep,
    })),
  };
}
