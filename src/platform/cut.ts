/** The beginning of a text, at most so many units long, without half a character at its end. */
export function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}
