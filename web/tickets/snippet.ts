/** A search's piece of text, parted at what matched: the server puts that between \u0002 and \u0003. */
export function piecesOf(snippet: string): { text: string; isHit: boolean }[] {
  // deno-lint-ignore no-control-regex -- the control characters are the point
  return snippet.split(/(\u0002[^\u0003]*\u0003?)/).filter(Boolean).map((part) => ({
    // deno-lint-ignore no-control-regex -- likewise
    text: part.replace(/[\u0002\u0003]/g, ""),
    isHit: part.startsWith("\u0002"),
  }));
}
