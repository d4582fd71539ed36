import { eq } from "drizzle-orm";
import { type RowOutcome, type SheetRow, SheetRowForm } from "../contract/contacts.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { faultsOf } from "../platform/faults.ts";
import { type Maker, noteMaker } from "../platform/revisions.ts";
import { addContact } from "./change.ts";
import { contactOf } from "./contacts.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { knownContact } from "./remember.ts";
import { type ContactRow, contactTable } from "./table.ts";

/** So many are imported in one transaction, that nobody else waits long for theirs. */
const AT_ONCE = 100;

/**
 * Makes or changes contacts by the rows of a spreadsheet. A contact is the same one by its number, so that rows that come a
 * second time change nothing more. The network is asked about none of them: asking for thousands at once bans numbers.
 */
export async function importRows(company: Company, rows: readonly SheetRow[], by: Maker): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    outcomes.push(...company.write((db, emit) => some.map((row) => importRow(db, emit, row, by))));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return outcomes;
}

/** What importing would do with each row, as if it were the only one. */
export function previewRows(db: Read, rows: readonly SheetRow[]): RowOutcome[] {
  return rows.map((row) => outcomeOf(row, planRow(db, row)));
}

function importRow(db: Write, emit: Emit, row: SheetRow, by: Maker): RowOutcome {
  const plan = planRow(db, row);
  if (plan.outcome === "created") addContact(db, emit, { ...plan.draft, extraInfo: [] }, undefined, by.now);
  if (plan.outcome === "updated") changeKnown(db, emit, plan, by);
  return outcomeOf(row, plan);
}

interface Draft {
  name: string;
  number: string;
  email: string;
}

type Plan =
  | { outcome: "created"; draft: Draft }
  | { outcome: "updated" | "same"; had: ContactRow; draft: Draft }
  | { outcome: "refused"; fields: Record<string, string> };

function planRow(db: Read, row: SheetRow): Plan {
  const checked = SheetRowForm.safeParse(row, { reportInput: true });
  if (!checked.success) return refused(faultsOf(checked.error.issues));
  const { name, email } = checked.data, number = canonicalNumber(checked.data.number);
  if (!number) return refused({ number: row.number.trim() ? "invalid" : "required" });
  if ([...name].length === 1) return refused({ name: "too_short" });
  const had = knownContact(db, { jid: "", phone: number });
  if (!had) return name ? { outcome: "created", draft: { name, number, email } } : refused({ name: "required" });
  const draft = { name: name || had.name, number, email: email || had.email };
  const isSame = draft.name === had.name && draft.email === had.email;
  return { outcome: isSame ? "same" : "updated", had, draft };
}

function refused(fields: Record<string, string>): Plan {
  return { outcome: "refused", fields };
}

function changeKnown(
  db: Write,
  emit: Emit,
  { had: { id }, draft: { name, email } }: { had: ContactRow; draft: Draft },
  by: Maker,
): void {
  const row = db.update(contactTable).set({ name, email, updatedAt: by.now }).where(eq(contactTable.id, id))
    .returning().get();
  noteMaker(db, { kind: "contact", id }, by);
  emit("contact", { action: "update", record: contactOf(row) });
}

function outcomeOf({ line, number }: SheetRow, plan: Plan): RowOutcome {
  if (plan.outcome === "refused") return { line, outcome: "refused", number, fields: plan.fields };
  const was = plan.outcome === "created" ? {} : { was: plan.had.name };
  return { line, outcome: plan.outcome, number: plan.draft.number, ...was };
}
