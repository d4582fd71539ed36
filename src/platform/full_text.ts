import { folded } from "../shared/folded.ts";

export { folded };

/** A person's words as an FTS5 query: all of them, each as the beginning of a word. Nothing when no word is left. */
export function prefixQuery(text: string): string | undefined {
  const words = text.normalize("NFKC").match(/[\p{L}\p{N}]+/gu)?.slice(0, 8);
  return words?.map((word) => `"${word}"*`).join(" ");
}

/** What was found, marked within a piece of the text around it (at most `length` characters). */
export function snippetOf(text: string, search: string, length = 120): string {
  const words = (search.match(/[\p{L}\p{N}]+/gu) ?? []).map(folded);
  const flat = text.replace(/\s+/g, " ");
  const found = [...flat.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) =>
    words.some((wanted) => folded(word).startsWith(wanted))
  );
  const from = Math.max(0, (found[0]?.index ?? 0) - 30);
  let out = from > 0 ? "…" : "", at = from;
  for (const { 0: word, index } of found) {
    if (index < at || index + word.length > from + length) continue;
    out += flat.slice(at, index) + "\u0002" + word + "\u0003";
    at = index + word.length;
  }
  return out + flat.slice(at, from + length) + (flat.length > from + length ? "…" : "");
}
