/** Largest file that a company may send or keep, in bytes (behaviour.md: 64 MiB). */
export const LARGEST_FILE = 64 * 1024 * 1024;
/** Bytes of a file of a web chat's visitor: nobody knows them, and the disk is everybody's. */
export const LARGEST_FILE_OF_VISITOR = 25_000_000;
