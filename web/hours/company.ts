import { companies } from "../../src/contract/companies.ts";
import { pagedList } from "../list/pagedList.ts";
import { onEvent } from "../live.ts";

/** One's own company with its hours, kept live; the only row of its list. */
export const companyList = pagedList(companies.show, { rows: (answer) => [answer] });

onEvent("company", ({ record }) => companyList.change((rows) => rows.map(() => record)));
