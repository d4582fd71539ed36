import { and, eq, ne } from "drizzle-orm";
import { accountRow, isPageShared } from "../channels/graph/accounts.ts";
import { refuse } from "../contract/errors.ts";
import { prepared } from "../platform/prepared.ts";
import type { Company, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import type { Tenants } from "../platform/tenants.ts";
import { graphAccountTable, graphLineTable } from "../channels/graph/table.ts";
import { connectionTable } from "../connections/table.ts";

export interface GraphLine {
  companyId: number;
  connectionId: number;
}

const byAccount = prepared((db) =>
  db.select().from(graphLineTable).where(eq(graphLineTable.accountId, prepared.arg("accountId"))).prepare()
);

/** Whose connection an account at Meta is. */
export function lineOf({ provider }: Tenants, accountId: string): GraphLine | undefined {
  return byAccount.one(provider.read, { accountId });
}

/**
 * Whose connection an account is, if it is one in that company's own file, too: where the process died between the two
 * files, or one of them is an older copy, the account is free.
 */
export function ownerOf(tenants: Tenants, accountId: string): GraphLine | undefined {
  const line = lineOf(tenants, accountId);
  if (!line || hasAccount(tenants, line, accountId)) return line;
  tenants.provider.write((db) => void db.delete(graphLineTable).where(eq(graphLineTable.accountId, accountId)).run());
  return undefined;
}

function hasAccount(tenants: Tenants, { companyId, connectionId }: GraphLine, accountId: string): boolean {
  // What cannot be opened now is not known to be free.
  if (tenants.quarantine.has(companyId)) return true;
  if (!tenants.ids().includes(companyId)) return false;
  return accountRow(tenants.company(companyId).read, connectionId)?.accountId === accountId;
}

/** Whether a connection at work of another company hears by a page: the page itself, or an Instagram account that belongs to it. */
export function isPageHeardElsewhere(tenants: Tenants, { id }: Pick<Company, "id">, pageId: string): boolean {
  const lines = tenants.provider.read.select({ companyId: graphLineTable.companyId }).from(graphLineTable)
    .where(ne(graphLineTable.companyId, id)).groupBy(graphLineTable.companyId).all();
  return lines.some(({ companyId }) => {
    // Of what cannot be opened now nobody knows: telling it too much does no harm.
    if (tenants.quarantine.has(companyId)) return true;
    return tenants.ids().includes(companyId) && isPageShared(tenants.company(companyId).read, NONE, pageId);
  });
}

/** No connection has this number. */
const NONE = 0;

/** An account is a connection once, of whatever company: two would each answer every customer. */
export function takeAccount({ provider }: Tenants, company: Company, connectionId: number, accountId: string): void {
  try {
    provider.write((db) =>
      void db.insert(graphLineTable).values({ accountId, companyId: company.id, connectionId }).run()
    );
  } catch (error) {
    if (brokenUnique(error)) refuse("ERR_META_ACCOUNT_TAKEN", { fields: { accountId: "taken" } });
    throw error;
  }
}

export function releaseAccount({ provider }: Tenants, company: Company, connectionId: number): void {
  provider.write((db) =>
    void db.delete(graphLineTable).where(
      and(eq(graphLineTable.companyId, company.id), eq(graphLineTable.connectionId, connectionId)),
    ).run()
  );
}

/**
 * After another file was put in the place of a company's: its accounts lead to it, and no others. What another company has by
 * now stays with it, and is no account of this one any more.
 */
export function reconcileLines(provider: Write, company: Company): void {
  provider.delete(graphLineTable).where(eq(graphLineTable.companyId, company.id)).run();
  const accounts = company.latest.select().from(graphAccountTable).all();
  for (const { accountId, connectionId } of accounts) {
    const row = { accountId, companyId: company.id, connectionId };
    const added = provider.insert(graphLineTable).values(row).onConflictDoNothing().returning().all();
    if (added.length > 0) continue;
    company.write((db) => {
      db.delete(graphAccountTable).where(eq(graphAccountTable.connectionId, connectionId)).run();
      db.update(connectionTable).set({ shouldRun: false, status: "DISCONNECTED" })
        .where(eq(connectionTable.id, connectionId)).run();
    });
  }
}
