import { filesBefore, lostFiles, lostOf } from "../../messages/lost_files.ts";
import type { Read } from "../../platform/company.ts";
import type { Check } from "../check.ts";
import { companyFolders } from "../files.ts";
import { type Found, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";
import { companiesSince } from "./companies_since.ts";

/** So many of a company's newest files are looked for, unless all of them are. */
const NEWEST = 20;

/** What people and customers have sent: a message names its file, and somebody may have deleted that, or written over it. */
export const media: Check = {
  name: "media",
  fine: "The files of messages are there; without --deep the newest were looked for",
  async look(patient) {
    const { folder, isDeep, running } = patient, known = companiesSince(patient), found: Found[] = [];
    for (const company of companyFolders(folder).filter((id) => known.has(id))) {
      // To open the files of hundreds takes a while, in which others go on.
      await new Promise((resolve) => setTimeout(resolve));
      if (running?.tenants.quarantine.has(company)) continue;
      const path = `${folder}/${company}/media`;
      // What cannot be read is damaged, moved or restored just now, which is said elsewhere.
      const counted = await countIn(patient, { company, path, isDeep }).catch(() => undefined);
      found.push(...missing({ company, path }, counted));
    }
    return found;
  },
};

async function countIn({ read }: Patient, { company, path, isDeep }: Where & { isDeep: boolean }) {
  const db = read(company);
  return db && (isDeep ? await allOf(db, path) : await newestOf(db, path));
}

interface Where {
  company: number;
  path: string;
}

interface Counted {
  count: number;
  of: number;
}

function missing({ company, path }: Where, counted: Counted | undefined): Found[] {
  if (counted === undefined || counted.count === 0) return [];
  const { count, of } = counted;
  const says = `Missing or altered in ${path}: ${count} of ${of} files that were looked for`;
  const todo =
    `balcao company files ${company} brings back what is anywhere, and names what is not: --accept gives that up`;
  return [warning({ what: "media_missing", company, facts: { path, count, of }, says, todo })];
}

async function newestOf(db: Read, path: string): Promise<Counted> {
  const files = filesBefore(db, Number.MAX_SAFE_INTEGER, NEWEST);
  return { count: (await lostOf(files, path)).length, of: files.length };
}

async function allOf(db: Read, path: string): Promise<Counted> {
  const { of, lost } = await lostFiles(db, path);
  return { count: lost.length, of };
}
