import { openDbFile } from "../platform/db.ts";
import type { Kept } from "./kept.ts";
import { fileOf, PROVIDER } from "./schemas.ts";

/** What a company has that the file from before an upgrade does not. */
export interface WrittenSince {
  id: number;
  name: string;
  /** Nothing where its file cannot be read. */
  messages: number | undefined;
}

/**
 * Counts what was written since an upgrade, in files that are only read: whichever version serves them goes on, and none is brought
 * to another schema.
 */
export function writtenSince(folder: string, { newestMessages }: Pick<Kept, "newestMessages">): WrittenSince[] {
  const names = namesIn(fileOf(folder, PROVIDER));
  return Object.entries(newestMessages).flatMap(([key, newest]) => {
    const id = Number(key), name = names.get(id);
    if (id === PROVIDER || name === undefined) return [];
    return [{ id, name, messages: countIn(fileOf(folder, id), newest) }];
  });
}

function countIn(path: string, newest: number): number | undefined {
  try {
    const file = openDbFile(path, { readonly: true });
    try {
      return Number(file.one(`SELECT count(*) AS count FROM messages WHERE id > ${newest}`)!.count);
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}

function namesIn(path: string): Map<number, string> {
  const file = openDbFile(path, { readonly: true });
  try {
    const { rows } = file.one("SELECT json_group_array(json_array(id, name)) AS rows FROM companies")!;
    return new Map(JSON.parse(String(rows)) as [number, string][]);
  } finally {
    file.close();
  }
}
