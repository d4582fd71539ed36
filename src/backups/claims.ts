import { Buffer } from "node:buffer";
import { hostname } from "node:os";
import { sealed } from "./envelope.ts";
import type { Installation } from "./installation.ts";
import { type Claim, claimKey, CLAIMS, type Named, readClaim } from "./keys.ts";
import { openStored } from "./open_stored.ts";
import { isForeign } from "./targets/fitting.ts";
import type { Target } from "./targets/target.ts";

/** By whom a place was claimed since it was ours (machine and folder; empty where that cannot be read), and when (ms). */
export interface Claimed {
  who: string;
  at: number;
}

/** Another installation has claimed the place since: nothing more of this one goes there. */
export class ClaimedElsewhere extends Error {
  /** `isForeign`: what lies there is of another key, so that the place would not be taken again (refuseForeign). */
  constructor(readonly claimed: Claimed, isForeign: boolean) {
    const { who, at } = claimed;
    super(
      `this place belongs to another installation${who && ` (${who})`} since ${new Date(at).toISOString()}: ` +
        (isForeign
          ? "remove it here, and add an empty place"
          : "remove it here, or stop that one, and remove and add it here to have it back"),
    );
  }
}

/** Who has claimed a place, oldest first: it belongs to the last. */
export async function claimsAt(target: Target): Promise<Claim[]> {
  return (await target.list(CLAIMS)).flatMap(({ key }) => readClaim(key) ?? []);
}

/** Nothing of what was brought to a place is there: it is an empty mount point, or somebody has emptied it. */
export class Emptied extends Error {
  constructor() {
    super("it has nothing of what was brought to it: see whether its disk is mounted");
  }
}

export interface Claiming {
  installation: Installation;
  /** What objects are encrypted with. */
  key: Uint8Array;
  /** When (ms) this installation was given the place: an older claim of its own does not count. */
  since: number;
  /** Whether it has found its claim there before. */
  hasHeld?: boolean;
  /** What a person finds it by. */
  folder: string;
}

/**
 * Claims a place that this installation was given and has not claimed yet; throws a ClaimedElsewhere where another has since,
 * and an Emptied where a claim that was there is gone.
 */
export async function holdPlace(target: Target, claiming: Claiming): Promise<void> {
  const { installation: { id, from }, since, hasHeld } = claiming,
    claims = await claimsAt(target),
    newest = claims.at(-1);
  if (claims.some(({ by, at }) => by === id && at >= since)) {
    if (newest!.by === id) return;
    const claimed = { who: await whoHas(target, newest!, claiming.key), at: newest!.at };
    throw new ClaimedElsewhere(claimed, await isForeignTo(target, claiming));
  }
  if (hasHeld) throw new Emptied();
  const at = Math.max(Date.now(), since, (newest?.at ?? 0) + 1);
  // One that has lost its own name goes on from whoever had the place.
  const origin = from ?? { id: newest?.by, until: newest && newest.by !== id ? at : undefined };
  const key = claimKey({ at, by: id, from: origin.id, until: origin.until });
  const who = Buffer.from(JSON.stringify({ who: `${hostname()}:${Deno.realPathSync(claiming.folder)}` }));
  await target.put(key, sealed(claiming.key, key, [who]));
}

async function isForeignTo(target: Target, { folder, key }: Claiming): Promise<boolean> {
  return await isForeign(target, await Deno.readFile(`${folder}/server.key`), key);
}

/** The machine and the folder of whoever claimed it; empty where that cannot be read. */
export async function whoHas(target: Target, claim: Claim, key: Uint8Array): Promise<string> {
  try {
    return String(JSON.parse(Buffer.from(await openStored(target, key, claimKey(claim))).toString()).who);
  } catch {
    return "";
  }
}

/** Whose pieces lead to an installation's state, each up to a moment (ms); "" = those from before pieces said whose they are. */
export type Lineage = ReadonlyMap<string, number>;

/** Those of an installation; of none, those of whoever has the place. */
export function lineageOf(claims: readonly Claim[], installation?: Installation): Lineage {
  const lineage = new Map<string, number>();
  let until = Infinity, id = installation?.id ?? claims.at(-1)?.by;
  while (id !== undefined && !lineage.has(id)) {
    lineage.set(id, until);
    const origin = originOf(claims, id, installation);
    until = Math.min(until, origin.until ?? Infinity);
    id = origin.id;
  }
  return lineage.set("", until);
}

type Origin = { id?: string | undefined; until?: number | undefined };

function originOf(claims: readonly Claim[], id: string, installation: Installation | undefined): Origin {
  const first = claims.find(({ by }) => by === id);
  if (first) return { id: first.from, until: first.until };
  if (installation?.id !== id) return {};
  return installation.from ?? { id: claims.at(-1)?.by };
}

/** Whether a piece or a base is of a lineage. */
export function isOf(lineage: Lineage, named: Extract<Named, { what: "base" | "wal" }>): boolean {
  const until = lineage.get(named.by ?? "");
  return until !== undefined && (named.what === "base" ? named.generation : named.at) <= until;
}
