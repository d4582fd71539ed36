import { eq } from "drizzle-orm";
import { type GraphAccount, keepAccount } from "../channels/graph/accounts.ts";
import { GraphFault } from "../channels/graph/faults.ts";
import type { GraphKind } from "../channels/graph/kinds.ts";
import { type Linkable, nameOf, subscribe } from "../channels/graph/linking.ts";
import type { MetaApp } from "../channels/channel.ts";
import { checkLimit } from "../companies/limits.ts";
import { addConnection, connectionRows } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { channelOf, CLOUD } from "../contract/channels.ts";
import { type ErrorCode, refuse } from "../contract/errors.ts";
import type { Company, Write } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { lineOf, ownerOf, releaseAccount, takeAccount } from "./lines.ts";

/** What Graph says to an administrator who links something, in words of ours; `refused` for what it says no to for good. */
export async function byGraph<T>(work: () => Promise<T>, refused: ErrorCode = "ERR_META_NOT_ALLOWED"): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    if (error.isPassing || error.isTooMany) refuse("ERR_META_UNREACHABLE");
    const detail = { code: error.code, subcode: error.subcode };
    if (error.isTokenRefused) refuse("ERR_META_TOKEN", { fields: { token: "invalid" }, detail });
    refuse(refused, { fields: { accountId: "invalid" }, detail });
  }
}

/** Makes sure at Meta that the token is good for the account, and has it tell us what happens there. */
export async function checkAccount(app: MetaApp, { kind, account }: Linkable): Promise<string> {
  return await byGraph(async () => {
    const name = await nameOf(app, kind, account);
    await subscribe(app, kind, account);
    return name;
  });
}

export interface NewLine extends Linkable {
  queueIds?: number[];
}

/** Makes the connection of an account that was checked; ERR_META_ACCOUNT_TAKEN where it is one already. */
export function addLine(tenants: Tenants, company: Company, { kind, name, account, queueIds }: NewLine): number {
  const taken = ownerOf(tenants, account.accountId);
  if (taken) refuse("ERR_META_ACCOUNT_TAKEN", { fields: { accountId: "taken" } });
  let connectionId: number | undefined;
  try {
    company.write((db) => {
      checkLimit(tenants, company, "connections", db);
      const form = { ...at(kind), name: freeName(company, name), queueIds };
      connectionId = addConnection(db, form, Date.now()).id;
      keepAccount(db, tenants.keys, connectionId, account, Date.now());
      takeAccount(tenants, company, connectionId, account.accountId);
    });
  } catch (error) {
    // The provider's file may have it already when the company's could not be written.
    if (connectionId !== undefined && lineOf(tenants, account.accountId)?.connectionId === connectionId) {
      releaseAccount(tenants, company, connectionId);
    }
    throw error;
  }
  return connectionId!;
}

/** A connection goes on at the Cloud API; what waits to be sent leaves there. */
export function moveToCloud(tenants: Tenants, company: Company, connectionId: number, account: GraphAccount): void {
  takeAccount(tenants, company, connectionId, account.accountId);
  try {
    company.write((db) => becomeCloud(db, tenants, connectionId, account));
  } catch (error) {
    releaseAccount(tenants, company, connectionId);
    throw error;
  }
}

function becomeCloud(db: Write, { keys }: Tenants, connectionId: number, account: GraphAccount): void {
  db.update(connectionTable).set({ provider: CLOUD, number: "", updatedAt: Date.now() })
    .where(eq(connectionTable.id, connectionId)).run();
  keepAccount(db, keys, connectionId, account, Date.now());
}

function at(kind: GraphKind) {
  return { channel: channelOf(kind), ...(kind === "cloud" && { provider: CLOUD }) };
}

/** Two pages may have one name, but two connections may not. */
function freeName({ read }: Company, name: string): string {
  const short = name.slice(0, 44).trim().padEnd(2, "-"), taken = new Set(connectionRows(read).map(({ name }) => name));
  if (!taken.has(short)) return short;
  let nth = 2;
  while (taken.has(`${short} (${nth})`)) nth++;
  return `${short} (${nth})`;
}
