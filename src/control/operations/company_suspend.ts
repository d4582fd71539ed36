import * as z from "zod/mini";
import { companyRecord } from "../../companies/records.ts";
import { changeCompany } from "../../provisioning/change.ts";
import { companyNamed, NOBODY } from "../named.ts";
import { noting } from "../noting.ts";
import { type Asked, operation } from "../operation.ts";

const Which = z.object({ company: z.string() });

/** Its people are let go, and its connections close, as when a super user does it. */
export const companySuspend = operation("company suspend", Which, (asked) => setStatus(asked, false));

export const companyResume = operation("company resume", Which, (asked) => setStatus(asked, true));

async function setStatus(asked: Asked<z.output<typeof Which>>, status: boolean) {
  const { tenants, serving, input } = asked;
  const { id } = companyNamed(asked, input.company);
  const record = companyRecord(tenants.provider.read, id);
  const by = { by: NOBODY, now: Date.now() };
  const { name } = await noting(
    tenants,
    { companyId: id, what: "companies.change", target: id },
    () => changeCompany(tenants, serving?.supervisor, { ...record, status }, by),
  );
  return { id, name, isSuspended: !status };
}
