import { hkdfSync, randomBytes } from "node:crypto";
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist as english } from "@scure/bip39/wordlists/english.js";
import { wordlist as portuguese } from "@scure/bip39/wordlists/portuguese.js";
import { wordlist as spanish } from "@scure/bip39/wordlists/spanish.js";
import { BadCommand } from "../platform/config.ts";
import { isThere } from "../platform/is_there.ts";
import { writeWhole } from "../platform/write_whole.ts";
import { plainWord, RECOVERY_WORDS, type WrittenWord, writtenWords } from "../shared/recovery_words.ts";

/** The languages that the words to write down are given in (BIP 39). */
const WORDS = { pt: portuguese, en: english, es: spanish };
export type WordLanguage = keyof typeof WORDS;

/** 32 random bytes, from which everything that a backup is encrypted with is derived. */
export type RecoveryKey = Uint8Array;

export function newRecoveryKey(): RecoveryKey {
  return randomBytes(32);
}

/** Twenty-four words that stand for the key, with a sum that finds a word written down wrongly. */
export function wordsOf(key: RecoveryKey, language: WordLanguage = "pt"): string[] {
  return entropyToMnemonic(key, WORDS[language]).split(/\s+/);
}

/**
 * The key that words stand for, in whichever of the languages; numbered ones are put in the order of their numbers. A
 * BadCommand says what is wrong with them.
 */
export function keyFromWords(text: string): RecoveryKey {
  const words = inOrder(writtenWords(text));
  for (const list of Object.values(WORDS)) {
    try {
      return mnemonicToEntropy(words.map((word) => spelled(word, list)).join(" "), list);
    } catch { /* another language, or wrong */ }
  }
  const known = Object.values(WORDS).map((list) => new Set(list.map(plainWord)));
  const list = known.toSorted((one, other) => hits(words, other) - hits(words, one))[0]!;
  const wrong = words.find((word) => !list.has(plainWord(word)));
  throw new BadCommand(
    wrong
      ? `${wrong} is none of the recovery words: look at how it was written down`
      : "These words do not belong together: one of them, or their order, was written down wrongly",
  );
}

/** `backup key` says them in columns: a copy of it, read by its lines, has them in another order. */
function inOrder(written: WrittenWord[]): string[] {
  if (written.length !== RECOVERY_WORDS) {
    const are = written.length === 1 ? "This is 1 word" : `These are ${written.length} words`;
    throw new BadCommand(`${are}: the recovery words are twenty-four`);
  }
  if (written.every(({ number }) => number === undefined)) return written.map(({ word }) => word);
  const byNumber = new Map(written.map(({ number, word }) => [number, word]));
  return written.map((_, nth) => {
    const word = byNumber.get(nth + 1);
    if (word !== undefined) return word;
    throw new BadCommand(
      `No word has the number ${nth + 1}: give each its own, from 1 to 24, or leave the numbers out`,
    );
  });
}

/** People write accents or not. */
function spelled(word: string, list: string[]): string {
  return list.find((each) => plainWord(each) === plainWord(word)) ?? word;
}

function hits(words: string[], list: ReadonlySet<string>): number {
  return words.filter((word) => list.has(plainWord(word))).length;
}

/** What objects are encrypted with, and what names the files of companies without telling what is in them. */
export interface BackupKeys {
  data: Uint8Array;
  names: Uint8Array;
}

export function keysOf(key: RecoveryKey): BackupKeys {
  const derived = (purpose: string) => new Uint8Array(hkdfSync("sha256", key, "", `balcao backup ${purpose}`, 32));
  return { data: derived("data"), names: derived("names") };
}

/** The key in its file, if there is one: a file without a byte was never one, and is left by a full disk. */
export function readKey(path: string): RecoveryKey | undefined {
  try {
    const key = Deno.readFileSync(path);
    if (key.length === 0) return undefined;
    if (key.length !== 32) throw new BadCommand(`${path} is damaged: make it again with balcao backup key --words`);
    return key;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Whether a file is there that is, or was, a key. */
export function isKeyThere(path: string): boolean {
  return isThere(path) && Deno.statSync(path).size > 0;
}

/** Throws AlreadyExists where there is one. */
export function writeKey(path: string, key: RecoveryKey): void {
  if (isKeyThere(path)) throw new Deno.errors.AlreadyExists(`${path} is there already`);
  writeWhole(path, key);
}
