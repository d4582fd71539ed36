import { writeEntry } from "../audit/audit.ts";
import { AUDITED } from "../audit/audited.ts";
import { changesOf, type Look, type Looker } from "../audit/look.ts";
import type { AuditChange, AuditedCall, CommandDeed } from "../contract/audit.ts";
import { Refusal } from "../contract/errors.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";

interface Noted {
  companyId: number;
  /** The call that would have done it, or what only a command does. */
  what: AuditedCall | CommandDeed;
  /** The number of what is changed. */
  target: number;
  /** What the two looks before and after it do not show. */
  changes?: AuditChange[];
  /** By what it is known, where that is to be said; else it was nobody. */
  who?: string;
}

/** Does something and notes it in the company's log, as a route would; there it has no person: nobody is logged in. */
export async function noting<T>(tenants: Tenants, noted: Noted, work: () => T | Promise<T>): Promise<T> {
  const before = look(tenants, noted), done = await work();
  note(tenants, noted, before);
  return done;
}

/** The same for what has been added just now. */
export function note(tenants: Tenants, noted: Noted, before?: Look): void {
  const { companyId, what, target, who = "" } = noted, after = look(tenants, noted);
  const changes = noted.changes ?? (after ? changesOf(before, after) : []);
  const nobody = { userId: null, who, actedBy: null, address: "" };
  const entry = {
    ...nobody,
    at: Date.now(),
    what,
    target: String(target),
    name: (after ?? before)?.name ?? "",
    changes,
  };
  try {
    tenants.company(companyId).write((db) => writeEntry(db, entry));
  } catch (error) {
    const isUnserved = error instanceof Refusal && error.code === "ERR_COMPANY_UNAVAILABLE";
    // Its file is gone, which was said already.
    if (isUnserved) {
      log.warn("What a command did is not noted: the company's file cannot be opened", { company: companyId });
    } else log.error("What a command did could not be noted", { company: companyId, error });
  }
}

function look(tenants: Tenants, { companyId, what, target }: Noted): Look | undefined {
  const looker = (AUDITED as Partial<Record<typeof what, Looker | true>>)[what];
  try {
    return looker === true || looker === undefined
      ? undefined
      : looker({ tenants, company: tenants.company(companyId) }, target as never);
  } catch {
    // It is not there yet, or not any more.
    return undefined;
  }
}
