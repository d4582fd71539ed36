import { milliseconds } from "date-fns/milliseconds";
import type { Claimed } from "../../backups/claims.ts";
import { isBackupsKey } from "../../backups/key_print.ts";
import { PROVIDER } from "../../backups/keys.ts";
import { SPOOL } from "../../backups/ledger.ts";
import { readKey } from "../../backups/recovery_key.ts";
import { isOnSameDisk } from "../../backups/targets/fitting.ts";
import { begunAt, type Broken, chainsBroken, type TargetStatus } from "../../backups/status.ts";
import { backupTargetTable } from "../../backups/table.ts";
import { areWordsOwed } from "../../backups/words_owed.ts";
import { companyTable } from "../../companies/table.ts";
import type { Check } from "../check.ts";
import { spanText } from "../files.ts";
import { bad, type Found, note, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** ms that a place may lack what was written: a little, and much. */
export const BEHIND = milliseconds({ minutes: 5 });
const FAR_BEHIND = milliseconds({ hours: 1 });
/** ms for which it is told that a backup began anew: the moments just before it cannot be chosen. */
const TOLD_FOR = milliseconds({ days: 1 });
/** ms within which a restore is to be tried. */
const PROVEN = milliseconds({ days: 2 });

/** Whether there is a key and a place; of a demonstration nobody misses anything, and it is said that it keeps nothing. */
export const backup: Check = {
  name: "backup",
  fine: "There are a key and a place for backups",
  look(patient) {
    if (patient.running?.config.demo) return keepsNothing(patient) ? [ofDemo()] : [];
    const fault = keyFault(patient), found: Found[] = fault ? [fault] : [];
    if (!fault && areWordsOwedIn(patient)) {
      const todo = "As a super user: Settings, Provider, Backups, which shows them again and asks some of them back";
      const says =
        "Nobody has confirmed that the recovery words are written down: without them no backup can be opened";
      found.push(warning({ what: "backup_words_owed", facts: {}, says, todo }));
    }
    if (placesOf(patient)?.length === 0) {
      const todo = "Add one on another disk or machine: balcao backup add folder /mnt/backup, or balcao backup add s3";
      const says = "There is no place for backups: none is kept";
      found.push(warning({ what: "backup_no_place", facts: {}, says, todo }));
    }
    return [...found, ...sameDisk(patient)];
  },
};

/** Where every place goes with the disk of the data. */
function sameDisk(patient: Patient): Found[] {
  const places = placesOf(patient) ?? [], [first] = places;
  const isHere = ({ kind, place }: typeof places[number]) => kind === "folder" && isOnSameDisk(patient.folder, place);
  if (!first || !places.every(isHere)) return [];
  const says = `The backups lie on the same disk as the data (${first.place}): what takes one takes the other`;
  const todo = "Add a place on another disk or machine: balcao backup add folder /mnt/backup, or balcao backup add s3";
  return [warning({ what: "backup_same_disk", facts: { place: first.place }, says, todo })];
}

function keepsNothing(patient: Patient): boolean {
  return patient.running?.backups === undefined || placesOf(patient)?.length === 0;
}

function ofDemo(): Found {
  return note({ what: "backup_demo", facts: {}, says: "It is a demo, of which no backups are kept", todo: "" });
}

function keyFault({ keyPath, running, read }: Patient): Found | undefined {
  if (running?.backups) return undefined;
  try {
    const key = keyPath === undefined ? undefined : readKey(keyPath);
    if (!key) {
      const todo = "Make one and write its words down: balcao backup key";
      return warning({ what: "backup_no_key", facts: {}, says: "There is no key for backups: none are made", todo });
    }
    const db = read(0);
    if (db && !isBackupsKey(db, key)) {
      const says = `${keyPath} is not the key that the backups were made with: none are made`;
      const todo =
        `Move it away; balcao backup key --words makes that one again, balcao backup key a new one. Then start balcao serve anew`;
      return bad({ what: "backup_key_foreign", facts: { path: keyPath! }, says, todo });
    }
    const says = "The server runs without the key of the backups";
    return running && warning({ what: "backup_key_unread", facts: {}, says, todo: "Start balcao serve anew" });
  } catch (error) {
    const why = (error as Error).message, todo = `Move ${keyPath} away, then: balcao backup key --words`;
    return bad({ what: "backup_key_damaged", facts: { path: keyPath!, why }, says: why, todo });
  }
}

function areWordsOwedIn({ read }: Patient): boolean {
  const db = read(0);
  return db !== undefined && areWordsOwed(db);
}

function placesOf({ read }: Patient) {
  const { id, kind, place } = backupTargetTable;
  return read(0)?.select({ id, kind, place }).from(backupTargetTable).all();
}

/** What each place lacks, and why; and of which companies a time is missing. */
export const backupAge: Check = {
  name: "backup_age",
  fine: "Every place has what was written",
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
  const untaken = new Set(current.untaken().filter(({ why }) => why !== null).map(({ companyId }) => companyId));
  return [
    ...chainsBroken(current.ledger).filter((one) => !untaken.has(one.companyId)).flatMap((one) => brokenOf(one, now)),
    ...current.status().flatMap(
      ({ id, place, fault, claimed }) => {
        if (claimed) return [claimedBy({ id, place, ...claimed }, now)];
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
    `Where that one serves the companies now, stop this server. Else stop that one, and here: balcao backup remove ${id}, then balcao backup add with the same place`;
  return bad({ what: "backup_claimed", facts, says, todo });
}

function brokenOf({ companyId, brokenAt, isStill, why }: Broken, now: number): Found[] {
  const ms = now - brokenAt, facts = { ms }, isProvider = companyId === PROVIDER;
  const about = isProvider ? {} : { company: companyId }, ofProviders = isProvider ? " of the provider's file" : "";
  const todo =
    "Let no other program open the file while it is served (sqlite3, say): the doctor and exports look into it";
  if (why !== null) {
    if (ms > TOLD_FOR) return [];
    const says = `The backup stopped ${
      spanText(ms)
    } ago and then began anew, as what was written could not be taken: ${why}`;
    const todo = "Nothing more: moments between the two cannot be chosen in a restoration";
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

/** When a restore was tried last, of each company from each place. */
export const backupProof: Check = {
  name: "backup_proof",
  fine: "What was tried to be restored of late could be",
  look(patient) {
    const { running, now } = patient, current = running?.backups;
    if (!current) return [];
    const since = companiesSince(patient);
    return current.status().filter(({ claimed }) => claimed === null).flatMap((status) =>
      [...since].flatMap(([companyId, createdAt]) => {
        const isNew = now - Math.max(createdAt, status.createdAt) <= PROVEN;
        return proofOf(status, companyId, { now, isNew });
      })
    );
  },
};

/** The companies that are there, and since when (ms); the provider's file among them. */
function companiesSince({ read }: Patient): Map<number, number> {
  const { id, createdAt, removedAt } = companyTable;
  const rows = read(0)?.select({ id, createdAt, removedAt }).from(companyTable).all() ?? [];
  return new Map([
    [PROVIDER, 0],
    ...rows.filter((row) => row.removedAt === null).map((row) => [row.id, row.createdAt] as const),
  ]);
}

function waiting(place: string): Found {
  const says = `Nothing at ${place} was restored yet to see whether that works: it is tried at night`;
  const todo = "Try it now: balcao restore COMPANY --to FOLDER";
  return note({ what: "proof_waiting", facts: { place }, says, todo });
}

interface When {
  now: number;
  /** Nobody could have tried it yet. */
  isNew: boolean;
}

function proofOf({ id, place, proofs }: TargetStatus, companyId: number, { now, isNew }: When): Found[] {
  const proof = proofs.find((one) => one.companyId === companyId);
  const isProvider = companyId === PROVIDER, about = isProvider ? {} : { company: companyId };
  const todo = isProvider
    ? "See what else is said of this place, then: balcao backup now"
    : `Try it by hand: balcao restore ${companyId} --from ${id} --to FOLDER`;
  if (!proof) {
    if (isNew) return isProvider ? [waiting(place)] : [];
    const says = `That the backup at ${place} can be restored was never proven`;
    return [warning({ what: "proof_missing", ...about, facts: { place }, says, todo })];
  }
  const { fault } = proof, ms = now - proof.at;
  if (fault !== null) {
    const says = `The backup at ${place} could not be restored: ${fault}`;
    return [bad({ what: "proof_failed", ...about, facts: { place, why: fault }, says, todo })];
  }
  if (ms <= PROVEN) return [];
  const says = `That the backup at ${place} can be restored was last proven ${spanText(ms)} ago`;
  return [warning({ what: "proof_old", ...about, facts: { place, ms }, says, todo })];
}
