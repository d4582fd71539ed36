import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { ChosenColumns, ListImport } from "../contract/contact_lists.ts";
import { type ErrorCode, refuse } from "../contract/errors.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { emitCount, seesLists } from "./emit.ts";
import { importOf, importRow, refuseSecondImport, UNDER_WAY } from "./list_imports.ts";
import { stopLooking } from "./look.ts";
import { readApart } from "./read_apart.ts";
import { BadSheet } from "./sheet_fault.ts";
import { type ImportRow, listImportTable } from "./table.ts";
import { storePerson } from "./store_person.ts";
import { type Undone, undoPortion } from "./undo_import.ts";

/** ms between two portions, in which everybody else has their turn. */
const PAUSE = 4;
/** Screens are shown how an import goes at most this often (ms). */
const SHOWN_EVERY = 300;

function folderOf(company: Company): string {
  return `${company.folder}/imports`;
}

/** What this process has under way, so that it can be ended, and be waited for. */
const underWay = new Map<string, { abort: AbortController; done: Promise<void> }>();
const keyOf = (company: Company, id: number) => `${company.folder} ${id}`;
/** Which imports of a company this process is at. */
const begunHere = new WeakMap<Company, Set<number>>();

/** Begins to read a sheet, which becomes the import's own file, into a list; answers at once. */
export async function beginImport(
  company: Company,
  listId: number,
  { file: sheet, columns }: { file: ReceivedFile; columns?: ChosenColumns },
  userId: number,
): Promise<ListImport> {
  await Deno.mkdir(folderOf(company), { recursive: true, mode: 0o700 });
  const row = company.write((db, emit) => {
    refuseSecondImport(db, listId);
    const values = { listId, fileName: sheet.name, state: "reading", userId, createdAt: Date.now() } as const;
    const row = db.insert(listImportTable).values(values).returning().get();
    show(emit, row);
    return row;
  });
  const begun = begunHere.get(company) ?? new Set();
  begunHere.set(company, begun.add(row.id));
  const path = `${folderOf(company)}/${row.id}`;
  try {
    await Deno.rename(sheet.path!, path);
    sheet.path = undefined;
  } catch (error) {
    begun.delete(row.id);
    company.write((db, emit) => void endImport(db, emit, row.id, "ERR_INTERNAL"));
    throw error;
  }
  const abort = new AbortController(), key = keyOf(company, row.id);
  const done = runImport(company, row, { path, columns }, abort.signal).finally(() => {
    underWay.delete(key);
    begun.delete(row.id);
  });
  underWay.set(key, { abort, done });
  return importOf(row);
}

/** A sheet to be read, by the columns that somebody has chosen. */
interface Sheet {
  path: string;
  columns?: ChosenColumns;
}

async function runImport(
  company: Company,
  { id, listId }: ImportRow,
  sheet: Sheet,
  signal: AbortSignal,
): Promise<void> {
  let failure: ErrorCode | null = null;
  try {
    await storeSheet(company, { id, listId }, sheet, signal);
  } catch (error) {
    failure = codeOf(error);
    if (failure === "ERR_INTERNAL") log.error("An import failed", { company: company.id, error });
  }
  try {
    company.write((db, emit) => void endImport(db, emit, id, failure));
  } catch (error) {
    // Whatever cannot be written now is found at the next start.
    log.error("An import's end could not be noted", { company: company.id, error });
  }
  await Deno.remove(sheet.path).catch(() => {});
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof BadSheet) return error.code;
  return isDiskFull(error) ? "ERR_STORAGE_FULL" : "ERR_INTERNAL";
}

async function storeSheet(
  company: Company,
  { id, listId }: Pick<ImportRow, "id" | "listId">,
  { path, columns }: Sheet,
  signal: AbortSignal,
): Promise<void> {
  let shownAt = 0;
  for await (const said of readApart(path, { columns }, { signal })) {
    if ("failure" in said) throw new BadSheet(said.failure);
    if ("look" in said) continue;
    company.write((db, emit) => {
      // A list that is deleted meanwhile takes its imports with it.
      if (!isThere(db, id)) throw new BadSheet("ERR_NO_CONTACT_LIST_FOUND");
      const row = "found" in said
        ? db.update(listImportTable).set({ found: said.found, state: "running" }).where(eq(listImportTable.id, id))
          .returning().get()
        : storePortion(db, { id, listId }, said.rows);
      if (Date.now() - shownAt < SHOWN_EVERY) return;
      shownAt = Date.now();
      show(emit, row);
    });
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (signal.aborted) throw new BadSheet("ERR_IMPORT_INTERRUPTED");
  }
}

