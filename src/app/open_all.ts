import { listCompanies } from "../companies/companies.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { ServiceNotices } from "../service/notify.ts";
import { fileOf, knownSchemas } from "../upgrades/schemas.ts";
import { schemaOf } from "../platform/file_header.ts";
import { idsOf } from "./clock.ts";
import { OPEN_AT_START } from "./waking.ts";

/** Files that are opened before anything is served; of all others the first page is read. */
const OPENED_BEFORE = 100;
const TURN = 16;

/** Called with each company while its file is open: there may be more of them than stay open. */
type Look = (company: Company) => void;

export interface OpenedCompanies {
  /** Those that can be served. */
  companies: Company[];
  /** Of these, whose file was not opened yet. */
  rest: Company[];
}

/** Looks at every file once, so that a bad one is named at the start: at the first hundred by opening them. */
export async function openAll(tenants: Tenants, notices: ServiceNotices, look: Look): Promise<OpenedCompanies> {
  const companies: Company[] = [], rest: Company[] = [], { company: newest } = knownSchemas();
  for (const id of allOf(tenants)) {
    await notices.extend(`Opening company ${id}`);
    if (companies.length >= OPENED_BEFORE && schemaOf(fileOf(tenants.folder, id)) === newest) {
      companies.push(tenants.company(id));
      rest.push(tenants.company(id));
    } else companies.push(...await openOne(tenants, id, look));
  }
  return { companies, rest };
}

/** Those too whose folders are gone: that is found out when they are opened. */
function allOf(tenants: Tenants): number[] {
  return [...new Set([...idsOf(tenants), ...listCompanies(tenants).map(({ id }) => id)])];
}

/** Opens the rest one after the other while others have their turn, until it is to stop. */
export async function openRest(
  tenants: Tenants,
  rest: readonly Company[],
  { look, isStopping }: { look: Look; isStopping(): boolean },
): Promise<void> {
  for (const { id } of rest) {
    if (isStopping()) return;
    await openOne(tenants, id, look);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

async function openOne(tenants: Tenants, id: number, look: Look): Promise<Company[]> {
  const opened = tenants.checkAll([id]);
  for (const company of opened) {
    try {
      look(company);
    } catch (error) {
      log.error("A company could not be looked at", { company: id, error });
    }
  }
  tenants.closeBeyond(OPEN_AT_START);
  // What was closed is let go by the collector, which has its turn only now.
  if (id % TURN === 0) await new Promise((resolve) => setTimeout(resolve));
  return opened;
}
