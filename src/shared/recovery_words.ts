/** How many words stand for the key of the backups. */
export const RECOVERY_WORDS = 24;

/** A word as somebody wrote it down, with the number beside it where there is one. */
export interface WrittenWord {
  word: string;
  number: number | undefined;
}

/** The words of a text, in small letters: between them commas, line breaks, and numbers such as `1`, `1.` or `1)`. */
export function writtenWords(text: string): WrittenWord[] {
  const words: WrittenWord[] = [];
  let number: number | undefined;
  for (const part of text.normalize("NFKD").toLowerCase().split(/[\s,;]+/)) {
    const [, digits, word] = /^(?:(\d+)[.):-]*)?(.*)$/.exec(part)!;
    if (digits) number = Number(digits);
    if (!word) continue;
    words.push({ word, number });
    number = undefined;
  }
  return words;
}

/** A word without its accents: people write them or not. */
export function plainWord(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "");
}

/** Whether what was typed is this word, however it was written down. */
export function isWord(typed: string, word: string): boolean {
  const plain = (text: string) => writtenWords(text).map(({ word }) => plainWord(word)).join(" ");
  return plain(typed) === plain(word);
}
