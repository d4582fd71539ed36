import { milliseconds } from "date-fns/milliseconds";
import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { type ApiToken, type ApiTokenForm, MOST_TOKENS } from "../contract/api_tokens.ts";
import { refuse } from "../contract/errors.ts";
import type * as z from "zod/mini";
import type { Company, Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import type { Tenants } from "../platform/tenants.ts";
import { dayAfter, startOfDay } from "../shared/clock.ts";
import { userTable } from "../users/table.ts";
import { type ApiTokenRow, apiTokenTable, tokenHashTable } from "./table.ts";

/** Tokens begin with it, so that people and secret scanners tell them apart. */
const PREFIX = "blc_";
/** How long (ms) a revoked token is still listed. */
const SHOWN_FOR = milliseconds({ days: 30 });

/** The company's tokens, the newest first. */
export function listTokens(db: Read, now: number): ApiToken[] {
  return selectTokens(db).where(or(isNull(apiTokenTable.revokedAt), gt(apiTokenTable.revokedAt, now - SHOWN_FOR)))
    .orderBy(desc(apiTokenTable.id)).all().map(shown);
}

/** ERR_NO_API_TOKEN_FOUND when there is none. */
export function tokenById(db: Read, id: number): ApiToken {
  return shown(selectTokens(db).where(eq(apiTokenTable.id, id)).all()[0] ?? refuse("ERR_NO_API_TOKEN_FOUND"));
}

function selectTokens(db: Read) {
  return db.select({
    row: apiTokenTable,
    createdBy: { id: userTable.id, name: userTable.name },
    // By its name, for webhooks come later among the features.
    bot: sql<string | null>`(select name from webhooks where webhooks.id = api_tokens.webhook_id)`,
  }).from(apiTokenTable)
    .leftJoin(userTable, eq(userTable.id, apiTokenTable.userId));
}

type Selected = ReturnType<ReturnType<typeof selectTokens>["all"]>[number];

function shown({ row, createdBy, bot }: Selected): ApiToken {
  const { id, name, hint, scopes, perMinute, perDay, expiresAt, lastUsedAt, createdAt, revokedAt } = row;
  const moment = (at: number | null) => at === null ? null : momentOf(at);
  return {
    ...{ id, name, hint, scopes, perMinute, perDay, createdBy, createdAt: momentOf(createdAt) },
    ...{ expiresAt: moment(expiresAt), lastUsedAt: moment(lastUsedAt), revokedAt: moment(revokedAt) },
    bot: bot === null ? null : { id: row.webhookId!, name: bot },
  };
}

/** Whose token it will be, and when it is made. */
export interface Making {
  userId: number;
  timeZone: string;
  now: number;
}

/**
 * A new token, which only this answer shows: the company's file holds how it begins, the provider's a keyed hash of it.
 */
export function addToken(
  { provider, keys }: Tenants,
  company: Company,
  { name, scopes, perMinute, perDay, expiresOn, webhookId }: z.output<typeof ApiTokenForm>,
  { userId, timeZone, now }: Making,
): ApiToken & { token: string } {
  const secret = randomBytes(24).toString("base64url");
  const expiresAt = expiresOn === null ? null : startOfDay(timeZone, dayAfter(expiresOn));
  if (expiresAt !== null && expiresAt <= now) refuse("ERR_INVALID_INPUT", { fields: { expiresOn: "invalid" } });
  const token = `${PREFIX}${secret}`;
  return company.write((db) => {
    const [{ count } = { count: 0 }] = db.select({ count: sql<number>`count(*)` }).from(apiTokenTable)
      .where(isNull(apiTokenTable.revokedAt)).all();
    if (count >= MOST_TOKENS) {
      refuse("ERR_TOO_MANY_TOKENS", { detail: { most: MOST_TOKENS } });
    }
    const isBot = webhookId === null || db.all(sql`select 1 from webhooks where id = ${webhookId}`).length > 0;
    if (!isBot) refuse("ERR_NO_WEBHOOK_FOUND", { fields: { webhookId: "unknown" } });
    const hint = `${PREFIX}${secret.slice(0, 4)}`, unique = [...new Set(scopes)];
    const { id } = db.insert(apiTokenTable)
      .values({ name, hint, scopes: unique, perMinute, perDay, expiresAt, userId, webhookId, createdAt: now })
      .returning({ id: apiTokenTable.id }).get();
    provider.write((own) =>
      void own.insert(tokenHashTable).values({ tokenHash: keys.digest(token), companyId: company.id, tokenId: id })
        .run()
    );
    return { ...tokenById(db, id), token };
  });
}

/** From now on it opens nothing. Its hash stays, so that who uses it still is told why. */
export function revokeToken(company: Company, id: number, now: number): ApiToken {
  return company.write((db) => {
    db.update(apiTokenTable).set({ revokedAt: sql`coalesce(revoked_at, ${now})` }).where(eq(apiTokenTable.id, id))
      .run();
    return tokenById(db, id);
  });
}

/** Notes that a token was used, to the minute. */
export function noteUse(company: Company, { id, lastUsedAt }: ApiTokenRow, now: number): void {
  if (lastUsedAt !== null && Math.abs(now - lastUsedAt) < 60_000) return;
  company.write((db) =>
    void db.update(apiTokenTable).set({ lastUsedAt: now })
      .where(and(eq(apiTokenTable.id, id), isNull(apiTokenTable.revokedAt))).run()
  );
}
