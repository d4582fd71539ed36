import { sql } from "drizzle-orm";
import type { Company } from "../platform/company.ts";
import { openDbFile } from "../platform/db.ts";
import { explain } from "./explain.ts";

/** Tables of which a company has a handful of rows, whatever it does; and lists that are handed over. */
const SMALL = /^SCAN (queues|user_queues|tags|connections|settings|users|holds|webhooks|json_each)\b/;
/** What is no table: what another step has made, a table's search, a row of values. */
const NO_WALK = /VIRTUAL TABLE|CONSTANT ROW|^SCAN (\(?subquery|found|page|one|some|side|moves|f\b)/;
/** Read in the order of the list, and no further than its page. */
const PAGES = ["contacts_in_order", "contacts_by_number", "contacts_by_email"];
/** Inside one row: the tags of one ticket. */
const IN_A_ROW = /TEMP B-TREE FOR (json_group_array|group_concat)\(/;

/** A statement with how SQLite goes about it. */
export interface Planned {
  statement: string;
  plan: string[];
}

/** What the test itself asks says so: "the test". */
export function plansOf(statements: string[], { folder, aurora }: { folder: string; aurora: Company }): Planned[] {
  const files = [explain(`${aurora.folder}/company.db`), explain(`${folder}/provider.db`)];
  try {
    return statements
      .filter((one) => /^\s*(select|insert|update|delete|with)\b/i.test(one) && !one.includes("the test"))
      .map((statement) => ({ statement, plan: planOf(statement, files) }));
  } finally {
    for (const file of files) file.close();
  }
}

/** By whichever file has its tables. */
function planOf(statement: string, files: ReturnType<typeof explain>[]): string[] {
  for (const file of files) {
    try {
      return file.planOf(statement);
    } catch (error) {
      if (!/no such (table|column)/.test(String(error))) throw error;
    }
  }
  throw new Error(`No file has the tables of ${statement}`);
}

/** What may be few, or seldom asked: how its step or its statement is known, and why. */
export type Named = Record<string, string>;

/** Walks through what grows, and sorts what an index could have in order; but for what is named. */
export function faultsOf({ statement, plan }: Planned, sortsFew: Named, walksFew: Named = {}): string[] {
  const isNamed = (step: string, named: Named) =>
    Object.keys(named).some((part) => `${step} ← ${statement}`.includes(part));
  return plan.filter((step) =>
    step.includes("TEMP B-TREE")
      ? !isNamed(step, sortsFew) && !IN_A_ROW.test(step)
      : step.startsWith("SCAN ") && !isNamed(step, walksFew) && !SMALL.test(step) && !NO_WALK.test(step) &&
        !isPage(step, statement)
  ).map((step) => `${step} ← ${statement.replace(/\s+/g, " ").slice(-600)}`);
}

function isPage(step: string, statement: string): boolean {
  const [, index = ""] = /^SCAN \w+ USING INDEX (\w+)$/.exec(step) ?? [];
  return PAGES.includes(index) && / limit \?( offset \?)?$/.test(statement);
}

/** What hands over as an argument what a partial index says of a column: SQLite plans such a statement anew each time. */
export function plannedAnew(planned: Planned[], company: Company): string[] {
  const partial = partialConditions(company);
  return planned.map(({ statement }) => statement).filter((one) =>
    partial.some((condition) => one.includes(condition))
  );
}

/** `"tickets"."is_group" = ?` for an index of those tickets where is_group = 1. */
function partialConditions({ folder }: Company): string[] {
  const { db, close } = openDbFile(`${folder}/company.db`, { readonly: true });
  const indexes = db.all<{ table: string; sql: string }>(
    sql`select tbl_name as "table", sql from sqlite_master /* the test */ where type = 'index' and sql like '%where%'`,
  );
  close();
  return indexes.flatMap(({ table, sql }) => {
    const [, condition = ""] = sql.split(/\bwhere\b/i);
    return [...condition.matchAll(/(\w+) (=|<>|>|<) /g)].map(([, column, sign]) => `"${table}"."${column}" ${sign} ?`);
  });
}
