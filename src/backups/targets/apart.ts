import { dirname } from "node:path";
import { liesIn } from "../../platform/where_folders_lie.ts";
import { within } from "../../shared/within.ts";
import { claimsAt } from "../claims.ts";
import { openTarget, placeText, type TargetPlace } from "./place.ts";
import type { S3Place } from "./s3_place.ts";
import { Unfit } from "./unfit.ts";

/** So long (ms) another place may take to say whether it is the same: it may be away, and keeps none from being added. */
const PATIENCE = 5000;

/** A place that these backups go to already. */
export interface OwnPlace {
  id: number;
  place: TargetPlace;
}

/**
 * Two of one's own places inside one another would be lost together, and are one copy more in name than in truth. A folder is
 * not to lie in a place of anybody's either. Throws an Unfit; nothing is written.
 */
export async function refuseNested(place: TargetPlace, own: readonly OwnPlace[]): Promise<void> {
  for (const { id, place: other } of own) {
    const how = await nestedHow(place, other);
    if (how === "same") throw isKnown(place, { id, place: other });
    if (how) throw new Unfit("in_place", `${placeText(place)} ${how} ${placeText(other)}, ${OWN} ${id}: ${ANOTHER}`);
  }
  if (place.kind === "folder") await refuseBelowFolders(place.path);
}

const OWN = "which is a place of these backups:", ANOTHER = "choose one that lies apart";

/** What is a place of these backups already, under the same name or another one. */
export function isKnown(place: TargetPlace, { id, place: other }: OwnPlace): Unfit {
  const name = placeText(place), known = placeText(other), called = name === known ? "" : ` (as ${known})`;
  return new Unfit("known", `${name} is a place of these backups already: ${id}${called}`);
}

async function nestedHow(place: TargetPlace, other: TargetPlace): Promise<"same" | "lies in" | "contains" | undefined> {
  if (placeText(place) === placeText(other)) return "same";
  if (place.kind === "folder" && other.kind === "folder") {
    const [isIn, contains] = [await liesIn(place.path, other.path), await liesIn(other.path, place.path)];
    return isIn && contains ? "same" : isIn ? "lies in" : contains ? "contains" : undefined;
  }
  if (place.kind === "folder" || other.kind === "folder") return undefined;
  if (place.endpoint.toLowerCase() !== other.endpoint.toLowerCase() || place.bucket !== other.bucket) return undefined;
  if (place.prefix === other.prefix) return "same";
  if (place.prefix.startsWith(other.prefix)) return "lies in";
  return other.prefix.startsWith(place.prefix) ? "contains" : undefined;
}

async function refuseBelowFolders(path: string): Promise<void> {
  // Whoever tries it out says what is wrong with it.
  let below = await within(PATIENCE, Deno.realPath(path)).catch(() => "/");
  while (below !== "/") {
    below = dirname(below);
    await refuseClaimed(path, { kind: "folder", path: below });
  }
}

/** In a store nobody can look above, but by the lists of the folders that its prefix names. Throws an Unfit. */
export async function refuseBelowPrefixes(place: TargetPlace): Promise<void> {
  if (place.kind !== "s3") return;
  const parts = place.prefix.split("/").slice(0, -1);
  for (let count = parts.length - 1; count >= 0; count--) {
    const prefix = parts.slice(0, count).map((part) => `${part}/`).join("");
    await refuseClaimed(placeText(place), { ...place, prefix });
  }
}

/** One that may not be looked at is not known for a place. */
async function refuseClaimed(name: string, above: TargetPlace): Promise<void> {
  const claims = await within(PATIENCE, claimsAt(openTarget(above))).catch(() => []);
  if (claims.length === 0) return;
  throw new Unfit("in_place", `${name} lies in ${placeText(above)}, which is a place for backups: ${ANOTHER}`);
}

/**
 * What is written at a place to try it shows at each other one that is the same under another name: a link, a disk that is
 * mounted twice, a store of two addresses. Throws an Unfit for the first that shows it.
 */
export async function refuseSame(place: TargetPlace, own: readonly OwnPlace[], key: string): Promise<void> {
  const found = await Promise.all(own.map(async (one) => ({ one, fault: await showing(place, one.place, key) })));
  for (const { one, fault } of found) {
    if (fault === "known") throw isKnown(place, one);
    if (fault) {
      const how = `lies in ${placeText(one.place)} or contains it`;
      throw new Unfit(fault, `${placeText(place)} ${how}, ${OWN} ${one.id}: ${ANOTHER}`);
    }
  }
}

async function showing(place: TargetPlace, other: TargetPlace, key: string): Promise<"known" | "in_place" | undefined> {
  if (await shows(other, key)) return "known";
  if (place.kind !== "s3" || other.kind !== "s3" || !areNested(place, other)) return undefined;
  return await shows({ ...other, prefix: place.prefix }, key) ? "in_place" : undefined;
}

function areNested({ prefix }: S3Place, other: S3Place): boolean {
  return prefix !== other.prefix && (prefix.startsWith(other.prefix) || other.prefix.startsWith(prefix));
}

async function shows(place: TargetPlace, key: string): Promise<boolean> {
  return await within(PATIENCE, openTarget(place).has(key)).catch(() => false);
}
