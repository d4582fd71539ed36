import type { Ledger, NewObject } from "./ledger.ts";
import { type Pages, pagesIn, writePages } from "./pages.ts";

/** Writes what the frames make of a file into the spool; a part of it is not left there. */
export function spoolPiece(
  { spool: folder }: Ledger,
  key: string,
  { frames, pageSize, filePages }: Omit<Pages, "pages"> & { frames: Uint8Array },
): Pick<NewObject, "source" | "bytes"> {
  if (frames.length === 0) return { source: { nothing: true }, bytes: 0 };
  const spool = key.replaceAll("/", "-"), bytes = writePages(pagesIn(frames, pageSize, filePages));
  try {
    Deno.writeFileSync(`${folder}/${spool}`, bytes, { mode: 0o600 });
  } catch (error) {
    forget(`${folder}/${spool}`);
    throw error;
  }
  return { source: { spool }, bytes: bytes.length };
}

function forget(path: string): void {
  try {
    Deno.removeSync(path);
  } catch { /* nothing of it was written */ }
}
