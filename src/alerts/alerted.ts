import type { FindingName } from "../contract/findings.ts";

/**
 * The findings of which somebody is told; all else stands in the cockpit. A place for backups that refuses for a moment is
 * none of them: one that refuses for longer lacks something.
 */
export const ALERTED = [
  "crashed",
  "disk_full",
  "disk_low",
  "disk_small",
  "disk_filling",
  "inodes_low",
  "damaged",
  "not_upgraded",
  "backup_key_missing",
  "backup_key_foreign",
  "backup_key_damaged",
  "backup_claimed",
  "backup_emptied",
  "backup_behind",
  "backup_still",
  "backup_untaken",
  "proof_failed",
  "proof_old",
  "proof_missing",
  "certificate_failing",
  "certificate_ends",
  "connection_down",
] as const satisfies readonly FindingName[];
export type Alerted = typeof ALERTED[number];

export function isAlerted(what: string): what is Alerted {
  return (ALERTED as readonly string[]).includes(what);
}
