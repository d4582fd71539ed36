import { milliseconds } from "date-fns/milliseconds";
import { PROVIDER } from "../../backups/keys.ts";
import type { TargetStatus } from "../../backups/status.ts";
import type { Check } from "../check.ts";
import { spanText } from "../files.ts";
import { bad, type Found, note, warning } from "../finding.ts";
import { companiesSince } from "./companies_since.ts";

/** ms within which a restore is to be tried. */
const PROVEN = milliseconds({ days: 2 });

/** When a restore was tried last, of each company from each place. */
export const backupProof: Check = {
  name: "backup_proof",
  fine: "What was tried to be restored of late could be",
  asksServer: true,
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

function waiting(place: string): Found {
  const says = `Nothing at ${place} was restored yet to see whether that works: it is tried at night`;
  const todo = "Try it now: balcao backup prove";
  return note({ what: "proof_waiting", facts: { place }, says, todo });
}

interface When {
  now: number;
  /** Nobody could have tried it yet. */
  isNew: boolean;
}

function proofOf({ place, proofs }: TargetStatus, companyId: number, { now, isNew }: When): Found[] {
  const proof = proofs.find((one) => one.companyId === companyId);
  const isProvider = companyId === PROVIDER, about = isProvider ? {} : { company: companyId };
  const todo = `See what else is said of this place, and try it anew: balcao backup prove${
    isProvider ? "" : ` ${companyId}`
  }`;
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
