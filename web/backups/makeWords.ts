import { i18n } from "@lingui/core";
import { type BackupPlaces, backups } from "../../src/contract/backups.ts";
import type { MailLanguage } from "../../src/contract/mail.ts";
import { call, CallError } from "../call.ts";

/** The same words once more, as long as nobody has shown that they have them. */
export async function wordsAgain(currentPassword: string): Promise<string[]> {
  return (await call(backups.showWords, { currentPassword, language: i18n.locale as MailLanguage })).words;
}

/** The words of a new key, in the language of the page; nothing where there is a key already. */
export async function makeWords({ hasKey }: Pick<BackupPlaces, "hasKey">): Promise<string[] | undefined> {
  if (hasKey) return undefined;
  try {
    return (await call(backups.makeKey, { language: i18n.locale as MailLanguage })).words;
  } catch (error) {
    // Somebody was quicker, on the command line or another screen, and has been told them.
    if (error instanceof CallError && error.code === "ERR_BACKUP_KEY_MADE") return undefined;
    throw error;
  }
}
