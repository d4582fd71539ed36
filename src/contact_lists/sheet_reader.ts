import type { ChosenColumns, FoundColumns, SheetLook } from "../contract/contact_lists.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { lookOf, peopleOf, type PersonRow } from "./sheet.ts";
import { BadSheet } from "./sheet_fault.ts";

/** What the process that reads a sheet says: one line of JSON for each. */
export type Said = { look: SheetLook } | { found: FoundColumns } | { rows: PersonRow[] } | { failure: ErrorCode };

/** What is wanted of it: what columns it has, or its people, by the columns that somebody has chosen. */
export type Asked = { look: true } | { columns?: ChosenColumns };

/** So many rows are said at once; the server stores as many in one transaction. */
const PORTION = 200;

/**
 * Reads a sheet and says what is in it. It is done in a process of its own, which may read this one file and nothing else:
 * whatever a sheet does to it, nobody but its import comes to harm. `asked` is JSON of what is wanted.
 */
export function readAloud(path: string, asked: string): void {
  try {
    const wanted = JSON.parse(asked) as Asked, bytes = Deno.readFileSync(path);
    if ("look" in wanted) return say({ look: lookOf(bytes) });
    const { found, rows } = peopleOf(bytes, wanted.columns);
    say({ found });
    for (let from = 0; from < rows.length; from += PORTION) say({ rows: rows.slice(from, from + PORTION) });
  } catch (error) {
    if (!(error instanceof BadSheet)) throw error;
    say({ failure: error.code });
  }
}

function say(what: Said): void {
  const bytes = new TextEncoder().encode(`${JSON.stringify(what)}\n`);
  for (let from = 0; from < bytes.length;) from += Deno.stdout.writeSync(bytes.subarray(from));
}

if (import.meta.main) readAloud(Deno.args[0]!, Deno.args[1]!);
