/** Whether something lies at a path; throws where that cannot be found out. */
export function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

/** Throws what says anything else than that a file or folder is not there. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) throw error;
}
