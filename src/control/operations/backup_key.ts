import * as z from "zod/mini";
import { checkMayBegin, noteBackupsKey } from "../../backups/key_print.ts";
import { keyFromWords, readKey, writeKey } from "../../backups/recovery_key.ts";
import { makeKey } from "../../backups/running.ts";
import { noteWords } from "../../backups/words_owed.ts";
import type { Read } from "../../platform/company.ts";
import { BadCommand } from "../../platform/config.ts";
import { operation } from "../operation.ts";

/** Makes the key of the backups, or takes it from the words that an earlier one was written down as. */
export const backupKey = operation(
  "backup key",
  z.object({ path: z.string().check(z.startsWith("/")), words: z.optional(z.string()) }),
  ({ tenants, serving, input, say }) => {
    // The server knows best where it looks for it.
    const path = serving?.backups.keyPath ?? input.path, { words } = input;
    const made = words === undefined
      ? makeNew(tenants.provider.read, path)
      : { key: given(tenants.provider.read, path, words), words: undefined };
    serving?.backups.start(made.key);
    tenants.provider.write((db) => {
      noteWords(db);
      noteBackupsKey(db, made.key, path);
    });
    say(`The key lies in ${path}: no backup can be opened without it, or without its words`);
    return { path, words: made.words ?? null };
  },
);

function makeNew(db: Read, path: string) {
  if (!readKey(path)) checkMayBegin(db, path);
  return makeKey(path);
}

function given(db: Read, path: string, words: string): Uint8Array {
  if (readKey(path)) throw new BadCommand(`${path} is there already: move it away first`);
  const key = keyFromWords(words);
  checkMayBegin(db, path, key);
  writeKey(path, key);
  return key;
}
