/** The word with a sign before it at whose end somebody types: whom or what they mean is looked for by it. */
export interface Token {
  sign: "@" | "#";
  /** What stands behind the sign, which may be nothing yet. */
  query: string;
  /** Where the sign stands in the text. */
  from: number;
  to: number;
}

/** The token before the caret, if there is one. Names may have two words, and searches too; a space ends it. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const found = /(?:^|[\s(])([@#])([\p{L}\p{N}._'’-]*(?: [\p{L}\p{N}._'’-]+)?)$/u.exec(text.slice(0, caret));
  if (!found) return undefined;
  const [, sign, query] = found as unknown as [string, Token["sign"], string];
  return { sign, query, from: caret - query.length - 1, to: caret };
}

/** The text with the token's place taken by `words` and a space, and where the caret is to stand then. */
export function withToken(text: string, { from, to }: Token, words: string): { text: string; caret: number } {
  const rest = text.slice(to).replace(/^ /, "");
  return { text: `${text.slice(0, from)}${words} ${rest}`, caret: from + words.length + 1 };
}
