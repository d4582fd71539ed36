import { and, desc, isNotNull, lt } from "drizzle-orm";
import { mediaTable } from "../../messages/table.ts";
import type { Read } from "../../platform/company.ts";
import type { Check } from "../check.ts";
import { companyFolders, entries, statOf } from "../files.ts";
import { type Found, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";
import { companiesSince } from "./companies_since.ts";

/** So many of a company's newest files are looked for, unless all of them are. */
const NEWEST = 20;
/** Of so many at once it is asked whether they are there; between two times others go on. */
const AT_ONCE = 2000;

/** What people and customers have sent: a message names its file, and somebody may have deleted that. */
export const media: Check = {
  name: "media",
  fine: "The files of messages are there; without --deep the newest were looked for",
  async look(patient) {
    const { folder, isDeep, running } = patient, known = companiesSince(patient), found: Found[] = [];
    for (const company of companyFolders(folder).filter((id) => known.has(id))) {
      const db = running?.tenants.quarantine.has(company) ? undefined : readOf(patient, company);
      if (!db) continue;
      const path = `${folder}/${company}/media`;
      found.push(...missing({ company, path }, isDeep ? await allOf(db, path) : newestOf(db, path)));
    }
    return found;
  },
};

/** What cannot be opened is said elsewhere. */
function readOf(patient: Patient, companyId: number): Read | undefined {
  try {
    return patient.read(companyId);
  } catch {
    return undefined;
  }
}

interface Counted {
  count: number;
  of: number;
}

function missing({ company, path }: { company: number; path: string }, { count, of }: Counted): Found[] {
  if (count === 0) return [];
  const says = `Missing in ${path}: ${count} of ${of} files that were looked for`;
  const todo = `Bring them back from a backup: balcao restore ${company}`;
  return [warning({ what: "media_missing", company, facts: { path, count, of }, says, todo })];
}

function newestOf(db: Read, path: string): Counted {
  const names = namesBefore(db, Number.MAX_SAFE_INTEGER, NEWEST).map(({ file }) => file!);
  return { count: names.filter((name) => !statOf(`${path}/${name}`)).length, of: names.length };
}

async function allOf(db: Read, path: string): Promise<Counted> {
  const there = new Set(entries(path).map(({ name }) => name)), counted = { count: 0, of: 0 };
  for (let before = Number.MAX_SAFE_INTEGER;;) {
    const rows = namesBefore(db, before, AT_ONCE);
    counted.of += rows.length;
    counted.count += rows.filter(({ file }) => !there.has(file!)).length;
    if (rows.length < AT_ONCE) return counted;
    before = rows.at(-1)!.messageId;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function namesBefore(db: Read, before: number, limit: number) {
  const { messageId, file } = mediaTable;
  return db.select({ messageId, file }).from(mediaTable).where(and(isNotNull(file), lt(messageId, before)))
    .orderBy(desc(messageId)).limit(limit).all();
}
