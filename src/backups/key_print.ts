import { hkdfSync } from "node:crypto";
import { Buffer } from "node:buffer";
import { BadCommand } from "../platform/config.ts";
import type { Read, Write } from "../platform/company.ts";
import { providerSetting, setGenerated } from "../provider_settings/provider_settings.ts";
import type { Ledger } from "./ledger.ts";
import type { RecoveryKey } from "./recovery_key.ts";
import { backupTargetTable, chainTable, mediaTable, missedMediaTable, sealTable } from "./table.ts";

/** What a key is known by again; it tells nothing of the key. */
function printOf(key: RecoveryKey): string {
  return Buffer.from(hkdfSync("sha256", key, "", "balcao backup print", 16)).toString("hex");
}

/** Whether the backups were made with this key, as far as that was noted. `db` is provider.db. */
export function isBackupsKey(db: Read, key: RecoveryKey): boolean {
  const known = providerSetting(db, "backupKeyPrint");
  return known === "" || known === printOf(key);
}

export function isNoted(db: Read, key: RecoveryKey, path: string): boolean {
  return providerSetting(db, "backupKeyPrint") === printOf(key) && providerSetting(db, "backupKeyPath") === path;
}

/** The key that backups are made with from now on, and where it lies. */
export function noteBackupsKey(db: Write, key: RecoveryKey, path: string): void {
  setGenerated(db, "backupKeyPrint", printOf(key));
  setGenerated(db, "backupKeyPath", path);
}

/** Where the key lay last (empty = nobody knows) that the places have their backups by; nothing where they have none yet. */
export function ownedKey(db: Read): { was: string } | undefined {
  if (providerSetting(db, "backupKeyPrint") === "") return undefined;
  const places = db.select({ id: backupTargetTable.id }).from(backupTargetTable).limit(1).all();
  return places.length > 0 ? { was: providerSetting(db, "backupKeyPath") } : undefined;
}

/** Why no backups are made although there are places; nothing where that is not for the want of their key. */
export function whyNoKey(db: Read, path: string): string | undefined {
  return ownedKey(db) && `no backups are made: their key is not at ${path}`;
}

/**
 * Throws a BadCommand where the places have what another key has sealed: with two of them in one place nothing could be restored.
 * `key` is what comes from words; nothing = a new one.
 */
export function checkMayBegin(db: Read, path: string, key?: RecoveryKey): void {
  const owned = ownedKey(db);
  if (!owned || (key && isBackupsKey(db, key))) return;
  const was = owned.was && owned.was !== path ? ` (it was ${owned.was})` : "";
  const lost = "If both are lost: balcao backup remove with each place, and only then a new key and empty places";
  throw new BadCommand(
    key
      ? `These are the words of another key than the one that the places have their backups by${was}. ${lost}`
      : `The places have their backups by a key that is not at ${path}: bring it there${was}, or make it again by ` +
        `balcao backup key --words. ${lost}`,
  );
}

/** Throws a BadCommand where another key lies in the place of the one that the backups were made with. */
export function checkBackupsKey(db: Read, key: RecoveryKey, path: string): void {
  if (isBackupsKey(db, key)) return;
  throw new BadCommand(
    `${path} is not the key that the backups of this folder were made with: move it away, then balcao backup key --words ` +
      "makes that one again",
  );
}

/** Notes with what pieces are sealed from now on. What was taken under another key cannot be gone on from: all is taken anew. */
export function sealWith(ledger: Ledger, key: RecoveryKey): void {
  const print = printOf(key), [had] = ledger.db.select().from(sealTable).all();
  if (had?.print === print) return;
  ledger.write((db) => {
    if (had) { for (const table of [chainTable, mediaTable, missedMediaTable, sealTable]) db.delete(table).run(); }
    db.insert(sealTable).values({ print }).run();
  });
}
