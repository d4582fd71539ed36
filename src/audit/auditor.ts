import { companyRow } from "../companies/companies.ts";
import type { AuditChange, AuditedCall } from "../contract/audit.ts";
import type { AnyCall } from "../contract/call.ts";
import { CALLS } from "../contract/contract.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Asked, Auditor } from "../platform/routes.ts";
import { writeEntry } from "./audit.ts";
import { AUDITED, COMPANY_OF } from "./audited.ts";
import { changesOf, type Look, type Looker, type Where } from "./look.ts";
import { type Stranger, STRANGERS } from "./strangers.ts";

const NAMES = new Map<AnyCall, string>(
  Object.entries(CALLS).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([name, call]) => [call, `${noun}.${name}`] as const)
  ),
);

/** Of many rows at once no more are noted one by one. */
const MOST_ROWS = 500;

/** What there is one of: it needs no id to be looked at. */
const WHOLE = new Set([
  "mail.save",
  "mail.forget",
  "alerts.save",
  "pix.save",
  "pix.setCertificate",
  "brand.change",
  "invoices.choosePlan",
]);
/** Calls after which something may be other than before; all others add it, take it away, or change nothing. */
const CHANGING = new RegExp(
  `\\.(${
    ["change", "add", "schedules", "timeZone", "saveTree", "save", "forget", "confirm", "decide", "choosePlan"].join(
      "|",
    )
  }|(set|drop)(Picture|Certificate|File))$`,
);

/** Which fields of the answer say what only that knows. */
const ANSWERED: Partial<Record<string, readonly string[]>> = {
  "restores.apply": ["moment"],
  "restores.undo": ["moment"],
};

type Id = number | string;
type AnyAsked = Asked<AnyCall>;

/**
 * Notes who did what with which change, after it is done, in the log of the company that it was done in, and where that is
 * another, in that of who did it. Of those who act as somebody every step is noted.
 */
export const auditor: Auditor = (call, asked) => {
  const what = NAMES.get(call);
  const isActing = asked.session?.actedBy !== undefined && call.method !== "GET";
  const looker: typeof AUDITED[AuditedCall] | undefined = what === undefined ? undefined : AUDITED[what as AuditedCall];
  if (what === undefined || (looker === undefined && !isActing)) return;
  const where = placeOf(what, asked as AnyAsked);
  const look = (id: Id) => looker === undefined || looker === true ? undefined : lookAt(looker, where, id);
  const named = idsIn(asked as AnyAsked).slice(0, MOST_ROWS),
    ids = named.length === 0 && WHOLE.has(what) ? [""] : named;
  const before = new Map(ids.map((id) => [id, look(id)]));
  const strangerIn = STRANGERS[what as AuditedCall]?.(asked.tenants, asked.body);
  return (answer) => {
    try {
      const stranger = strangerIn?.(answer as Answer);
      note(what, asked as AnyAsked, { where, ids, before, look, stranger }, answer as Answer);
    } catch (error) {
      log.error("What somebody did could not be noted", { error, what });
    }
  };
};

export interface Answer {
  id?: unknown;
  user?: { id: number; name: string; companyId: number; actedBy?: string };
  outcomes?: { id: number; error?: string }[];
  company?: { id?: unknown };
}

interface Seen {
  where: Where | undefined;
  ids: Id[];
  before: Map<Id, Look | undefined>;
  look: (id: Id) => Look | undefined;
  stranger: Stranger | undefined;
}

function note(what: string, asked: AnyAsked, { where, ids, before, look, stranger }: Seen, answer: Answer): void {
  const { tenants, session, http } = asked;
  const known = answer.user ?? stranger, person = session?.person ?? known;
  if (!person) return;
  // What was restored meanwhile has another file than when the call began.
  const own = tenants.company(session?.company.id ?? known!.companyId);
  const failed = new Set(answer.outcomes?.filter(({ error }) => error).map(({ id }) => id as Id));
  const added = ids.length > 0 ? undefined : idOf(answer) ?? (stranger?.id === null ? stranger.companyId : undefined);
  const rows = ids.length > 0 ? ids.filter((id) => !failed.has(id)) : [added];
  const otherId = where?.company.id ?? stranger?.alsoIn;
  const companies = otherId !== undefined && otherId !== own.id ? [tenants.company(otherId), own] : [own];
  for (const company of companies) {
    const isOwn = company === own;
    const by = {
      // A program is nobody of the company's.
      ...{ at: Date.now(), userId: isOwn && !session?.token ? person.id : null, who: person.name },
      ...{ actedBy: session?.actedBy ?? null, address: http.var.caller.address, what },
    };
    const entries = rows.map((id) => {
      const had = id === undefined ? undefined : before.get(id);
      const has = id === undefined || /\.(remove|removeMany)$/.test(what) ? undefined : look(id);
      const changes = CHANGING.test(what) ? changesOf(had, has) : answered(what, answer);
      return { ...by, target: String(id ?? ""), name: (has ?? had)?.name ?? "", changes };
    });
    try {
      company.write((db) => entries.forEach((entry) => writeEntry(db, entry)));
    } catch (error) {
      // The other's log has it all the same.
      log.error("What somebody did could not be noted", { error, what, company: company.id });
    }
  }
}

function answered(what: string, answer: Answer): AuditChange[] {
  const said = answer as Record<string, unknown>, fields = ANSWERED[what] ?? [];
  return changesOf(undefined, { name: "", fields: Object.fromEntries(fields.map((field) => [field, said[field]])) });
}

/** Where it is done: super users change other companies, too. */
function placeOf(what: string, { tenants, company, person, params, body, query }: AnyAsked): Where | undefined {
  if (!company) return undefined;
  const { companyId } = { ...query, ...body } as { companyId?: unknown };
  const { id } = params as { id?: number };
  const other = !person.super ? undefined : what in COMPANY_OF ? lookUp(COMPANY_OF[what]!, tenants, id) : companyId;
  // The call itself refuses a company that there is not.
  const isThere = typeof other === "number" && companyRow(tenants, other)?.removedAt === null;
  return { tenants, company: isThere ? tenants.company(other) : company };
}

function lookUp(companyOf: (tenants: Tenants, id: number) => number, tenants: Tenants, id: number | undefined) {
  try {
    return id === undefined ? undefined : companyOf(tenants, id);
  } catch {
    // It is not there: the call will say so.
    return undefined;
  }
}

function idsIn({ params, body }: AnyAsked): Id[] {
  const { id, key, uuid } = params as { id?: Id; key?: Id; uuid?: Id };
  const { ids, invoiceId } = (body ?? {}) as { ids?: Id[]; invoiceId?: Id };
  const one = id ?? key ?? uuid ?? invoiceId;
  return one !== undefined ? [one] : Array.isArray(ids) ? [...new Set(ids)] : [];
}

function idOf({ id, company }: Answer): Id | undefined {
  const found = id ?? company?.id;
  return typeof found === "number" || typeof found === "string" ? found : undefined;
}

function lookAt(looker: Looker, where: Where | undefined, id: Id): Look | undefined {
  try {
    return where && looker(where, id as never);
  } catch {
    // It is not there: the call will say so.
    return undefined;
  }
}
