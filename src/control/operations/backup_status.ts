import * as z from "zod/mini";
import { readInstallation } from "../../backups/installation.ts";
import { backedUp, begunAt, companyBackups, missingFrom, statusOf } from "../../backups/status.ts";
import { type KnownTarget, knownTargets } from "../../backups/targets/targets.ts";
import { untakenIn } from "../../backups/untaken.ts";
import { listCompanies } from "../../companies/companies.ts";
import { asTyped } from "../../platform/as_typed.ts";
import type { Tenants } from "../../platform/tenants.ts";
import { operation } from "../operation.ts";
import { noKeyText, openLedger } from "./backup_targets.ts";

/** How each place and each company stands; all times in ms. */
export const backupStatus = operation("backup status", z.object({}), ({ tenants, serving, data, say }) => {
  const running = serving?.backups.current, targets = knownTargets(tenants);
  const ledger = running?.ledger ?? openLedger(tenants.folder);
  if (targets.length === 0) say("There is no place for backups yet: balcao backup add");
  else if (!serving) say(ledger ? UNSERVED : neverServed(tenants.folder, data));
  else if (!running) say(noKeyText(serving.backups));
  try {
    if (!ledger) return nothingYet(tenants, targets);
    const untaken = running?.untaken() ?? untakenIn(ledger, backedUp(tenants));
    const places = running?.status() ??
      statusOf(ledger, targets.map((known) => ({ known })), backedUp(tenants), untaken);
    return {
      places: places.map((place) => ({
        ...{ ...place, isBegun: begunAt(ledger, place.createdAt).size > 0 },
        fault: serving?.backups.whyNone ?? place.fault,
      })),
      companies: companiesOf(tenants, companyBackups(ledger, places, untaken)),
    };
  } finally {
    if (ledger !== running?.ledger) ledger?.close();
  }
});

const UNSERVED = "Nobody serves the folder: what it lacks is brought when balcao serve runs";

/** What is so of a folder that has no accounts of what was stored: a server makes them. */
function neverServed(folder: string, data: string): string {
  const start = `balcao serve ${asTyped(["--data", data])}`;
  return readInstallation(folder)?.from
    ? `Since it was recovered nobody has served this folder, and nothing of it is stored: ${start}`
    : `Nothing of this folder is stored until it is served: ${start}`;
}

/** The same of places that have nothing, and of companies of which nothing is stored. */
function nothingYet(tenants: Tenants, targets: readonly KnownTarget[]) {
  const lacks = missingFrom(new Set(), backedUp(tenants)), backlog = { objects: 0, bytes: 0, since: null, untaken: 0 };
  const none = { isBegun: false, fault: null };
  return {
    places: targets.map(({ id, kind, place, createdAt }) => ({
      ...{ id, kind, place, createdAt, ...lacks, backlog, ...none },
      ...{ claimed: null, emptiedAt: null, lastBrought: null, proofs: [], oldestProven: null },
    })),
    companies: targets.length === 0 ? [] : listCompanies(tenants).map(({ id, name }) => ({
      ...{ id, name, brokenAt: null, untaken: null, since: null, provenAt: null, ...none },
      damage: tenants.damageOf(id) ?? null,
    })),
  };
}

function companiesOf(tenants: Tenants, of: ReturnType<typeof companyBackups>) {
  return listCompanies(tenants).flatMap(({ id, name }) => {
    const found = of(id);
    return found ? [{ id, name, ...found, damage: tenants.damageOf(id) ?? null }] : [];
  });
}
