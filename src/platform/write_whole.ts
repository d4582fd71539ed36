import { syncFolder } from "./wal.ts";

interface Writing {
  /** Refuses with AlreadyExists, instead of taking the place of what is there. */
  isNew?: boolean;
}

/** Writes a file for its owner alone, whole or not at all: on a full disk, and when the power is cut, nothing half is there. */
export function writeWhole(path: string, bytes: Uint8Array, { isNew = false }: Writing = {}): void {
  const part = `${path}.${crypto.randomUUID()}.part`;
  try {
    const file = Deno.openSync(part, { write: true, createNew: true, mode: 0o600 });
    try {
      for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
      file.syncSync();
    } finally {
      file.close();
    }
    // A link is refused where something is; a rename would replace it.
    if (isNew) Deno.linkSync(part, path);
    else Deno.renameSync(part, path);
  } finally {
    try {
      Deno.removeSync(part);
    } catch { /* It has its name. */ }
  }
  syncFolder(path.slice(0, path.lastIndexOf("/")) || ".");
}
