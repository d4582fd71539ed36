import { eq, gte, isNotNull, min } from "drizzle-orm";
import { removedCompanies } from "../companies/companies.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Claimed } from "./claims.ts";
import { PROVIDER } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { chainTable, objectTable, owedTable, type Proof } from "./table.ts";
import type { KnownTarget } from "./targets/targets.ts";
import { byCompany, type Untaken } from "./untaken.ts";
import type { Uploader } from "./uploader.ts";

/** Of what a place has nothing yet, and is owed nothing. */
export interface Missing {
  /** Of how many companies. */
  missing: number;
  /** Whether of the provider's own file. */
  isProviderMissing: boolean;
}

/** How it stands with one target; all times in milliseconds. */
export interface TargetStatus extends Missing {
  id: number;
  kind: KnownTarget["kind"];
  place: string;
  createdAt: number;
  /** Why it takes nothing, if so. */
  fault: string | null;
  /** Another installation that has the place now. */
  claimed: Claimed | null;
  /** Since when nothing of what was brought there is there; null while it is. */
  emptiedAt: number | null;
  /** With what is not taken yet, and so in no piece; of how many companies something cannot be taken. */
  backlog: { objects: number; bytes: number; since: number | null; untaken: number };
  /** Since the server started. */
  lastBrought: number | null;
  /** What was found when companies were last restored from it: `newest` says up to when that was possible. */
  proofs: Omit<Proof, "targetId">[];
  /** The oldest of those; null as long as one of the companies was never restored. */
  oldestProven: number | null;
}

/** Of all companies that are there, the provider's own file among them as 0. */
export function statusOf(
  ledger: Ledger,
  targets: readonly { known: KnownTarget; uploader?: Uploader }[],
  companyIds: readonly number[],
  untaken: readonly Untaken[],
): TargetStatus[] {
  const all = ledger.proofs;
  return targets.map(({ known: { id, kind, place, createdAt }, uploader }) => {
    const proofs = all.filter(({ targetId, companyId }) => targetId === id && companyIds.includes(companyId))
      .map(({ targetId: _, ...proof }) => proof);
    const newest = companyIds.map((companyId) => proofs.find((one) => one.companyId === companyId)?.newest ?? null);
    return {
      ...{ id, kind, place, createdAt, proofs },
      ...missingFrom(begunAt(ledger, createdAt), companyIds),
      fault: uploader?.fault ?? null,
      claimed: uploader?.claimed ?? null,
      emptiedAt: uploader?.emptiedAt ?? null,
      backlog: backlogOf(ledger, id, untaken),
      lastBrought: uploader?.lastBrought ?? null,
      oldestProven: newest.length === 0 || newest.includes(null) ? null : Math.min(...newest as number[]),
    };
  });
}

/** What a target lacks, with what no piece has yet, each of which will be one at least. */
export function backlogOf(ledger: Ledger, targetId: number, untaken: readonly Untaken[]): TargetStatus["backlog"] {
  const owed = ledger.backlogOf(targetId), since = [owed.since ?? [], untaken.map((one) => one.since)].flat();
  const sumOf = (what: "objects" | "bytes") => untaken.reduce((sum, one) => sum + one[what], owed[what]);
  return {
    ...{ objects: sumOf("objects"), bytes: sumOf("bytes") },
    since: since.length === 0 ? null : Math.min(...since),
    untaken: untaken.filter(({ why }) => why !== null).length,
  };
}

/** Since when (ms) a target lacks something of each company that it lacks something of: reads all that it lacks. */
function lackedBy({ db }: Ledger, targetId: number): Map<number, number> {
  const { companyId, takenAt } = objectTable;
  const rows = db.select({ companyId, since: min(takenAt) }).from(owedTable)
    .innerJoin(objectTable, eq(objectTable.id, owedTable.objectId))
    .where(eq(owedTable.targetId, targetId)).groupBy(companyId).all();
  return new Map(rows.map(({ companyId, since }) => [companyId, since!]));
}

