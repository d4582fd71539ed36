import { dirname } from "node:path";
import { withFileSync } from "./with_file.ts";
import { syncFolder } from "./wal.ts";

/** Writes a file for its owner alone, whole or not at all: on a full disk, and when the power is cut, nothing half is there. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const part = `${path}.${crypto.randomUUID()}.part`;
  try {
    withFileSync(part, { write: true, createNew: true, mode: 0o600 }, (file) => {
      for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
      file.syncSync();
    });
    Deno.renameSync(part, path);
  } catch (error) {
    try {
      Deno.removeSync(part);
    } catch { /* It was not even begun. */ }
    throw error;
  }
  syncFolder(dirname(path));
}
