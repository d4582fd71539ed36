/** Largest file that a company may send or keep, in bytes (behaviour.md: 64 MiB). */
export const LARGEST_FILE = 64 * 1024 * 1024;
