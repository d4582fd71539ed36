import type { Plugin } from "vite";

/** Of emojibase's rows the picker needs the emoji, its name, further words and its group; the rest weighs three times that. */
export const leanEmojis: Plugin = {
  name: "lean-emojis",
  enforce: "pre",
  load(id) {
    if (!/emojibase-data[^?]*compact\.json$/.test(id)) return;
    const rows: { unicode: string; label: string; tags?: string[]; group?: number }[] = JSON.parse(
      Deno.readTextFileSync(id),
    );
    const lean = rows.filter(({ group }) => group !== undefined)
      .map(({ unicode, label, tags = [], group }) => [unicode, label, tags.join(" "), group]);
    return JSON.stringify(lean);
  },
};

/** Of the words that react-aria says, those of our languages; it carries thirty others. */
export const ourLanguages: Plugin = {
  name: "our-languages",
  enforce: "pre",
  load(id) {
    if (!/react-(?:aria|stately)[^?]*\/intlStrings\.mjs$/.test(id)) return;
    // Each language is imported in one line and named in another.
    return Deno.readTextFileSync(id).split("\n")
      .filter((line) => !/\b[a-z]{2}-[A-Z]{2}\b/.test(line) || /\b(?:pt-BR|en-US|es-ES)\b/.test(line)).join("\n");
  },
};
