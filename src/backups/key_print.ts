import { hkdfSync } from "node:crypto";
import { Buffer } from "node:buffer";
import { BadCommand } from "../platform/config.ts";
import type { Read, Write } from "../platform/company.ts";
import { providerSetting, setGenerated } from "../provider_settings/provider_settings.ts";
import type { Ledger } from "./ledger.ts";
import type { RecoveryKey } from "./recovery_key.ts";
import { chainTable, mediaTable, sealTable } from "./table.ts";

/** What a key is known by again; it tells nothing of the key. */
function printOf(key: RecoveryKey): string {
  return Buffer.from(hkdfSync("sha256", key, "", "balcao backup print", 16)).toString("hex");
}

/** Whether the backups were made with this key, as far as that was noted. `db` is provider.db. */
export function isBackupsKey(db: Read, key: RecoveryKey): boolean {
  const known = providerSetting(db, "backupKeyPrint");
  return known === "" || known === printOf(key);
}

export function isNoted(db: Read, key: RecoveryKey): boolean {
  return providerSetting(db, "backupKeyPrint") === printOf(key);
}

/** The key that backups are made with from now on. */
export function noteBackupsKey(db: Write, key: RecoveryKey): void {
  setGenerated(db, "backupKeyPrint", printOf(key));
}

/** Throws a BadCommand where another key lies in the place of the one that the backups were made with. */
export function checkBackupsKey(db: Read, key: RecoveryKey, path: string): void {
  if (isBackupsKey(db, key)) return;
  throw new BadCommand(
    `${path} is not the key that the backups of this folder were made with: move it away, then balcao backup key --words ` +
      "makes that one again (and balcao backup key a new one, with which all is stored anew)",
  );
}

/** Notes with what pieces are sealed from now on. What was taken under another key cannot be gone on from: all is taken anew. */
export function sealWith(ledger: Ledger, key: RecoveryKey): void {
  const print = printOf(key), [had] = ledger.db.select().from(sealTable).all();
  if (had?.print === print) return;
  ledger.write((db) => {
    if (had) { for (const table of [chainTable, mediaTable, sealTable]) db.delete(table).run(); }
    db.insert(sealTable).values({ print }).run();
  });
}
