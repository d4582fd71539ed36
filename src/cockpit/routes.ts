import { companyBackups } from "../backups/status.ts";
import { cockpit, type CompanyBackup } from "../contract/cockpit.ts";
import { runningIn } from "../doctor/running.ts";
import { momentOf } from "../platform/moment.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { cockpitOf } from "./cockpit.ts";

export const cockpitRoutes = routes((on) => {
  // The auditor notes it.
  on(cockpit.export, () => ({}));
  on(cockpit.show, ({ tenants }) => cockpitOf(tenants, new Date(), backupsIn(tenants)));
});

function backupsIn(tenants: Tenants): (companyId: number) => CompanyBackup | null {
  const backups = runningIn(tenants)?.backups,
    of = backups && companyBackups(backups.ledger, backups.status(), backups.untaken());
  const moment = (at: number | null) => at === null ? null : momentOf(at);
  return (companyId) => {
    const found = of?.(companyId);
    if (!found) return null;
    return { since: moment(found.since), provenAt: moment(found.provenAt), hasFailed: found.fault !== null };
  };
}
