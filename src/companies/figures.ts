import { eq } from "drizzle-orm";
import type { CompanyFigures } from "../contract/cockpit.ts";
import type { Read, Write } from "../platform/company.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import type { Tenants } from "../platform/tenants.ts";
import { companyFiguresTable, type FiguresRow } from "./table.ts";

const NOTHING: Omit<FiguresRow, "companyId"> = {
  ...{ linesUp: 0, linesTotal: 0, waiting: 0, open: 0, day: "", messagesToday: 0, lastMessageId: 0 },
  ...{ lastLoginAt: null, storage: 0, users: 0, connections: 0, queues: 0, outbox: 0, fileSize: 0, rolledUpAt: null },
};

/** A company's as they are now; `db` is provider.db. */
export function figuresRow(db: Read, companyId: number): FiguresRow {
  return db.select().from(companyFiguresTable).where(eq(companyFiguresTable.companyId, companyId)).all()[0] ??
    { companyId, ...NOTHING };
}

/** Changes some of a company's; `db` is provider.db. */
export function setFigures(db: Write, companyId: number, change: Partial<FiguresRow>): void {
  db.insert(companyFiguresTable).values({ companyId, ...change })
    .onConflictDoUpdate({ target: companyFiguresTable.companyId, set: change }).run();
}

/** Somebody of the company has logged in (`now` in ms); `db` is provider.db. */
export function noteLogin(db: Write, companyId: number, now: number): void {
  setFigures(db, companyId, { lastLoginAt: now });
}

/** Of a company that is not served no line is up, whatever was so when it was last looked into. */
export function figuresNow<Row extends FiguresRow | null>({ quarantine }: Pick<Tenants, "quarantine">, row: Row): Row {
  return row !== null && quarantine.has(row.companyId) ? { ...row, linesUp: 0 } : row;
}

/** As screens get them; messages of another day than `today` are none of today's. */
export function figuresOf(row: FiguresRow | null, today: string): CompanyFigures {
  const { day, messagesToday, lastLoginAt, rolledUpAt, ...rest } = row ?? NOTHING;
  const { linesUp, linesTotal, waiting, open, storage, users, connections, queues } = rest;
  return {
    ...{ linesUp, linesTotal, waiting, open, storage, users, connections, queues },
    messagesToday: day === today ? messagesToday : 0,
    lastLoginAt: lastLoginAt === null ? null : new Date(lastLoginAt).toISOString(),
    isKnown: rolledUpAt !== null,
  };
}

/** Lets the screens of super users follow; `today` is YYYY-MM-DD in the company's zone. */
export function publishFigures(tenants: Tenants, companyId: number, today: string): void {
  const figures = figuresOf(figuresNow(tenants, figuresRow(tenants.provider.read, companyId)), today);
  publishToSupers(tenants, "companyFigures", { companyId, isUnreadable: tenants.quarantine.has(companyId), figures });
}
