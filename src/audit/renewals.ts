import { onRenewedByBank, type RenewedByBank } from "../invoices/news.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { writeEntry } from "./audit.ts";

/** Notes in a company's log what a bank's word has moved: nobody has done it. */
export function noteRenewals(tenants: Tenants): void {
  onRenewedByBank(tenants, (renewed) => {
    try {
      note(tenants, renewed);
    } catch (error) {
      log.error("A renewal could not be noted", { company: renewed.companyId, error });
    }
  });
}

function note(tenants: Tenants, { companyId, invoiceId, before, after }: RenewedByBank): void {
  const nobody = { userId: null, who: "", actedBy: null, address: "" };
  tenants.company(companyId).write((db) =>
    writeEntry(db, {
      ...nobody,
      at: Date.now(),
      what: "invoices.renew",
      target: String(invoiceId),
      name: "",
      changes: [{ field: "dueDate", before, after }],
    })
  );
}
