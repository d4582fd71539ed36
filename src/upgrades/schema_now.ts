import { openDbFile } from "../platform/db.ts";
import { schemaOf } from "../platform/file_header.ts";
import { sizeOf } from "../platform/size_of.ts";

/**
 * The schema of a file with what its log has: of a company that was founded just now all of it stands there. 0 where there is
 * no file, or nobody can read it.
 */
export function schemaNow(path: string): number {
  const inFile = schemaOf(path) ?? 0;
  if (sizeOf(`${path}-wal`) === 0) return inFile;
  try {
    const file = openDbFile(path, { readonly: true });
    try {
      return Number(file.one("PRAGMA user_version")!.user_version);
    } finally {
      file.close();
    }
  } catch {
    return inFile;
  }
}
