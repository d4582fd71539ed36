/** A piece of a message's text: what stands in it plainly, or marked as WhatsApp marks it. */
export type Piece =
  | string
  | { mark: "bold" | "italic" | "strike"; pieces: Piece[] }
  | { mark: "code" | "block"; text: string }
  | { mark: "link"; href: string; text: string };

const MARKS = { "*": "bold", "_": "italic", "~": "strike" } as const;
type Sign = keyof typeof MARKS;

const FENCE = "```";
const LINK = /(?:https?:\/\/|www\.)[^\s<>"`]+/giy;
/** What ends a sentence rather than an address. */
const AFTER_LINK = /[.,:;!?'*_~]+$/;

/** Reads `*bold*`, `_italic_`, `~strike~`, `` `code` ``, fenced blocks and addresses (spec 1 §2.4). */
export function parseMarkup(text: string): Piece[] {
  const pieces: Piece[] = [];
  const parts = text.split(FENCE);
  parts.forEach((part, i) => {
    const isBlock = i % 2 === 1 && i < parts.length - 1 && part.trim() !== "";
    if (isBlock) pieces.push({ mark: "block", text: part.replace(/^\n|\n$/g, "") });
    else if (i % 2 === 1) pieces.push(...parseLine(i === parts.length - 1 ? FENCE + part : FENCE + part + FENCE, []));
    else pieces.push(...parseLine(part, []));
  });
  return joined(pieces);
}

/** The same text without its marks, on one line: for previews. */
export function plainText(text: string): string {
  return plain(parseMarkup(text)).replace(/\s+/g, " ").trim();
}

function plain(pieces: readonly Piece[]): string {
  return pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    return "pieces" in piece ? plain(piece.pieces) : piece.text;
  }).join("");
}

function parseLine(text: string, within: readonly Sign[]): Piece[] {
  const pieces: Piece[] = [];
  // For each sign, from where on it is known to have no partner: keeps a long line of lone signs cheap.
  const hopeless: Partial<Record<Sign | "`", number>> = {};
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const found = pieceAt(text, at, within, hopeless);
    if (!found) {
      at++;
      continue;
    }
    if (at > from) pieces.push(text.slice(from, at));
    pieces.push(found.piece);
    at = from = found.end;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

function pieceAt(
  text: string,
  at: number,
  within: readonly Sign[],
  hopeless: Partial<Record<Sign | "`", number>>,
): { piece: Piece; end: number } | undefined {
  const sign = text[at]!;
  if (sign === "h" || sign === "w" || sign === "H" || sign === "W") return linkAt(text, at);
  if (sign === "`") {
    const end = partnerOf(text, at, sign, hopeless);
    return end === -1 ? undefined : { piece: { mark: "code", text: text.slice(at + 1, end) }, end: end + 1 };
  }
  if (!isSign(sign) || within.includes(sign) || isWordAt(text, at - 1)) return;
  const end = partnerOf(text, at, sign, hopeless);
  if (end === -1) return;
  const pieces = joined(parseLine(text.slice(at + 1, end), [...within, sign]));
  return { piece: { mark: MARKS[sign], pieces }, end: end + 1 };
}

/** Where the closing sign stands: on the same line, with no blank inside at either end, and no word right behind it. */
function partnerOf(
  text: string,
  at: number,
  sign: Sign | "`",
  hopeless: Partial<Record<Sign | "`", number>>,
): number {
  if (isBlank(text[at + 1]) || text[at + 1] === sign || at < (hopeless[sign] ?? -1)) return -1;
  const newline = text.indexOf("\n", at);
  const limit = newline === -1 ? text.length : newline;
  for (let end = text.indexOf(sign, at + 2); end !== -1 && end < limit; end = text.indexOf(sign, end + 1)) {
    if (!isBlank(text[end - 1]) && (sign === "`" || !isWordAt(text, end + 1))) return end;
  }
  hopeless[sign] = limit;
  return -1;
}

function linkAt(text: string, at: number): { piece: Piece; end: number } | undefined {
  if (isWordAt(text, at - 1)) return;
  LINK.lastIndex = at;
  let found = LINK.exec(text)?.[0].replace(AFTER_LINK, "");
  if (!found) return;
  // A bracket belongs to the address only when it was opened there.
  while (/[)\]]$/.test(found) && !found.includes(found.endsWith(")") ? "(" : "[")) {
    found = found.slice(0, -1).replace(AFTER_LINK, "");
  }
  const href = /^www\./i.test(found) ? `https://${found}` : found;
  if (!URL.canParse(href)) return;
  return { piece: { mark: "link", href, text: found }, end: at + found.length };
}

/** Neighbouring plain texts made one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece === "string" && typeof last === "string") result[result.length - 1] = last + piece;
    else if (piece !== "") result.push(piece);
  }
  return result;
}

function isSign(sign: string): sign is Sign {
  return sign in MARKS;
}

function isBlank(char: string | undefined): boolean {
  return char === undefined || /\s/.test(char);
}

function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && /[\p{L}\p{N}]/u.test(text[at]!);
}
