import { BadCommand } from "../platform/config.ts";
import { freeBytes } from "../platform/disk_room.ts";
import { fileOf } from "./schemas.ts";

/** Refuses an upgrade for which the disk has too little room: of each file a copy is made before the first takes its place. */
export function refuseFull(folder: string, ids: readonly number[], free = freeBytes(folder)): void {
  const needed = ids.reduce((sum, id) => sum + Deno.statSync(fileOf(folder, id)).size, 0);
  if (free >= needed) return;
  throw new BadCommand(
    `Nothing was changed: the upgrade makes a copy of each file, ${
      megabytes(needed)
    } in all, and the disk of ${folder} ` +
      `has ${megabytes(free)} free`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
