import { refuse } from "../contract/errors.ts";
import { BadCommand } from "../platform/config.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { Backups } from "./backups.ts";
import { isBackupsKey, isNoted, noteBackupsKey, ownedKey, whyNoKey } from "./key_print.ts";
import {
  isKeyThere,
  newRecoveryKey,
  readKey,
  type RecoveryKey,
  type WordLanguage,
  wordsOf,
  writeKey,
} from "./recovery_key.ts";
import { areWordsOwed, oweWords } from "./words_owed.ts";

/** The backups of a server: none until there is a key, which may be made while it runs. */
export class RunningBackups {
  #backups: Backups | undefined;

  constructor(readonly tenants: Tenants, readonly keyPath: string | undefined) {
    const key = keyPath === undefined ? undefined : readKey(keyPath);
    if (key && !isBackupsKey(tenants.provider.read, key)) {
      // Nothing is written with it: what it seals could not be opened together with what is there.
      log.error(`No backups are made: ${keyPath} is not the key that they were made with`);
    } else if (key) this.start(key);
    else if (this.whyNone) log.error(`There are places for backups, and ${this.whyNone}`);
  }

  get current(): Backups | undefined {
    return this.#backups;
  }

  /** With the key that backups are made with from now on. */
  start(key: RecoveryKey): void {
    const { provider } = this.tenants;
    if (this.#backups) return;
    const path = this.keyPath ?? "";
    if (!isNoted(provider.read, key, path)) provider.write((db) => noteBackupsKey(db, key, path));
    this.#backups = new Backups(this.tenants, key);
  }

  /**
   * Makes the key while the server runs, and answers its words, which are owed until they were asked back; refuses with
   * ERR_BACKUP_KEY_MADE where there is one, with ERR_BACKUP_KEY_AWAY where the places have their backups by one that is not
   * here, and with ERR_BACKUP_KEY_UNKEPT where it cannot be kept.
   */
  makeKey(language: WordLanguage): string[] {
    const path = this.keyPath;
    if (this.#backups || path !== undefined && isKeyThere(path)) refuse("ERR_BACKUP_KEY_MADE");
    if (path === undefined) refuse("ERR_BACKUP_KEY_UNKEPT");
    if (ownedKey(this.tenants.provider.read)) refuse("ERR_BACKUP_KEY_AWAY");
    this.tenants.provider.write(oweWords);
    try {
      const { key, words } = makeKey(path, language);
      this.start(key);
      return words;
    } catch (error) {
      log.warn(`The key of the backups could not be kept in ${path}`, { error });
      refuse("ERR_BACKUP_KEY_UNKEPT");
    }
  }

  /** The same words once more, as long as they are owed; refuses with ERR_BACKUP_KEY_MADE once they were asked back. */
  wordsAgain(language: WordLanguage): string[] {
    const key = this.areWordsOwed && this.keyPath !== undefined ? readKey(this.keyPath) : undefined;
    return wordsOf(key ?? refuse("ERR_BACKUP_KEY_MADE"), language);
  }

  /** Why none are made although there are places that have some; nothing where they are made, or there was never a key. */
  get whyNone(): string | undefined {
    if (this.#backups) return undefined;
    return whyNoKey(this.tenants.provider.read, this.keyPath ?? "");
  }

  get areWordsOwed(): boolean {
    return this.#backups !== undefined && areWordsOwed(this.tenants.provider.read);
  }

  async close(): Promise<void> {
    await this.#backups?.close();
  }
}

/** Makes the key of a data folder's backups and answers its words, which are told this once; a BadCommand if there is one. */
export function makeKey(path: string, language: WordLanguage = "pt"): { key: RecoveryKey; words: string[] } {
  if (readKey(path)) throw new BadCommand(`${path} is there already: its words were told when it was made`);
  const key = newRecoveryKey();
  writeKey(path, key);
  return { key, words: wordsOf(key, language) };
}
