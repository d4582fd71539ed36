import { eq } from "drizzle-orm";
import { checkName } from "../companies/companies.ts";
import { copiedFrom, heirsOf, noteOrigins, type Origin } from "../companies/origins.ts";
import { insertCompany } from "../companies/new_row.ts";
import { companyTable } from "../companies/table.ts";
import type { HoldReason } from "../contract/holding.ts";
import { countHeld, holdAll } from "../holding/hold.ts";
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
  /** Of whose data it is made. */
  origin: Origin;
}

export interface Adopted extends Admitted {
  id: number;
  /** What would have gone out. */
  held: number;
}

/** Makes a company of a folder, of one number more; nobody sees it before all of it is there, and what fails leaves nothing. */
export async function adopt(tenants: Tenants, { folder, row, logins, secrets, ...of }: Adopting): Promise<Adopted> {
  const { why, moment, now, origin } = of, id = reserve(tenants, row, of);
  try {
    const company = tenants.adopt(id, folder);
    company.write((db) => {
      holdAll(db, { why, moment, now });
      sealAnew(tenants, db, secrets);
    });
    // What is seen by others is on the disk.
    await company.settled();
    // Those whom this very server has erased since then.
    await eraseAgain(tenants, company, { now, since: moment, from: heirsOf(tenants, origin) });
    return { id, held: countHeld(company.read), ...admit(tenants, company, { logins, secrets, name: row.name }) };
  } catch (error) {
    await tenants.forget(id);
    tenants.provider.write((db) => void db.delete(companyTable).where(eq(companyTable.id, id)).run());
    throw error;
  }
}

/** A row that nobody sees yet, for the number of the folder: what a crash leaves of it is removed by the clock. */
function reserve(
  tenants: Tenants,
  company: CompanyPart["company"],
  { now, origin, moment }: Pick<Adopting, "now" | "origin" | "moment">,
): number {
  return tenants.provider.write((db) => {
    checkName(db, company.name);
    const id = insertCompany(tenants.folder, db, { ...company, removedAt: now });
    noteOrigins(db, id, copiedFrom(tenants, origin, moment));
    return id;
  });
}
