import { Buffer } from "node:buffer";
import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Read, Write } from "../../platform/company.ts";
import type { Keys } from "../../platform/keys.ts";
import type { GraphHost } from "./where.ts";
import { type GraphAccountRow, graphAccountTable } from "./table.ts";

/** An account at Meta, with the token that lets us in. */
export interface GraphAccount {
  accountId: string;
  parentId: string;
  host: GraphHost;
  token: string;
  /** ms since 1970. */
  tokenExpiresAt: number | null;
  humanAgent: boolean;
}

export function accountOf(db: Read, keys: Keys, connectionId: number): GraphAccount | undefined {
  const row = accountRow(db, connectionId);
  return row && { ...row, token: Buffer.from(keys.unseal(row.token)).toString() };
}

export function accountRow(db: Read, connectionId: number): GraphAccountRow | undefined {
  return db.select().from(graphAccountTable).where(eq(graphAccountTable.connectionId, connectionId)).all()[0];
}

/** Whether another connection at work hears by the same page: a page and its Instagram account share one subscription. */
export function isPageShared(db: Read, connectionId: number, pageId: string): boolean {
  const { connectionId: other, accountId, parentId } = graphAccountTable;
  return db.select({ other }).from(graphAccountTable).where(and(
    ne(other, connectionId),
    or(eq(accountId, pageId), eq(parentId, pageId)),
    sql`exists (select 1 from connections where connections.id = graph_accounts.connection_id and should_run = 1)`,
  )).limit(1).all().length > 0;
}

/** Keeps the account of a connection, its token sealed; another one that it had is replaced. */
export function keepAccount(db: Write, keys: Keys, connectionId: number, account: GraphAccount, now: number): void {
  const row = { ...account, token: Buffer.from(keys.seal(Buffer.from(account.token))), linkedAt: now };
  db.insert(graphAccountTable).values({ connectionId, ...row })
    .onConflictDoUpdate({ target: graphAccountTable.connectionId, set: row }).run();
}

export function changeToken(
  db: Write,
  keys: Keys,
  connectionId: number,
  { token, tokenExpiresAt }: Pick<GraphAccount, "token" | "tokenExpiresAt">,
): void {
  db.update(graphAccountTable).set({ token: Buffer.from(keys.seal(Buffer.from(token))), tokenExpiresAt })
    .where(eq(graphAccountTable.connectionId, connectionId)).run();
}