function isThere(db: Read, id: number): boolean {
  return db.select({ id: listImportTable.id }).from(listImportTable).where(eq(listImportTable.id, id)).all().length > 0;
}

function storePortion(
  db: Write,
  of: { id: number; listId: number },
  rows: Parameters<typeof storePerson>[2][],
): ImportRow {
  const counts = { created: 0, updated: 0, same: 0, refused: 0 }, now = Date.now();
  for (const row of rows) counts[storePerson(db, of, row, now)]++;
  const { rowsRead, created, updated, same, refused } = listImportTable;
  return db.update(listImportTable).set({
    rowsRead: sql`${rowsRead} + ${rows.length}`,
    created: sql`${created} + ${counts.created}`,
    updated: sql`${updated} + ${counts.updated}`,
    same: sql`${same} + ${counts.same}`,
    refused: sql`${refused} + ${counts.refused}`,
  }).where(eq(listImportTable.id, of.id)).returning().get();
}

function endImport(db: Write, emit: Emit, id: number, failure: ErrorCode | null): void {
  const [row] = db.update(listImportTable)
    .set({ state: failure ? "failed" : "done", failure, endedAt: Date.now() })
    .where(eq(listImportTable.id, id)).returning().all();
  if (row) showAll(db, emit, row);
}

function show(emit: Emit, row: ImportRow): void {
  emit("contactListImport", { action: "update", record: importOf(row) }, seesLists);
}

/** The import, and the list that it has changed, of whose people screens fetch a page anew. */
function showAll(db: Write, emit: Emit, row: ImportRow): void {
  show(emit, row);
  emit("ContactListItem", { action: "reload", contactListId: row.listId }, seesLists);
  emitCount(db, emit, row.listId);
}

/** Imports that were under way when the process died have failed; what they stored until then can be taken back. */
export function endInterrupted(companies: readonly Company[]): void {
  for (const company of companies) {
    try {
      endThose(company);
    } catch (error) {
      log.error("Imports that were interrupted are not ended", { company: company.id, error });
    }
  }
}

function endThose(company: Company): void {
  // A large server looks at some of its companies when it serves already: somebody may have begun one meanwhile.
  const ours = begunHere.get(company) ?? new Set();
  const isInterrupted = and(inArray(listImportTable.state, UNDER_WAY), notInArray(listImportTable.id, [...ours]));
  // By the writer's connection: at a start it is the only one that has to be open.
  const [some] = company.latest.select({ id: listImportTable.id }).from(listImportTable).where(isInterrupted).limit(1)
    .all();
  if (!some) return;
  company.write((db) =>
    void db.update(listImportTable).set({ state: "failed", failure: "ERR_IMPORT_INTERRUPTED", endedAt: Date.now() })
      .where(isInterrupted).run()
  );
  if (ours.size > 0) return;
  try {
    Deno.removeSync(folderOf(company), { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) log.warn("Sheets of old imports stay behind", { error });
  }
}

/** Ends what is under way, and waits until it is noted. */
export async function stopImports(): Promise<void> {
  const all = [...underWay.values()];
  for (const { abort } of all) abort.abort();
  await Promise.all([stopLooking(), ...all.map(({ done }) => done)]);
}

/** Which imports are being taken back; a second time at once would count everything twice. */
const undoing = new Set<string>();

/** Takes back what an import did, but for what was changed since. */
export async function undoImport(company: Company, id: number): Promise<ListImport> {
  const { state } = importRow(company.read, id), key = keyOf(company, id);
  if (state === "undone") return importOf(importRow(company.read, id));
  if (state !== "done" && state !== "failed" || undoing.has(key)) refuse("ERR_IMPORT_RUNNING");
  undoing.add(key);
  try {
    let left: Undone = "more";
    while (left === "more") {
      left = company.write((db) => undoPortion(db, importRow(db, id)));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return company.write((db, emit) => {
      const row = db.update(listImportTable).set({ state: "undone", failure: null }).where(eq(listImportTable.id, id))
        .returning().get();
      showAll(db, emit, row);
      return importOf(row);
    });
  } finally {
    undoing.delete(key);
  }
}
