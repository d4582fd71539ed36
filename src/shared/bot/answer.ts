/** What a customer's answer to a numbered menu means; nothing when it fits no line. */
export type Answer = { choice: number } | "up" | "menu" | undefined;

/**
 * `1`, `1.`, `1)`, the keycap emoji, or a title in any case, with or without its accents (behaviour.md); or a line copied
 * from the menu: `*1*`, `1 Vendas`, `1 - Vendas`. A number of no line may be a title: shoes come in 38 and 39. `up` is what
 * stands behind the 0.
 */
export function answerIn(body: string, titles: string[], up: string[] = []): Answer {
  const text = plain(body);
  if (text === "#") return "menu";
  const number = numberIn(text);
  if (number === 0) return "up";
  if (number !== undefined && number <= titles.length) return { choice: number - 1 };
  const copied = lineIn(text), words = copied?.words;
  if (copied?.number === 0 && up.some((each) => plain(each) === words)) return "up";
  const title = copied && titles[copied.number - 1];
  if (title !== undefined && plain(title) === words) return { choice: copied!.number - 1 };
  const choice = titles.findIndex((title) => text !== "" && plain(title) === text);
  return choice < 0 ? undefined : { choice };
}

/** 1 to 3, or a line copied from the scale; nothing else is a rating. */
export function ratingIn(body: string, scale: string): number | undefined {
  const text = plain(body), copied = lineIn(text);
  const isCopied = copied && plain(scale).split(",").some((line) => line.trim() === text);
  const number = numberIn(text) ?? (isCopied ? copied.number : undefined);
  return number !== undefined && number >= 1 && number <= 3 ? number : undefined;
}

/** The number that a text is an answer with; `text` as `plain` makes it. */
export function numberIn(text: string): number | undefined {
  const [, digits] = /^(\d{1,3})[.)]?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * A menu's line with its number, as it is when it was copied. Words that begin with a digit ("2ª via") stand apart from
 * the number, by a space or a mark: 12 is no 1 with a 2 behind it.
 */
function lineIn(text: string): { number: number; words: string } | undefined {
  const [, digits, words] = /^(\d{1,3})(?!\d)\s?[-–—:.)]?\s?(\S.*)$/.exec(text) ?? [];
  return digits === undefined ? undefined : { number: Number(digits), words: words! };
}

/** Without accents, capitals, keycaps, marks of bold and the like, and superfluous space. */
export function plain(text: string): string {
  return text.replace("🔟", "10").normalize("NFKD").replace(/[\p{M}\u200b-\u200f\u2060\ufeff*_~`]/gu, "").toLowerCase()
    .replace(/\s+/g, " ").trim();
}
