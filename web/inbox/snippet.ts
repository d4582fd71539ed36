/** What stands before the first hit is cut to this many letters, so that the hit is seen in a narrow row. */
const LEAD = 16;

/** A search's piece of text, parted at what matched: the server puts that between \u0002 and \u0003. */
export function piecesOf(snippet: string): { text: string; isHit: boolean }[] {
  // deno-lint-ignore no-control-regex -- the control characters are the point
  return snippet.split(/(\u0002[^\u0003]*\u0003?)/).filter(Boolean).map((part, i) => {
    const isHit = part.startsWith("\u0002");
    // deno-lint-ignore no-control-regex -- likewise
    const text = part.replace(/[\u0002\u0003]/g, "").replace(/\s+/g, " ");
    const isLongLead = i === 0 && !isHit && text.length > LEAD && snippet.includes("\u0002");
    return { text: isLongLead ? `…${text.slice(-LEAD).replace(/^\S*\s/, "")}` : text, isHit };
  });
}
