import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import { NotThere } from "../../platform/config.ts";
import { isThere } from "../../platform/is_there.ts";
import type { Tenants } from "../../platform/tenants.ts";
import { type Installation, installationOf } from "../installation.ts";
import { backupTargetTable } from "../table.ts";
import type { RecoveryKey } from "../recovery_key.ts";
import { refuseBelowPrefixes, refuseNested, refuseSame } from "./apart.ts";
import { refuseForeign, refuseInside } from "./fitting.ts";
import { openTarget, placeText, TargetPlace } from "./place.ts";
import type { Target } from "./target.ts";
import { faultOf, saysOf, Unfit } from "./unfit.ts";

/** So long (ms) a place may take to be tried out. */
const PATIENCE = 20_000;

export interface KnownTarget {
  id: number;
  kind: "folder" | "s3";
  /** What a person reads. */
  place: string;
  /** Milliseconds. */
  createdAt: number;
  target: Target;
  /** Whose pieces in it are ours. */
  installation: Installation | undefined;
}

/** Refuses a folder that is not there, before anything else is asked for it. */
export function checkIsThere(place: TargetPlace): void {
  if (place.kind === "folder" && !isThere(place.path)) {
    throw new NotThere(`There is no folder ${place.path}: see whether its disk is mounted`);
  }
}

/** All targets of a data folder. */
export function knownTargets(tenants: Tenants): KnownTarget[] {
  const installation = installationOf(tenants.folder);
  return rowsOf(tenants).map(({ id, kind, place, createdAt, sealed }) => ({
    id,
    kind,
    place,
    createdAt,
    installation,
    target: openTarget(unsealed(tenants, sealed)),
  }));
}

const rowsOf = ({ provider }: Tenants) => provider.read.select().from(backupTargetTable).all();

/** With its secret. */
function unsealed({ keys }: Tenants, sealed: Uint8Array): TargetPlace {
  return TargetPlace.parse(JSON.parse(Buffer.from(keys.unseal(Buffer.from(sealed))).toString()));
}

/**
 * Adds a target after something was written to it, read again and removed; an Unfit says what did not work, or why it is no
 * place for these backups. `key` is theirs, where there is one already.
 */
export async function addTarget(tenants: Tenants, place: TargetPlace, key?: RecoveryKey): Promise<number> {
  const { provider, keys } = tenants, target = openTarget(place), name = placeText(place);
  const own = rowsOf(tenants).map(({ id, sealed }) => ({ id, place: unsealed(tenants, sealed) }));
  if (place.kind === "folder") await refuseInside(tenants.folder, place.path);
  await refuseNested(place, own);
  await inTime(tryTarget(target, (written) => refuseSame(place, own, written))).catch((error) => {
    // They say what the place is, and not how a try failed.
    if (error instanceof Unfit && (error.fault === "known" || error.fault === "in_place")) throw error;
    const says = `${name} cannot keep a backup: ${saysOf(error, place.kind)}`;
    throw new Unfit(faultOf(error, place.kind), says, { cause: error });
  });
  await refuseBelowPrefixes(place);
  await refuseForeign(target, name, Deno.readFileSync(`${tenants.folder}/server.key`), key);
  const sealed = Buffer.from(keys.seal(new TextEncoder().encode(JSON.stringify(place))));
  return provider.write((db) =>
    db.insert(backupTargetTable)
      .values({ kind: place.kind, place: name, sealed, createdAt: Date.now() })
      .returning({ id: backupTargetTable.id }).all()[0]!.id
  );
}

/** Removes a target from the accounts; what it keeps stays there. False when there was none. */
export function removeTarget({ provider }: Tenants, id: number): boolean {
  return provider.write((db) =>
    db.delete(backupTargetTable).where(eq(backupTargetTable.id, id)).returning({ id: backupTargetTable.id }).all()
      .length > 0
  );
}

/** `whileThere` is asked as long as something lies there, under a key; what it throws is thrown once that is gone again. */
async function tryTarget(target: Target, whileThere: (key: string) => Promise<void>): Promise<void> {
  const key = `v1/try/${crypto.randomUUID()}`, bytes = crypto.getRandomValues(new Uint8Array(64));
  await target.put(key, of(bytes));
  const kept: Uint8Array[] = [];
  for await (const chunk of target.get(key)) kept.push(chunk);
  if (Buffer.compare(Buffer.concat(kept), bytes) !== 0) {
    throw new Unfit("unreliable", "it answers something else than it was given");
  }
  if ((await target.list("v1/try/")).every((stored) => stored.key !== key)) {
    throw new Unfit("unreliable", "it does not list what it was given");
  }
  await whileThere(key).finally(() => target.remove([key]));
}

/** Stores are asked with more patience when they are in use: whoever adds one sits in front of it. */
async function inTime(trying: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unfit("silent", `no answer for ${PATIENCE / 1000} seconds`)), PATIENCE);
  });
  await Promise.race([trying, late]).finally(() => clearTimeout(timer));
}

async function* of(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
