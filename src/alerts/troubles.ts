import type { AlertKind } from "../contract/alerts.ts";
import type { CheckName } from "../contract/findings.ts";
import { BEHIND } from "../doctor/checks/backup_age.ts";
import { DOWN } from "../doctor/checks/work.ts";
import type { Finding } from "../doctor/finding.ts";
import { type Alerted, isAlerted } from "./alerted.ts";
import type { Alert } from "./table.ts";

/** Something that is wrong now, as an alert would tell it. */
export interface Trouble extends Pick<Alert, "kind" | "subject" | "what" | "facts" | "level" | "companyId"> {
  /** It has lasted too short for an alert to begin, and goes on for one that has begun. */
  isEarly: boolean;
}

/** What is looked at for alerts; all else stands in the cockpit. */
export const KIND_OF: Partial<Record<CheckName, AlertKind>> = {
  restart: "restart",
  disk: "disk",
  inodes: "disk",
  damage: "damage",
  backup: "backup",
  backup_age: "backup",
  backup_proof: "backup",
  certificate: "certificate",
  connections: "line",
};

/** So long (ms) something may last that is found at once. */
const PATIENCE: Partial<Record<Alerted, number>> = {
  connection_down: DOWN,
  backup_untaken: BEHIND,
  // A disk may be mounted a little after the server has started.
  backup_emptied: BEHIND,
};

/** Which one of its kind it is. What grows from one finding into another, as a disk that fills, is the same one. */
function subjectOf({ what, company, facts }: Finding): string {
  if (what === "connection_down") return `${company}/${facts.id}`;
  if (what === "backup_behind" || what === "backup_claimed" || what === "backup_emptied") return String(facts.place);
  // A full disk keeps all companies from it at once.
  if (what === "backup_untaken") return what;
  if (what.startsWith("backup_key_")) return "key";
  if (what === "backup_still") return `still ${company ?? 0}`;
  if (what.startsWith("proof_")) return `proof ${facts.place}`;
  if (what === "inodes_low" || what === "certificate_failing") return what;
  if (what === "crashed") return String(facts.since);
  return what === "damaged" || what === "not_upgraded" ? String(company ?? 0) : "";
}

/** What was found, as troubles: several findings about the same one are one, with the worst of them. */
export function troublesIn(findings: readonly Finding[]): Trouble[] {
  const troubles = new Map<string, Trouble>();
  for (const finding of findings) {
    const { check, what, facts, level } = finding, kind = KIND_OF[check];
    if (kind === undefined || level === "good" || !isAlerted(what)) continue;
    const subject = subjectOf(finding), key = `${kind} ${subject}`, had = troubles.get(key);
    if (had && (had.level === "bad" || level === "warning")) continue;
    troubles.set(key, {
      ...{ kind, subject, level, facts, what },
      // What many companies have in common is one alert.
      companyId: what.startsWith("proof_") || what === "backup_untaken" ? null : finding.company ?? null,
      isEarly: Number(facts.ms) <= (PATIENCE[what] ?? -Infinity),
    });
  }
  return [...troubles.values()];
}

/** Kinds of which nothing is known, because a check has failed. */
export function unknownKinds(findings: readonly Finding[]): AlertKind[] {
  return findings.filter(({ what }) => what === "not_looked_at").flatMap(({ check }) => KIND_OF[check] ?? []);
}
