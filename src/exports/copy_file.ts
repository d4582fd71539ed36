import { copyStill } from "../platform/copy_still.ts";
import type { Wal } from "../platform/wal.ts";
import { BadExport } from "./bad_export.ts";

/** A backup may be copying the same file: so long (ms) it is waited for, and so often it is looked. */
const PATIENCE = 120_000, LOOKED_EVERY = 200;

/**
 * Copies a company's file as it stands now, while it is served: its log is emptied into it and then held, so that the file
 * does not change, whatever is written meanwhile. `open` answers the file as it is open at that moment. Bytes.
 */
export async function copyFile(
  open: () => { path: string; wal: Wal },
  to: string,
  signal: AbortSignal,
): Promise<number> {
  for (const until = Date.now() + PATIENCE; Date.now() < until;) {
    const bytes = await tried(open(), to, signal);
    if (bytes !== undefined) return bytes;
    await new Promise((resolve) => setTimeout(resolve, LOOKED_EVERY));
  }
  throw new BadExport("The company's file is being copied by somebody else: try again in a while");
}

/** Nothing when the file could not be held still. */
async function tried({ path, wal }: { path: string; wal: Wal }, to: string, signal: AbortSignal) {
  if (!wal.checkpoint()) return undefined;
  const release = wal.hold();
  try {
    return await copyStill(path, to, signal);
  } finally {
    release();
  }
}
