import type * as z from "zod/mini";
import { endSessionsOfCompany } from "../access/sessions.ts";
import { type By, changeRecord } from "../companies/records.ts";
import type { CompanyForm, CompanyRecord } from "../contract/companies.ts";
import { refuse } from "../contract/errors.ts";
import { renewInvoiceIn } from "../invoices/make.ts";
import { nothingNew, publishNews } from "../invoices/news.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { listSettings, setSetting } from "../settings/settings.ts";
import { detailsOf, publishRecord } from "./shown.ts";

/** What keeps companies' connections running: the supervisor. */
export interface Connecting {
  startAll(companies: Company[]): Promise<void>;
  stopAll(company: Company): Promise<void>;
}

type Values = z.output<typeof CompanyForm> & {
  /** The revision that its maker saw. */
  was?: number;
};

/**
 * Changes what the provider says of a company, and all that follows from it: a suspended one's logins and connections end,
 * its open invoice is made anew where it says something else by now, and screens follow. All of that goes for a company
 * whose file cannot be served, too, but for its campaigns, which its own file says: ERR_COMPANY_UNAVAILABLE.
 */
export async function changeCompany(
  tenants: Tenants,
  connecting: Connecting | undefined,
  { id, ...values }: Values & { id: number },
  by: By,
): Promise<CompanyRecord> {
  const news = nothingNew(), changed = tenants.company(id);
  const { record, before } = tenants.provider.write((db) => {
    const change = changeRecord(db, id, values, by);
    if (isBilledOtherwise(change.before, change.record)) renewInvoiceIn(db, id, { now: by.now, news });
    if (change.before.campaignsEnabled !== change.record.campaignsEnabled) refuseUnserved(tenants, id);
    return change;
  });
  if (!record.status) {
    endSessionsOfCompany(tenants, id);
    if (before.status) await connecting?.stopAll(changed);
  } else if (!before.status) void connecting?.startAll([changed]);
  publishNews(tenants, news);
  publishRecord(tenants, id, "update");
  if (record.campaignsEnabled !== before.campaignsEnabled) setCampaigns(changed, record.campaignsEnabled);
  if (tenants.isServed(id)) {
    changed.hub.publish("company", { action: "update", record: detailsOf(tenants, changed) });
  }
  return record;
}

function refuseUnserved(tenants: Tenants, id: number): void {
  if (!tenants.isServed(id)) refuse("ERR_COMPANY_UNAVAILABLE");
}

/** Whether its open invoice says something else by now (behaviour.md, Companies, plans, money). */
function isBilledOtherwise(before: CompanyRecord, now: CompanyRecord): boolean {
  return before.dueDate !== now.dueDate || before.planId !== now.planId || before.recurrence !== now.recurrence;
}

/** Its own file has it, too: that is what its people see. */
function setCampaigns(company: Company, isEnabled: boolean): void {
  company.write((db, emit) => {
    setSetting(db, "campaignsEnabled", String(isEnabled));
    const record = listSettings(db).find(({ key }) => key === "campaignsEnabled")!;
    emit("settings", { action: "update", record });
  });
}
