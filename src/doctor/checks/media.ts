import { filesBefore, lostFiles } from "../../messages/lost_files.ts";
import type { Read } from "../../platform/company.ts";
import type { Check } from "../check.ts";
import { companyFolders, statOf } from "../files.ts";
import { type Found, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";
import { companiesSince } from "./companies_since.ts";

/** So many of a company's newest files are looked for, unless all of them are. */
const NEWEST = 20;

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
  const todo = `balcao restore ${company} brings back what a backup has of them, and names what none has`;
  return [warning({ what: "media_missing", company, facts: { path, count, of }, says, todo })];
}

function newestOf(db: Read, path: string): Counted {
  const files = filesBefore(db, Number.MAX_SAFE_INTEGER, NEWEST);
  return { count: files.filter(({ file }) => !statOf(`${path}/${file}`)).length, of: files.length };
}

async function allOf(db: Read, path: string): Promise<Counted> {
  const { of, lost } = await lostFiles(db, path);
  return { count: lost.length, of };
}
