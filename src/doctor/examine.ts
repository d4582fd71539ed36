import type { Level } from "../contract/findings.ts";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import type { Check } from "./check.ts";
import { type Finding, worstOf } from "./finding.ts";
import type { Patient } from "./patient.ts";
import { CHECKS } from "./table.ts";

export interface Report {
  version: string;
  /** Whether a server told it that serves the folder. */
  isServed: boolean;
  /** The worst of what was found. */
  level: Level;
  /** One for each thing that is wrong; a check that found nothing has one that is good. */
  findings: Finding[];
}

/** Looks at everything, or at what is named. A check that fails is a finding itself and spoils no other. */
export async function examine(patient: Patient, checks: readonly Check[] = CHECKS): Promise<Report> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...await lookWith(check, patient));
  return { version: patient.version, isServed: patient.running !== undefined, level: worstOf(findings), findings };
}

async function lookWith({ name, fine, look, asksServer, isLeftOut }: Check, patient: Patient): Promise<Finding[]> {
  try {
    if ((asksServer && !patient.running) || isLeftOut?.(patient)) return [];
    const found = await look(patient);
    return found.length > 0
      ? found.map((one) => ({ check: name, ...one }))
      : [{ check: name, what: name, level: "good", facts: {}, says: fine, todo: "" }];
  } catch (error) {
    log.debug("A check failed", { check: name, error });
    const why = isDiskFull(error) ? "the disk is full" : (error as Error).message,
      says = `${name} could not be looked at: ${why}`;
    const todo = "Mend what else is said here, then ask again";
    return [{ check: name, what: "not_looked_at", level: "warning", facts: { why }, says, todo }];
  }
}
