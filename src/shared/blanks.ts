/** What stands between double braces in an approved text: a number or a name (Cloud API, "Message templates"). */
const BLANK = /\{\{\s*([\w.]+)\s*\}\}/g;

/** The names of a text's blanks, each once: numbers in their order, names as they come. */
export function blanksOf(text: string): string[] {
  const names = [...new Set([...text.matchAll(BLANK)].map(([, name]) => name!))];
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((one, other) => Number(one) - Number(other)) : names;
}

/** A text with its blanks filled; those without a word stay. */
export function filledIn(text: string, words: readonly string[]): string {
  const names = blanksOf(text);
  return text.replace(BLANK, (whole, name: string) => words[names.indexOf(name)] || whole);
}
