import { asc, eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { refuse } from "../contract/errors.ts";
import type { Help, HelpForm } from "../contract/helps.ts";
import type { Read, Write } from "../platform/company.ts";
import { folded } from "../platform/full_text.ts";
import { nextRevision, refuseIfOther } from "../platform/provider_revisions.ts";
import { type HelpRow, helpTable } from "./table.ts";

export const HELP_PAGE = 20;

/** All of it, in the order in which it was written; `db` is provider.db here, always. */
export function listHelps(db: Read): Help[] {
  return db.select().from(helpTable).orderBy(asc(helpTable.id)).all().map(helpOf);
}

/** A page of those that have the searched letters in their title or text. */
export function searchHelps(db: Read, { searchParam, pageNumber }: { searchParam: string; pageNumber: number }) {
  const wanted = folded(searchParam);
  const found = listHelps(db).filter(({ title, description }) => folded(`${title}\n${description}`).includes(wanted));
  const from = (pageNumber - 1) * HELP_PAGE;
  return { helps: found.slice(from, from + HELP_PAGE), hasMore: found.length > from + HELP_PAGE };
}

type HelpValues = z.output<typeof HelpForm>;

export function addHelp(db: Write, values: HelpValues, now: number): Help {
  return helpOf(db.insert(helpTable).values({ ...values, createdAt: now }).returning().get());
}

/** Changes one; `was` is the revision that its maker saw. */
export function changeHelp(
  db: Write,
  id: number,
  { was, ...values }: HelpValues & { was?: number },
  { by, now }: { by: { id: number; name: string }; now: number },
): Help {
  const had = helpRow(db, id);
  refuseIfOther(had, was, helpOf(had));
  return helpOf(
    db.update(helpTable).set({ ...values, ...nextRevision(had, by, now) }).where(eq(helpTable.id, id)).returning()
      .get()!,
  );
}

export function removeHelp(db: Write, id: number): void {
  helpRow(db, id);
  db.delete(helpTable).where(eq(helpTable.id, id)).run();
}

function helpRow(db: Read, id: number): HelpRow {
  return db.select().from(helpTable).where(eq(helpTable.id, id)).all()[0] ?? refuse("ERR_NO_HELP_FOUND");
}

function helpOf({ id, title, description, video, revision }: HelpRow): Help {
  return { id, title, description, video, revision };
}
