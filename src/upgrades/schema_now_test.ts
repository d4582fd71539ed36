import { expect, onTestFinished, test } from "vitest";
import { schemaOf } from "../platform/file_header.ts";
import { openDbFile } from "../platform/db.ts";
import { schemaNow } from "./schema_now.ts";

test("the schema of a company that was founded just now stands in its log alone, and is read there", async () => {
  const folder = await Deno.makeTempDir(), founded = `${folder}/founded.db`, path = `${folder}/company.db`;
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
  expect(schemaNow(path)).toBe(0);
  const file = openDbFile(founded);
  file.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  file.exec("CREATE TABLE messages (id INTEGER PRIMARY KEY); PRAGMA user_version = 42");
  // As it lies there when its process is killed.
  for (const ending of ["", "-wal"]) await Deno.copyFile(`${founded}${ending}`, `${path}${ending}`);
  file.close();
  expect(schemaOf(path) ?? 0).toBe(0);
  expect(schemaNow(path)).toBe(42);
});