/** The companies that a place added then (ms) has something of, or will have as soon as it is brought what it lacks. */
export function begunAt({ db }: Ledger, createdAt: number): Set<number> {
  const rows = db.select({ id: chainTable.companyId }).from(chainTable).where(gte(chainTable.baseAt, createdAt)).all();
  return new Set(rows.map(({ id }) => id));
}

export function missingFrom(begun: ReadonlySet<number>, companyIds: readonly number[]): Missing {
  const missing = companyIds.filter((id) => !begun.has(id)), isProviderMissing = missing.includes(PROVIDER);
  return { missing: missing.length - Number(isProviderMissing), isProviderMissing };
}

/** The companies whose files are backed up: all that are not removed, and the provider's own. */
export function backedUp(tenants: Tenants): number[] {
  const removed = tenants.outage === undefined ? removedCompanies(tenants) : new Set<number>();
  return [PROVIDER, ...tenants.ids().filter((id) => !removed.has(id))];
}

/** How it stands with one company, by the place that has most of it. */
export interface CompanyBackup {
  /** Whether some place has something of it, or will have as soon as it is brought what it lacks. */
  isBegun: boolean;
  /** When (ms) its backup last began anew; see `Broken`. */
  brokenAt: number | null;
  /** Why what it has written cannot be taken, so that no place will have it; null where it can. */
  untaken: string | null;
  /** Since when (ms) no place has what was written; null while one has all of it. */
  since: number | null;
  /** Up to when (ms) it was last shown that it can be restored; null while it never was. */
  provenAt: number | null;
  /** Why the last try of a restore from some place went wrong, if so. */
  fault: string | null;
}

/** What is asked for each company, read once; nothing where there is no place. */
export function companyBackups(
  ledger: Ledger,
  places: readonly TargetStatus[],
  notTaken: readonly Untaken[],
): (companyId: number) => CompanyBackup | undefined {
  if (places.length === 0) return () => undefined;
  // Of what another installation has, nobody knows whether it has anything of ours since.
  const lacks = places.map(({ id, claimed }) => claimed ? { get: () => claimed.at } : lackedBy(ledger, id));
  const begun = begunAt(ledger, Math.min(...places.map(({ createdAt }) => createdAt)));
  const brokenAt = new Map(chainsBroken(ledger).map((one) => [one.companyId, one.brokenAt]));
  const untaken = byCompany(notTaken);
  return (companyId) => {
    const { since, ...stands } = companyBackup(places, lacks, companyId), waits = untaken.get(companyId);
    return {
      ...{ isBegun: begun.has(companyId), brokenAt: brokenAt.get(companyId) ?? null, untaken: waits?.why ?? null },
      ...stands,
      since: waits ? Math.min(waits.since, since ?? waits.since) : since,
    };
  };
}

/** A chain that broke off; `isStill` while there is no new base, so that nothing of the company is stored. */
export interface Broken {
  companyId: number;
  /** Milliseconds: up to then everything was stored. */
  brokenAt: number;
  isStill: boolean;
  /** Why what was written could not be taken; null = another program or a power cut had changed the file or its log. */
  why: string | null;
}

export function chainsBroken({ db }: Ledger): Broken[] {
  const { companyId, brokenAt, brokenWhy: why, baseAt } = chainTable;
  return db.select({ companyId, brokenAt, baseAt, why }).from(chainTable).where(isNotNull(brokenAt)).all()
    .map(({ baseAt, brokenAt, ...row }) => ({ ...row, brokenAt: brokenAt!, isStill: baseAt === null }));
}

function companyBackup(
  places: readonly TargetStatus[],
  lacks: readonly Pick<Map<number, number>, "get">[],
  companyId: number,
): Pick<CompanyBackup, "since" | "provenAt" | "fault"> {
  const since = lacks.map((of) => of.get(companyId) ?? null);
  const proofs = places.flatMap((place) => place.proofs.filter((proof) => proof.companyId === companyId));
  const proven = proofs.flatMap(({ newest }) => newest ?? []);
  return {
    since: since.includes(null) ? null : Math.max(...since as number[]),
    provenAt: proven.length > 0 ? Math.max(...proven) : null,
    fault: proofs.find(({ fault }) => fault !== null)?.fault ?? null,
  };
}
