import type { AuditChange } from "../contract/audit.ts";
import type { Company } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tenants } from "../platform/tenants.ts";

/** What somebody may change, as it is at the moment. */
export interface Look {
  name: string;
  fields: Record<string, unknown>;
}

export interface Where {
  tenants: Tenants;
  company: Company;
}

export type Looker = (where: Where, id: never) => Look;

/** Of a longer text this much (characters) is kept. */
const LONGEST = 2000;

/** What nobody may read: of two it is known whether they are the same, and no more. */
class Secret {
  constructor(readonly digest: string) {}
}

/** A field that only says that it was set, changed or cleared. */
export function secretField(keys: Keys, value: string): Secret | null {
  return value ? new Secret(keys.digest(`audited ${value}`)) : null;
}

/** What is named by one of its fields. */
export function named({ name, ...fields }: { name: string }): Look {
  return { name, fields: { name, ...fields } };
}

/** Field by field what is other than it was. */
export function changesOf(had: Look | undefined, has: Look | undefined): AuditChange[] {
  const fields = new Set([...Object.keys(had?.fields ?? {}), ...Object.keys(has?.fields ?? {})]);
  return [...fields].flatMap((field) => changeOf(field, had?.fields[field], has?.fields[field]) ?? []);
}

function changeOf(field: string, had: unknown, has: unknown): AuditChange | undefined {
  if (had instanceof Secret || has instanceof Secret) return secretChange(field, had as Secret, has as Secret);
  const before = textOf(had), after = textOf(has);
  return before === after ? undefined : { field, before, after };
}

function secretChange(field: string, had?: Secret | null, has?: Secret | null): AuditChange | undefined {
  if (had?.digest === has?.digest) return undefined;
  return { field, before: null, after: null, secret: !had ? "set" : has ? "changed" : "cleared" };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, LONGEST);
}
