import { companyRow } from "../companies/companies.ts";
import { apiTokens } from "../contract/api_tokens.ts";
import { routes } from "../platform/routes.ts";
import { addToken, listTokens, revokeToken } from "./tokens.ts";

export const apiTokenRoutes = routes((on) => {
  on(apiTokens.list, ({ company }) => listTokens(company.read, Date.now()));

  on(apiTokens.add, ({ tenants, company, person, body }) => {
    const { timeZone } = companyRow(tenants, company.id)!;
    return addToken(tenants, company, body, { userId: person.id, timeZone, now: Date.now() });
  });

  on(apiTokens.revoke, ({ company, params }) => revokeToken(company, params.id, Date.now()));
});
