import { eq } from "drizzle-orm";
import { companyRow, isOverdue } from "../companies/companies.ts";
import { refuseMoved } from "../companies/moved.ts";
import { connectionById } from "../connections/connections.ts";
import { connectionTokenTable } from "../connections/table.ts";
import { REQUESTS_A_MINUTE } from "../contract/api_tokens.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import type { Company } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Session, TokenCaller } from "../platform/session.ts";
import type { Tenants } from "../platform/tenants.ts";
import { setting } from "../settings/settings.ts";
import { Pace } from "./pace.ts";
import { type ApiTokenRow, apiTokenTable, tokenHashTable } from "./table.ts";
import { noteUse } from "./tokens.ts";

/** A token that was once good: whoever keeps a log of it knows whose it was. */
export class EndedToken extends Refusal {
  constructor(
    readonly reason: "revoked" | "expired",
    readonly company: Company,
    readonly caller: Pick<TokenCaller, "owner" | "name">,
  ) {
    super("ERR_API_TOKEN", { detail: { reason } });
  }
}

/** Access tokens of people have dots in them; these have none. */
export function isApiToken(text: string): boolean {
  return /^[\w-]{16,100}$/.test(text);
}

const pace = new Pace();

/** Who is behind a token, a connection's or an integrator's. ERR_API_TOKEN (401) for one that is nobody's, revoked or over. */
export function authenticateToken(tenants: Tenants, text: string, now: Date): Session {
  const found = whose(tenants, text) ?? refuse("ERR_API_TOKEN", { detail: { reason: "unknown" } });
  const row = companyRow(tenants, found.companyId);
  if (row && row.removedAt !== null) refuseMoved(tenants, row.id, { isFollowed: true });
  if (!row || row.removedAt !== null) refuse("ERR_API_TOKEN", { detail: { reason: "unknown" } });
  if (!row.isActive) refuse("ERR_COMPANY_BLOCKED");
  const company = tenants.company(row.id);
  const caller = "tokenId" in found
    ? integrator(company, found.tokenId, now.getTime())
    : connection(company, found.connectionId);
  const { owner, perMinute, name } = caller, key = `${company.id}/${owner}`;
  return {
    id: "",
    company,
    person: { id: 0, name, profile: "admin", super: false, queueIds: [] },
    isOverdue: isOverdue(row, now),
    demandsFactor: false,
    owesFactor: false,
    hasCampaigns: setting(company.read, "campaignsEnabled") === "true",
    token: { ...caller, admit: () => pace.count(key, perMinute, Date.now()) },
  };
}

const byHash = prepared((db) =>
  db.select().from(tokenHashTable).where(eq(tokenHashTable.tokenHash, prepared.arg("hash"))).prepare()
);
const ofConnection = prepared((db) =>
  db.select().from(connectionTokenTable).where(eq(connectionTokenTable.tokenHash, prepared.arg("hash"))).prepare()
);

function whose({ provider, keys }: Tenants, text: string) {
  for (const hash of keys.digests(text)) {
    const found = byHash.one(provider.read, { hash }) ?? ofConnection.one(provider.read, { hash });
    if (found) return found;
  }
}

type Known = Omit<TokenCaller, "admit"> & { perMinute: number };

const tokenRow = prepared((db) =>
  db.select().from(apiTokenTable).where(eq(apiTokenTable.id, prepared.arg("id"))).prepare()
);

function integrator(company: Company, id: number, now: number): Known {
  const row: ApiTokenRow = tokenRow.one(company.read, { id }) ??
    refuse("ERR_API_TOKEN", { detail: { reason: "unknown" } });
  const { name, scopes, perMinute, perDay, webhookId } = row, owner = `t${id}`;
  if (row.revokedAt !== null) throw new EndedToken("revoked", company, { owner, name });
  if (row.expiresAt !== null && row.expiresAt <= now) throw new EndedToken("expired", company, { owner, name });
  noteUse(company, row, now);
  return { owner, name, scopes, perMinute, perDay, webhookId, connectionId: null };
}

/** It sends through its connection, and that is all. */
function connection(company: Company, id: number): Known {
  const { name } = connectionById(company.read, id) ?? refuse("ERR_API_TOKEN", { detail: { reason: "unknown" } });
  const limits = { perMinute: REQUESTS_A_MINUTE, perDay: null };
  return { owner: `c${id}`, name, scopes: ["send"], ...limits, webhookId: null, connectionId: id };
}
