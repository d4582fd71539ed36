import { companyRow } from "../companies/companies.ts";
import { holding } from "../contract/holding.ts";
import { routes } from "../platform/routes.ts";
import type { Session } from "../platform/session.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type Decider, dropHeld, sendHeld } from "./decide.ts";
import { openHold } from "./holding.ts";

export const holdingRoutes = routes((on) => {
  on(holding.show, ({ company }) => ({ hold: openHold(company.read) }));
  on(
    holding.send,
    ({ company, params, tenants, session }) => sendHeld(company, params.id, deciderOf(tenants, session)),
  );
  on(
    holding.drop,
    ({ company, params, tenants, session }) => dropHeld(company, params.id, deciderOf(tenants, session)),
  );
});

function deciderOf(tenants: Tenants, { person, company }: Session): Decider {
  return { name: person.name, timeZone: companyRow(tenants, company.id)!.timeZone, now: Date.now() };
}
