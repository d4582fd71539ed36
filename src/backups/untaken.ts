import { isNotNull } from "drizzle-orm";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { isPart } from "../platform/media.ts";
import { pathIn, systemWords } from "../platform/system_words.ts";
import { PROVIDER } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { shapeOf } from "./log_file.ts";
import { mediaFolder } from "./media_folder.ts";
import { chainTable } from "./table.ts";

/** What somebody has written that is in no piece yet, so that every place lacks it. */
export interface Untaken {
  /** 0 = the provider's. */
  companyId: number;
  /** Pieces at least, and bytes. */
  objects: number;
  bytes: number;
  /** Milliseconds. */
  since: number;
  /** Why it cannot be taken; null while it only waits for its turn: a second, files a minute. */
  why: string | null;
}

/** One for each company: since the oldest of it, and the first thing that stands in the way. */
export function byCompany(all: readonly Untaken[]): Map<number, Untaken> {
  const found = new Map<number, Untaken>();
  for (const one of all) {
    const { companyId, objects, bytes, since, why } = one, had = found.get(companyId);
    found.set(
      companyId,
      !had ? one : {
        ...{ companyId, objects: had.objects + objects, bytes: had.bytes + bytes },
        since: Math.min(had.since, since),
        why: had.why ?? why,
      },
    );
  }
  return found;
}

/**
 * What no piece has of companies whose files nobody takes now, as there is no server, or no key: what could not be taken when
 * there was one, and what a process that died, or serves without a key, has left in logs and folders of media.
 */
export function untakenIn(ledger: Ledger, companyIds: readonly number[]): Untaken[] {
  const failing = ledger.db.select().from(chainTable).where(isNotNull(chainTable.untakenSince)).all()
    .map(({ companyId, untakenSince, untakenWhy }) => ({
      ...{ companyId, objects: 1, bytes: 0 },
      since: untakenSince!,
      why: untakenWhy ?? "",
    }));
  const left = companyIds.flatMap((id) => [leftInLog(ledger, id), leftOfMedia(ledger, id)]);
  return [...byCompany([...failing, ...left.filter((one) => one !== undefined)]).values()];
}

function leftInLog(ledger: Ledger, companyId: number): Untaken | undefined {
  const chain = ledger.chainOf(companyId), path = fileOf(ledger.folder, companyId);
  // Of what is missing as a whole that is told.
  if (!chain || chain.baseAt === null) return undefined;
  const file = shapeOf(path), log = shapeOf(`${path}-wal`), bytes = log.fileSize - (chain.position?.offset ?? 0);
  const isSame = file.fileSize === chain.fileSize && file.fileMtime === chain.fileMtime;
  if (isSame && bytes <= 0) return undefined;
  return { companyId, objects: 1, bytes: Math.max(0, bytes), since: log.fileMtime || file.fileMtime, why: null };
}

function leftOfMedia(ledger: Ledger, companyId: number): Untaken | undefined {
  const folder = mediaFolder(ledger.folder, companyId), known = ledger.mediaOf(companyId, 0);
  const left = filesIn(folder).filter((name) => !known.has(name)).map((name) => shapeOf(`${folder}/${name}`));
  if (left.length === 0) return undefined;
  const bytes = left.reduce((sum, { fileSize }) => sum + fileSize, 0);
  return {
    ...{ companyId, objects: left.length, bytes },
    since: Math.min(...left.map(({ fileMtime }) => fileMtime)),
    why: null,
  };
}

function filesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name, isFile }) => isFile && !isPart(name) ? [name] : []);
  } catch {
    return [];
  }
}

function fileOf(folder: string, companyId: number): string {
  return companyId === PROVIDER ? `${folder}/provider.db` : `${folder}/${companyId}/company.db`;
}

/** Why something could not be taken, for people: the folder or file, and what is wrong with it. */
export function whyUntaken(error: unknown, { spool, folder }: Pick<Ledger, "spool" | "folder">): string {
  // Of a piece its name says nothing, and what fails while it is written names no path at all.
  const path = pathIn(error) ?? spool;
  const words = systemWords(error);
  if (words !== undefined) return `${path.startsWith(`${spool}/`) ? spool : path}: ${words}`;
  if (isDiskFull(error)) return `${folder}: its disk is full`;
  // The library's own error says the statement, its cause what is wrong.
  let at = error as Error;
  while (at.cause instanceof Error) at = at.cause;
  return at.message;
}

/** Said once, when it begins. */
export function logUntaken(company: number, error: unknown): void {
  log.error("What a company has written cannot be taken for the backup", { company, error });
}

/** Said once, when it is over; `since` in ms. */
export function logTakenAgain(company: number, since: number): void {
  log.info("What a company writes is taken again for the backup", { company, since: new Date(since).toISOString() });
}
