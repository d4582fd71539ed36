import { statfsSync } from "node:fs";

export interface Disk {
  /** Bytes that this user may still write, and all that there are. */
  free: number;
  size: number;
  /** Names for files (inodes) that are left; 0 of 0 where the file system does not count them. */
  freeFiles: number;
  files: number;
}

/** The disk that a folder lies on. */
export function freeOf(folder: string): Disk {
  const { bsize, blocks, bavail, files, ffree } = statfsSync(folder);
  return { free: bavail * bsize, size: blocks * bsize, freeFiles: ffree, files };
}
