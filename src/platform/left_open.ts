const left: unknown[] = [];

/**
 * Keeps what holds files open from being let go, until the process ends by `Deno.exit`: closed in order, or by the collector,
 * the last connection to a file has SQLite empty its log and delete it (sqlite.org/wal.html, 5).
 */
export function leaveOpen(whatHoldsThem: unknown): void {
  left.push(whatHoldsThem);
}

/** Whether the process must end by `Deno.exit`. */
export function isAnythingLeftOpen(): boolean {
  return left.length > 0;
}
