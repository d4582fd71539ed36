import { timingSafeEqual } from "node:crypto";
import { SERVER_KEY } from "../keys.ts";
import { isThere } from "../../platform/is_there.ts";
import { liesIn } from "../../platform/lies_in.ts";
import { openStored } from "../open_stored.ts";
import { keysOf, type RecoveryKey } from "../recovery_key.ts";
import type { Target } from "./target.ts";
import { Unfit } from "./unfit.ts";

/** What deletes the data folder would take its backups along. */
export function refuseInside(dataFolder: string, path: string): void {
  // Of what is not there, whoever tries it out says so.
  if (!isThere(path) || !liesIn(path, dataFolder)) return;
  throw new Unfit("in_data", `${path} lies in the data folder, which backups are to outlive: choose another one`);
}

/** What takes the disk of the data takes the backups along: refused until somebody has said that they know. */
export function refuseSameDisk(dataFolder: string, path: string): void {
  refuseInside(dataFolder, path);
  if (isOnSameDisk(dataFolder, path)) throw new Unfit("same_disk", `${path} lies on the disk of the data folder`);
}

/** Whether a folder lies on the disk of the data folder, so that whatever takes one takes the other. */
export function isOnSameDisk(dataFolder: string, path: string): boolean {
  try {
    return Deno.statSync(path).dev === Deno.statSync(dataFolder).dev;
  } catch {
    // Of what is not there nobody knows.
    return false;
  }
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
