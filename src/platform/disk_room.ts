import { statfsSync } from "node:fs";

/** Bytes that this user may still write to the disk that a folder lies on. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
