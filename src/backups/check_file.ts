import { openDbFile } from "../platform/db.ts";
import { type FileRows, rowsIn } from "./rows.ts";

/** What SQLite finds in a file. */
export interface FileFacts extends FileRows {
  /** `ok`, or what is wrong with it. */
  integrity: string;
}

/** Looks through a whole file, in a process of its own: nobody waits for it. */
export function checkAloud(path: string): void {
  console.log(JSON.stringify(factsOf(path)));
}

function factsOf(path: string): FileFacts {
  const file = openDbFile(path, { readonly: true });
  try {
    const integrity = String(file.one("PRAGMA integrity_check")!.integrity_check);
    return integrity === "ok" ? { integrity, ...rowsIn(file) } : { integrity, rows: {}, newestMessage: 0 };
  } finally {
    file.close();
  }
}

if (import.meta.main) checkAloud(Deno.args[0]!);
