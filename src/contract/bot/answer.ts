/** What a customer's answer to a numbered menu means; nothing when it fits no line. */
export type Answer = { choice: number } | "up" | "menu" | undefined;

/**
 * `1`, `1.`, `1)`, the keycap emoji, or a title in any case, with or without its accents (behaviour.md). A number of no
 * line may be a title: shoes come in 38 and 39.
 */
export function answerIn(body: string, titles: string[]): Answer {
  const text = plain(body);
  if (text === "#") return "menu";
  const number = numberIn(text);
  if (number === 0) return "up";
  if (number !== undefined && number <= titles.length) return { choice: number - 1 };
  const choice = titles.findIndex((title) => text !== "" && plain(title) === text);
  return choice < 0 ? undefined : { choice };
}

/** 1 to 3; nothing else is a rating. */
export function ratingIn(body: string): number | undefined {
  const number = numberIn(plain(body));
  return number !== undefined && number >= 1 && number <= 3 ? number : undefined;
}

/** The number that a text is an answer with; `text` as `plain` makes it. */
export function numberIn(text: string): number | undefined {
  const [, digits] = /^(\d{1,3})[.)]?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Without accents, capitals, keycaps and superfluous space. */
export function plain(text: string): string {
  return text.replace("🔟", "10").normalize("NFKD").replace(/[\p{M}\u200b-\u200f\u2060\ufeff]/gu, "").toLowerCase()
    .replace(/\s+/g, " ").trim();
}
