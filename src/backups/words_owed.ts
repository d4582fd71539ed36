import type { Read, Write } from "../platform/company.ts";
import { providerSetting, setGenerated } from "../provider_settings/provider_settings.ts";

/**
 * Whether the words of the key were shown in a browser and never asked back: whoever was to write them down may have left the
 * page. `db` is provider.db. On the command line they stay in sight, and nothing is owed.
 */
export function areWordsOwed(db: Read): boolean {
  return providerSetting(db, "recoveryWords") === "owed";
}

export function oweWords(db: Write): void {
  setGenerated(db, "recoveryWords", "owed");
}

/** Somebody has them, and has shown it. */
export function noteWords(db: Write): void {
  setGenerated(db, "recoveryWords", "");
}
