import * as z from "zod/mini";
import { backedUp, begunAt, companyBackups, statusOf } from "../../backups/status.ts";
import { knownTargets } from "../../backups/targets/targets.ts";
import { listCompanies } from "../../companies/companies.ts";
import type { Tenants } from "../../platform/tenants.ts";
import { operation } from "../operation.ts";
import { openLedger } from "./backup_targets.ts";

/** How each place and each company stands; all times in ms. */
export const backupStatus = operation("backup status", z.object({}), ({ tenants, serving, say }) => {
  const running = serving?.backups.current, targets = knownTargets(tenants);
  if (targets.length === 0) say("There is no place for backups yet: balcao backup add");
  else if (!serving) say("Nobody serves the folder: what it lacks is brought when balcao serve runs");
  const ledger = running?.ledger ?? openLedger(tenants.folder);
  try {
    if (!ledger) return { places: [], companies: [] };
    const places = running?.status() ??
      statusOf(ledger, targets.map((known) => ({ known })), backedUp(tenants));
    return {
      places: places.map((place) => ({ ...place, isBegun: begunAt(ledger, place.createdAt).size > 0 })),
      companies: companiesOf(tenants, companyBackups(ledger, places, running?.untaken())),
    };
  } finally {
    if (ledger !== running?.ledger) ledger?.close();
  }
});

function companiesOf(tenants: Tenants, of: ReturnType<typeof companyBackups>) {
  return listCompanies(tenants).flatMap(({ id, name }) => {
    const found = of(id);
    return found ? [{ id, name, ...found }] : [];
  });
}
