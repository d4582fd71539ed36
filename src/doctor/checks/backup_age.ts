import { milliseconds } from "date-fns/milliseconds";
import type { Claimed } from "../../backups/claims.ts";
import { PROVIDER } from "../../backups/keys.ts";
import { SPOOL } from "../../backups/ledger.ts";
import { begunAt, type Broken, chainsBroken } from "../../backups/status.ts";
import type { Check } from "../check.ts";
import { spanText } from "../files.ts";
import { bad, type Found, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";
import { companiesSince } from "./companies_since.ts";

/** ms that a place may lack what was written: a little, and much. */
export const BEHIND = milliseconds({ minutes: 5 });
const FAR_BEHIND = milliseconds({ hours: 1 });
/** ms for which it is told that a backup began anew: the moments just before it cannot be chosen. */
const TOLD_FOR = milliseconds({ days: 1 });

/** What each place lacks, and why; and of which companies a time is missing. */
export const backupAge: Check = {
  name: "backup_age",
  fine: "Every place has what was written",
  asksServer: true,
  look: (patient) => [...untakenIn(patient), ...missingIn(patient), ...behindIn(patient)],
};

/** What no place can have, whatever is brought there. What waits for a moment only is not told. */
function untakenIn({ running, now }: Patient): Found[] {
  return (running?.backups?.untaken() ?? []).flatMap(({ companyId, since, why }) => {
    const ms = now - since, about = companyId === PROVIDER ? {} : { company: companyId };
    if (why === null) return [];
    const facts = { ms, why };
    const says = `What was written for ${spanText(ms)} cannot be taken for the backup: ${why}`;
    const todo =
      `See that ${SPOOL} in the data folder can be written to and the disk has room, then: balcao backup now`;
    return [(ms > BEHIND ? bad : warning)({ what: "backup_untaken", ...about, facts, says, todo })];
  });
}

/** Of which companies a place has nothing, though there was time to take them. What stands still is told by itself. */
function missingIn(patient: Patient): Found[] {
  const { running, now } = patient, current = running?.backups;
  if (!current) return [];
  const { ledger } = current,
    told = [...chainsBroken(ledger), ...current.untaken().filter(({ why }) => why !== null)];
  const still = new Set(told.map(({ companyId }) => companyId));
  const since = [...companiesSince(patient)].filter(([id]) => !still.has(id));
  return current.status().filter(({ claimed }) => claimed === null).flatMap(({ id, place, createdAt }) => {
    const begun = begunAt(ledger, createdAt), from = Math.max(createdAt, running.startedAt);
    const lacks = since.filter(([id]) => !begun.has(id));
    const ms = Math.max(0, ...lacks.map(([, at]) => now - Math.max(at, from))), count = lacks.length;
    if (ms <= BEHIND) return [];
    const companies = lacks.map(([id]) => id).join(", ");
    const says = `${place} has nothing yet of ${count} of the companies after ${spanText(ms)}: ${companies}` +
      (begun.has(PROVIDER) ? "" : " (0 is the provider's file, without which nothing can be recovered)");
    const todo =
      `See in the log why they cannot be copied, and what else is said of them here; then: balcao backup now, and balcao backup status (place ${id})`;
    const facts = { place, count, companies, ms };
    return [(ms > FAR_BEHIND ? bad : warning)({ what: "backup_missing", facts, says, todo })];
  });
}

function behindIn({ running, now }: Patient): Found[] {
  const current = running?.backups;
  if (!current) return [];
  // Of what cannot be taken, or not even be served, that is told, and with its own remedy.
  const told = new Set(current.untaken().filter(({ why }) => why !== null).map(({ companyId }) => companyId));
  const isTold = ({ companyId }: Broken) => told.has(companyId) || running.tenants.quarantine.has(companyId);
  return [
    ...chainsBroken(current.ledger).filter((one) => !isTold(one)).flatMap((one) => brokenOf(one, now)),
    ...current.status().flatMap(
      ({ id, place, fault, claimed, emptiedAt }) => {
        if (claimed) return [claimedBy({ id, place, ...claimed }, now)];
        if (emptiedAt !== null) return [emptied({ id, place, ms: Math.max(0, now - emptiedAt) })];
        // What is in pieces: all else is told by itself.
        const { since, objects: count } = current.ledger.backlogOf(id);
        const found: Found[] = [], ms = since === null ? 0 : now - since;
        const todo = "See that the place is there, takes writings and has room, then: balcao backup now";
        if (fault !== null) {
          const says = `${place} does not take what it is given: ${fault}`;
          found.push(warning({ what: "backup_fault", facts: { place, why: fault }, says, todo }));
        }
        if (ms <= BEHIND) return found;
        const says = `${place} lacks ${count} pieces, the oldest for ${spanText(ms)}`, facts = { place, count, ms };
        return [...found, (ms > FAR_BEHIND ? bad : warning)({ what: "backup_behind", facts, says, todo })];
      },
    ),
  ];
}

/** It will never be given anything more: what else is wrong with it is no matter. */
function claimedBy({ id, place, who, at }: { id: number; place: string } & Claimed, now: number): Found {
  const ms = Math.max(0, now - at), facts = { id, place, who, ms };
  const says = `Nothing goes to ${place} any more: another installation has had it for ${spanText(ms)}${
    who && ` (${who})`
  }`;
  const todo =
    `Where that one serves the companies now, stop this server. Else stop that one, and here: balcao backup remove ${id}, then balcao backup add with the same place; if that refuses it, because it keeps the backups of another key by now, with an empty one`;
  return bad({ what: "backup_claimed", facts, says, todo });
}

/** What waits for it is a matter of the same. */
function emptied(facts: { id: number; place: string; ms: number }): Found {
  const { id, place } = facts;
  const says =
    `Nothing goes to ${place}: it has nothing of what was brought to it, as its disk is not mounted or somebody has emptied it`;
  const todo =
    `Mount its disk, and what waits is brought there. If what it had is lost: balcao backup remove ${id}, then balcao backup add with the same place, and all is brought anew`;
  return bad({ what: "backup_emptied", facts, says, todo });
}

function brokenOf({ companyId, brokenAt, isStill, why }: Broken, now: number): Found[] {
  const ms = now - brokenAt, facts = { ms }, isProvider = companyId === PROVIDER;
  const about = isProvider ? {} : { company: companyId }, ofProviders = isProvider ? " of the provider's file" : "";
  const todo =
    "Let no other program open the file while it is served (sqlite3, say): the doctor and exports look into it";
  if (why !== null) {
    if (ms > TOLD_FOR) return [];
    const says = `The backup began anew ${spanText(ms)} ago, as the one before could not go on: ${why}`;
    const todo = "Nothing more: only the moments just before it cannot be chosen in a restoration";
    return [warning({ what: "backup_lapsed", ...about, facts: { ms, why }, says, todo })];
  }
  if (isStill && ms > BEHIND) {
    const says = `Nothing was stored for ${spanText(ms)}: another program holds the file, and no new copy can be taken`;
    return [bad({ what: "backup_still", ...about, facts, says, todo })];
  }
  if (ms > TOLD_FOR) return [];
  const says = `The backup${ofProviders} began anew ${
    spanText(ms)
  } ago, as the file was changed while no server took what was written: by a command without one, another program, or a power cut`;
  return [warning({ what: "backup_broken", ...about, facts, says, todo })];
}
