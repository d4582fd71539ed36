import { timingSafeEqual } from "node:crypto";
import { SERVER_KEY } from "../keys.ts";
import { BadCommand } from "../../platform/config.ts";
import { isThere } from "../../platform/is_there.ts";
import { areOnOneDisk, liesIn } from "../../platform/where_folders_lie.ts";
import { openStored } from "../open_stored.ts";
import { keysOf, type RecoveryKey } from "../recovery_key.ts";
import type { TargetPlace } from "./place.ts";
import type { Target } from "./target.ts";
import { Unfit } from "./unfit.ts";

/** What deletes the data folder would take its backups along. Of what is not there, whoever tries it out says so. */
export async function refuseInside(dataFolder: string, path: string): Promise<void> {
  if (!await liesIn(path, dataFolder) || !isThere(path)) return;
  throw new Unfit("in_data", `${path} lies in the data folder, which backups are to outlive: choose another one`);
}

/** A data folder in the place that it is made from goes with it, and could have no backup there. Throws a BadCommand. */
export async function refuseDataIn(place: TargetPlace, data: string): Promise<void> {
  if (place.kind !== "folder" || !await liesIn(data, place.path)) return;
  throw new BadCommand(`${data} lies in ${place.path}, which keeps the backups: choose a folder elsewhere with --data`);
}

/** What takes the disk of the data takes the backups along: refused until somebody has said that they know. */
export async function refuseSameDisk(dataFolder: string, path: string): Promise<void> {
  await refuseInside(dataFolder, path);
  if (await areOnOneDisk(path, dataFolder)) throw new Unfit("same_disk", `${path} lies on the disk of the data folder`);
}

/**
 * Two installations number their companies alike: in one place, each would overwrite and delete what the other keeps. A
 * place is known by the server's key in it, which is there from the first moment on.
 */
export async function refuseForeign(
  target: Target,
  place: string,
  serverKey: Uint8Array,
  key: RecoveryKey | undefined,
): Promise<void> {
  if (!await isForeign(target, serverKey, key && keysOf(key).data)) return;
  throw new Unfit(
    "foreign",
    `${place} keeps the backups of another installation, or of another key: choose an empty place${
      key ? "" : ", or make their key first (balcao backup key --words)"
    }`,
  );
}

/** Whether a place keeps another server's key, or one that `dataKey` does not open; false where it keeps none. */
export async function isForeign(target: Target, serverKey: Uint8Array, dataKey?: Uint8Array): Promise<boolean> {
  if (!(await target.list(SERVER_KEY)).some((stored) => stored.key === SERVER_KEY)) return false;
  const kept = dataKey && await openStored(target, dataKey, SERVER_KEY).catch(() => undefined);
  return !kept || kept.length !== serverKey.length || !timingSafeEqual(kept, serverKey);
}
