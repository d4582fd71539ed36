import { folded } from "../shared/folded.ts";

export { folded };

/** What an index takes for one word. */
export const WORD = /[\p{L}\p{N}]+/gu;
/** Of more words, the first so many count. */
export const MOST_WORDS = 8;

/** A person's words as an FTS5 query: all of them, each as the beginning of a word. Nothing when no word is left. */
export function prefixQuery(text: string): string | undefined {
  const words = text.normalize("NFKC").match(WORD)?.slice(0, MOST_WORDS);
  return words?.map((word) => `"${word}"*`).join(" ");
}

/** What was found, marked within a piece of the text around it (at most `length` characters). */
export function snippetOf(text: string, search: string, length = 120): string {
  const words = (search.match(WORD) ?? []).map(folded);
  const flat = text.replace(/\s+/g, " ");
  const found = [...flat.matchAll(WORD)].filter(([word]) => words.some((wanted) => folded(word).startsWith(wanted)));
  const from = Math.max(0, (found[0]?.index ?? 0) - 30);
  let out = from > 0 ? "…" : "", at = from;
  for (const { 0: word, index } of found) {
    if (index < at || index + word.length > from + length) continue;
    out += flat.slice(at, index) + "\u0002" + word + "\u0003";
    at = index + word.length;
  }
  return out + flat.slice(at, from + length) + (flat.length > from + length ? "…" : "");
}
