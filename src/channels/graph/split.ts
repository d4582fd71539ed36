/** A text in pieces of at most so many units as `measure` counts them, parted between lines, else words, else anywhere. */
export function split(text: string, most: number, measure = (part: string) => part.length): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (measure(rest) > most) {
    const end = longestStart(rest, most, measure);
    const piece = rest.slice(0, end);
    const cut = Math.max(piece.lastIndexOf("\n"), 0) || Math.max(piece.lastIndexOf(" "), 0) || end;
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return rest ? [...pieces, rest] : pieces;
}

/** How long a beginning still fits; never between the halves of one character. */
function longestStart(text: string, most: number, measure: (part: string) => number): number {
  let low = 1, high = Math.min(text.length, most);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= most) low = middle;
    else high = middle - 1;
  }
  return /[\uD800-\uDBFF]/.test(text[low - 1]!) && low > 1 ? low - 1 : low;
}

export function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
