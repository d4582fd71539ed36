import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { passkeyTable } from "../access/table.ts";
import { tokenHashTable } from "../api_tokens/table.ts";
import { companyRow } from "../companies/companies.ts";
import { CompanyPart, Secrets } from "../exports/format.ts";
import { companyPartOf, secretsIn } from "../exports/parts.ts";
import type { Tenants } from "../platform/tenants.ts";
import { TravellingPrivacy, travellingPrivacy } from "../privacy/travelling.ts";

const Day = z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)));

/** What the provider's file of one server has of a company, for that of another; invoices stay with who wrote them. */
export const MovingPart = z.object({
  part: CompanyPart,
  secrets: Secrets,
  standing: z.object({
    isActive: z.boolean(),
    dueDate: Day,
    dueDay: z.nullable(z.int()),
    trialExpiration: Day,
  }),
  /** Of integrators: keyed hashes, and the keys by which they may have been made (base64). */
  apiTokens: z.array(z.object({ tokenHash: z.string(), tokenId: z.int() })),
  formerKeys: z.array(z.string()),
  passkeys: z.array(z.object({
    id: z.string(),
    userId: z.int(),
    publicKey: z.string(),
    counter: z.int(),
    transports: z.array(z.string()),
    name: z.string(),
    since: z.int(),
  })),
  /** Earlier versions do not say it. */
  privacy: z.optional(TravellingPrivacy),
});
export type MovingPart = z.infer<typeof MovingPart>;

/** To be asked while the company's file is still open: its tokens are read from it. */
export function movingPartOf(tenants: Tenants, id: number): MovingPart {
  const { provider: { read }, keys } = tenants,
    { isActive, dueDate, dueDay, trialExpiration } = companyRow(tenants, id)!;
  const passkeys = read.select().from(passkeyTable).where(eq(passkeyTable.companyId, id)).all();
  const { tokenHash, tokenId, companyId } = tokenHashTable;
  return {
    part: companyPartOf(tenants, id),
    secrets: secretsIn(tenants, id),
    standing: { isActive, dueDate, dueDay, trialExpiration },
    apiTokens: read.select({ tokenHash, tokenId }).from(tokenHashTable).where(eq(companyId, id)).all(),
    formerKeys: [keys.digesting, ...keys.former].map((key) => Buffer.from(key).toString("base64")),
    passkeys: passkeys.map(({ companyId: _, publicKey, ...rest }) => ({
      ...rest,
      publicKey: Buffer.from(publicKey).toString("base64"),
    })),
    privacy: travellingPrivacy(tenants, id),
  };
}
