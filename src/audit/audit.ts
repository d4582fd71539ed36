import { milliseconds } from "date-fns/milliseconds";
import { and, type Column, desc, gte, inArray, like, lt, or, type SQL, sql } from "drizzle-orm";
import type { AuditedCall, AuditEntry, AuditKind } from "../contract/audit.ts";
import type { Read, Write } from "../platform/company.ts";
import { preparedInsert } from "../platform/prepared.ts";
import { providerSetting } from "../provider_settings/provider_settings.ts";
import { dayAfter, startOfDay } from "../shared/clock.ts";
import { auditTable } from "./table.ts";

export const AUDIT_PAGE = 50;
export const AUDIT_EXPORT = 1000;

/** Which calls each kind is about, by the beginning of their name. */
const OF_KIND: Record<AuditKind, readonly string[]> = {
  logins: ["access.", "security.", "passwordLinks."],
  users: ["users.", "passwordLinks."],
  settings: [
    "settings.",
    "holding.",
    "apiTokens.",
    "webhooks.",
    "holidays.",
    "companies.schedules",
    "companies.timeZone",
  ],
  connections: ["connections.", "webchat."],
  queues: ["queues.", "wholeQueues.", "queueOptions."],
  contacts: ["contactLists.", "listImports.", "optOuts.", "contacts.", "merges.", "privacy."],
  tickets: ["tickets.", "severalTickets.", "messages.", "notes.", "schedules."],
  texts: ["quickReplies.", "tags.", "chats."],
  campaigns: ["campaigns.", "campaignSettings."],
  provider: [
    "setUp.",
    "backups.",
    "restores.",
    "lines.",
    "companies.",
    "plans.",
    "providerSettings.",
    "announcements.",
    "helps.",
    "mail.",
    "alerts.",
    "pix.",
    "brand.",
  ],
  money: ["invoices."],
  exports: ["contacts.export", "privacy.export", "campaigns.export", "audit.export", "cockpit.export"],
  support: ["acting."],
};

export type NewEntry = Omit<AuditEntry, "id" | "at"> & { at: number };

const COLUMNS = ["at", "userId", "who", "actedBy", "address", "what", "target", "name", "changes"] as const;
const insert = preparedInsert(auditTable, COLUMNS);

export function writeEntry(db: Write, entry: NewEntry): void {
  insert(db, entry);
}

/** Whose entries are about a setting, which their target names. */
const OF_SETTINGS = ["settings.change", "providerSettings.change"] satisfies AuditedCall[];

interface Asked {
  searchParam: string;
  calls?: string[];
  settings?: string[];
  kind?: AuditKind;
  from?: string;
  to?: string;
  before?: number;
}

/** What people did, the newest first; days are the company's. */
export function listEntries(db: Read, asked: Asked, timeZone: string, most: number) {
  const { kind, from, to, before } = asked;
  const { id, at, what } = auditTable;
  const where = and(
    before ? lt(id, before) : undefined,
    from ? gte(at, startOfDay(timeZone, from)) : undefined,
    to ? lt(at, startOfDay(timeZone, dayAfter(to))) : undefined,
    kind ? or(...OF_KIND[kind].map((start) => like(what, `${start}%`))) : undefined,
    isFound(asked),
  );
  const rows = db.select().from(auditTable).where(where).orderBy(desc(id)).limit(most + 1).all();
  return {
    entries: rows.slice(0, most).map((row): AuditEntry => ({ ...row, at: new Date(row.at).toISOString() })),
    hasMore: rows.length > most,
  };
}

/** By what is written in an entry, or by what the screen writes for its call or its setting. */
function isFound({ searchParam, calls = [], settings = [] }: Asked): SQL | undefined {
  if (!searchParam) return undefined;
  const { who, actedBy, name, target, address, what } = auditTable;
  const letters = `%${searchParam.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const has = (column: Column) => sql`${column} like ${letters} escape '\\'`;
  return or(
    ...[who, actedBy, name, target, address].map(has),
    calls.length > 0 ? inArray(what, calls) : undefined,
    settings.length > 0 ? and(inArray(what, OF_SETTINGS), inArray(target, settings)) : undefined,
  );
}

/** For how many months the provider has entries kept. `db` is provider.db here. */
export function auditMonths(db: Read): number {
  return Number(providerSetting(db, "auditMonths"));
}

/** Forgets what was longer ago than so many months. */
export function forgetOldEntries(db: Write, months: number, now: number): void {
  db.delete(auditTable).where(lt(auditTable.at, now - milliseconds({ months }))).run();
}
