import { timingSafeEqual } from "node:crypto";
import { SERVER_KEY } from "../keys.ts";
import { isThere } from "../../platform/is_there.ts";
import { areOnOneDisk, liesIn } from "../../platform/where_folders_lie.ts";
import { openStored } from "../open_stored.ts";
import { keysOf, type RecoveryKey } from "../recovery_key.ts";
import type { Target } from "./target.ts";
import { Unfit } from "./unfit.ts";

/** What deletes the data folder would take its backups along. Of what is not there, whoever tries it out says so. */
export async function refuseInside(dataFolder: string, path: string): Promise<void> {
  if (!await liesIn(path, dataFolder) || !isThere(path)) return;
  throw new Unfit("in_data", `${path} lies in the data folder, which backups are to outlive: choose another one`);
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
  if (!(await target.list(SERVER_KEY)).some((stored) => stored.key === SERVER_KEY)) return;
  const kept = key && await openStored(target, keysOf(key).data, SERVER_KEY).catch(() => undefined);
  if (kept && kept.length === serverKey.length && timingSafeEqual(kept, serverKey)) return;
  throw new Unfit(
    "foreign",
    `${place} keeps the backups of another installation, or of another key: choose an empty place${
      key ? "" : ", or make their key first (balcao backup key --words)"
    }`,
  );
}
