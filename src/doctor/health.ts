import { ownedKey } from "../backups/key_print.ts";
import type { TargetStatus } from "../backups/status.ts";
import { companyTable } from "../companies/table.ts";
import type { BackupPlace, Health, ShownFinding } from "../contract/doctor.ts";
import type { CheckName } from "../contract/findings.ts";
import type { Tenants } from "../platform/tenants.ts";
import { momentOf } from "../platform/moment.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";
import { runningIn } from "./running.ts";
import { patientOf } from "./served.ts";
import { CHECKS } from "./table.ts";
import { vitalsOf } from "./vitals.ts";

/** What a command alone looks at: each page of each file, and other machines. */
const BY_COMMAND: readonly CheckName[] = ["integrity", "clock_online", "held"];
const LOOKED_AT = CHECKS.filter(({ name }) => !BY_COMMAND.includes(name));
/** Where nothing is backed up, nothing of it is in order. */
const OF_BACKUPS: readonly CheckName[] = ["backup", "backup_age", "backup_proof"];

/** What the provider's screen says of the installation. */
export async function healthOf(tenants: Tenants, now = Date.now()): Promise<Health> {
  const running = runningIn(tenants);
  const { version, level, findings } = await examine(patientOf(tenants, { isDeep: false }, now), LOOKED_AT);
  const names = namesOf(tenants), places = (running?.backups?.status() ?? []).map(placeShown);
  const isTrue = ({ check, what, level }: Finding) =>
    level !== "good" || what !== check || places.length > 0 || !OF_BACKUPS.includes(check);
  return {
    ...{ version, level, at: momentOf(now) },
    findings: findings.filter(isTrue).map((finding) => shown(finding, names)),
    vitals: running ? vitalsOf(running, now) : null,
    hasBackups: running?.backups !== undefined,
    isKeyAway: running?.backups === undefined && ownedKey(tenants.provider.read) !== undefined,
    places,
  };
}

function namesOf({ provider }: Tenants): Map<number, string> {
  const { id, name } = companyTable;
  return new Map(provider.read.select({ id, name }).from(companyTable).all().map((row) => [row.id, row.name]));
}

function shown(finding: Finding, names: Map<number, string>): ShownFinding {
  const name = finding.company === undefined ? undefined : names.get(finding.company);
  return { ...finding, ...(name === undefined ? {} : { companyName: name }) };
}

function placeShown(status: TargetStatus): BackupPlace {
  const { id, kind, place, fault, claimed, emptiedAt, backlog, lastBrought, oldestProven, proofs } = status;
  const { objects, bytes, since } = backlog, moment = (at: number | null) => at === null ? null : momentOf(at);
  return {
    ...{ id, kind, place, fault, isEmptied: emptiedAt !== null, objects, bytes },
    claimed: claimed && { who: claimed.who, at: momentOf(claimed.at) },
    since: moment(since),
    lastBrought: moment(lastBrought),
    provenAt: moment(oldestProven),
    failed: proofs.filter((proof) => proof.fault !== null).map(({ companyId }) => companyId),
  };
}
