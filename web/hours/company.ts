import { companies, type CompanyDetails } from "../../src/contract/companies.ts";
import { pagedList } from "../list/pagedList.ts";
import { newerOf } from "../list/rows.ts";
import { onEvent } from "../live.ts";

/** One's own company with its hours, kept live; the only row of its list. */
export const companyList = pagedList(companies.show, { rows: (answer) => [answer] });

export function showCompany(record: CompanyDetails): void {
  companyList.change((rows) => rows.map((row) => newerOf(row, record)));
}

onEvent("company", ({ record }) => showCompany(record));
