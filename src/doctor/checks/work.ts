import { milliseconds } from "date-fns/milliseconds";
import { and, eq, gt, gte, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import { idsAtWork } from "../../companies/companies.ts";
import { companyFiguresTable, type FiguresRow } from "../../companies/table.ts";
import { downSince } from "../../connections/history.ts";
import { connectionTable } from "../../connections/table.ts";
import type { Situation } from "../../contract/connections.ts";
import { Refusal } from "../../contract/errors.ts";
import { mailTable } from "../../mail/table.ts";
import { messageTable } from "../../messages/table.ts";
import { outboxTable } from "../../outbox/table.ts";
import type { Read } from "../../platform/company.ts";
import { areLinesHeld } from "../../supervisor/held_lines.ts";
import type { Check } from "../check.ts";
import { spanText } from "../files.ts";
import { type Found, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** ms that a connection may take to come back. */
export const DOWN = milliseconds({ minutes: 5 });
/** ms that a message may take to leave. */
const STUCK = milliseconds({ minutes: 10 });
/** ms that a mail's failure counts. */
const OF_LATE = milliseconds({ days: 1 });

/** Nobody has linked a number yet: that is no fault. */
const UNLINKED: readonly Situation[] = ["new", "connecting", "waiting_for_scan", "linking", "scan_timed_out"];

/** Connections run only while somebody serves. */
export const connections: Check = {
  name: "connections",
  fine: "Every connection that should run does",
  asksServer: true,
  // Those of a whole folder; then none runs, and none that should is down.
  isLeftOut: ({ folder }) => areLinesHeld(folder),
  look: (patient) =>
    eachAtWork(
      patient,
      ({ linesUp, linesTotal }) => linesUp < linesTotal,
      // Whoever links a number again that is held takes it from where it may still be served.
      (db, company) =>
        (areLinesHeld(patient.folder, company) ? [] : linesDown(db)).flatMap(
          ({ id, name, status, situation, since }) => {
            const ms = patient.now - since;
            if (ms <= (patient.downAfter ?? DOWN)) return [];
            const says = `Connection ${id} is ${status} (${situation}), and has been down for ${spanText(ms)}`;
            const todo = "See the page Connections of the company: link the number again, or press Restart";
            return [warning({ what: "connection_down", company, facts: { id, name, ms }, says, todo })];
          },
        ),
    ),
};

/** Connections that were linked, should run and do not, each with since when (ms). */
function linesDown(db: Read) {
  return db.select().from(connectionTable)
    .where(and(eq(connectionTable.shouldRun, true), ne(connectionTable.status, "CONNECTED"))).all()
    .filter(({ number, situation }) => number !== "" || !UNLINKED.includes(situation))
    .map((row) => ({ ...row, since: downSince(db, row) }));
}

export const outbox: Check = {
  name: "outbox",
  fine: "What is to be sent leaves",
  asksServer: true,
  look: (patient) =>
    eachAtWork(patient, ({ outbox }) => outbox > 0, (db, company) => {
      const [found] = db.select({ count: sql<number>`count(*)`, oldest: sql<number>`min(${messageTable.createdAt})` })
        .from(outboxTable).innerJoin(messageTable, eq(messageTable.id, outboxTable.messageId))
        .where(and(eq(outboxTable.what, "send"), lt(messageTable.createdAt, patient.now - STUCK))).all();
      if (!found?.count) return [];
      const { count } = found, ms = patient.now - found.oldest;
      const says = `${count} messages wait to be sent, the oldest for ${spanText(ms)}`;
      const todo =
        "See whether the company's connections run; what cannot be sent in time is given up and marked as failed";
      return [warning({ what: "outbox_stuck", company, facts: { count, ms }, says, todo })];
    }),
};

/**
 * Of the companies that are served now, those whose figures say that it is worth it, so that not all files are opened. One
 * that cannot be read is for `damage` to say.
 */
function eachAtWork(
  { running, now, read }: Patient,
  isWorthIt: (figures: FiguresRow) => boolean,
  look: (db: Read, company: number) => Found[],
): Found[] {
  if (!running || running.tenants.outage !== undefined) return [];
  const { tenants } = running;
  const known = new Map(
    tenants.provider.read.select().from(companyFiguresTable).all().map((row) => [row.companyId, row]),
  );
  const isQuiet = (id: number) => {
    const figures = known.get(id);
    return figures !== undefined && figures.rolledUpAt !== null && !isWorthIt(figures);
  };
  return idsAtWork(tenants, new Date(now)).filter((id) => !tenants.quarantine.has(id) && !isQuiet(id)).flatMap((id) => {
    try {
      return look(read(id)!, id);
    } catch (error) {
      // Damaged, or it rests while it is moved or restored: what stands still then is none of these checks' business.
      if (error instanceof Refusal) return [];
      throw error;
    }
  });
}

export const mail: Check = {
  name: "mail",
  fine: "E-mails leave",
  look({ read, now }) {
    const db = read(0);
    const failing = db?.select({ fault: mailTable.fault }).from(mailTable).where(and(
        gte(mailTable.createdAt, now - OF_LATE),
        isNotNull(mailTable.fault),
        ne(mailTable.fault, "receiver"),
        or(eq(mailTable.state, "failed"), and(eq(mailTable.state, "queued"), gt(mailTable.attempts, 0))),
      )).all() ?? [],
      count = failing.length;
    if (count === 0) return [];
    const faults = [...new Set(failing.map(({ fault }) => fault))].join(", ");
    const says = `${count} e-mails of the last day could not be sent: ${faults}`;
    const todo = "Check the mail server in the provider's settings, by its test mail";
    return [warning({ what: "mail_failing", facts: { count, faults }, says, todo })];
  },
};
