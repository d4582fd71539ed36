import { eq } from "drizzle-orm";
import { checkName } from "../companies/companies.ts";
import { companyTable } from "../companies/table.ts";
import type { HoldReason } from "../contract/holding.ts";
import { holdAll } from "../holding/hold.ts";
import type { Tenants } from "../platform/tenants.ts";
import { eraseAgain } from "../privacy/erase_again.ts";
import { admit, type Admitted } from "./admit.ts";
import type { CompanyPart, Secrets } from "./format.ts";
import { sealAnew } from "./seal_anew.ts";

export interface Adopting {
  /** Has the company's file and its media; the file was received (work_apart.ts). */
  folder: string;
  row: CompanyPart["company"];
  logins: CompanyPart["logins"];
  secrets: Secrets | undefined;
  why: HoldReason;
  /** Which moment the file is of (ms). */
  moment: number;
  now: number;
  /** The company of this server whose erasures since then count for it, too. */
  erasedFrom: number | undefined;
}

export interface Adopted extends Admitted {
  id: number;
  /** What would have gone out. */
  held: number;
}

/** Makes a company of a folder, of one number more; nobody sees it before all of it is there, and what fails leaves nothing. */
export async function adopt(tenants: Tenants, { folder, row, logins, secrets, ...of }: Adopting): Promise<Adopted> {
  const { why, moment, now, erasedFrom } = of, id = reserve(tenants, row, now);
  try {
    const company = tenants.adopt(id, folder);
    const held = company.write((db) => {
      const held = holdAll(db, { why, moment, now });
      sealAnew(tenants, db, secrets);
      return held;
    });
    // What is seen by others is on the disk.
    await company.settled();
    if (erasedFrom !== undefined) await eraseAgain(tenants, company, { now, since: moment, erasedFrom });
    return { id, held, ...admit(tenants, company, { logins, secrets, name: row.name }) };
  } catch (error) {
    await tenants.forget(id);
    tenants.provider.write((db) => void db.delete(companyTable).where(eq(companyTable.id, id)).run());
    throw error;
  }
}

/** A row that nobody sees yet, for the number of the folder: what a crash leaves of it is removed by the clock. */
function reserve({ provider }: Tenants, company: CompanyPart["company"], now: number): number {
  return provider.write((db) => {
    checkName(db, company.name);
    return db.insert(companyTable).values({ ...company, removedAt: now }).returning({ id: companyTable.id }).get().id;
  });
}
