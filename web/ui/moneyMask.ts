/** Digits before the comma (spec 2 §5). */
const MOST_DIGITS = 7;
const PREFIX = "R$ ";

export interface Masked {
  text: string;
  /** Where the caret stands in it. */
  caret: number;
}

/**
 * An amount as it is being typed, in the specification's mask (spec 2 §5): `R$ 1.234,5`, up to seven digits before the comma
 * and two after it, nothing negative. The caret stays behind the digit behind which it was. `before` is what stood there.
 */
export function maskMoney(before: string, typed: string, caret: number): Masked {
  const text = withComma(before, typed, caret), comma = text.indexOf(",");
  const [whole, cents] = comma < 0 ? [text, ""] : [text.slice(0, comma), text.slice(comma + 1)];
  const digits = digitsOf(whole), needed = digits.replace(/^0+(?=\d)/, ""), kept = needed.slice(0, MOST_DIGITS);
  const leading = digits.length - needed.length;
  if (kept === "" && comma < 0) return { text: "", caret: 0 };
  const shown = PREFIX + grouped(kept || "0") + (comma < 0 ? "" : `,${digitsOf(cents).slice(0, 2)}`);
  const isAdded = kept === "" ? 1 : 0;
  const behind = text.slice(0, caret).replace(/[^\d,]/g, "").length -
    Math.min(leading, digitsOf(text.slice(0, caret)).length);
  return { text: shown, caret: placeBehind(shown, Math.max(0, behind) + isAdded) };
}

/** With two digits after the comma, once nobody types any more. */
export function completeMoney(text: string): string {
  if (text === "") return "";
  const [whole, cents = ""] = text.split(",");
  return `${whole},${cents.padEnd(2, "0")}`;
}

/** A dot that is typed, or pasted as in `99.90`, stands for the comma: some keypads have no other. */
function withComma(before: string, typed: string, caret: number): string {
  if (typed.length <= before.length || typed.includes(",")) return typed;
  if (typed[caret - 1] === ".") return `${typed.slice(0, caret - 1)},${typed.slice(caret)}`;
  return before === "" ? typed.replace(/\.(\d{1,2})\s*$/, ",$1") : typed;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ".");
}

/** The place behind so many digits and the comma. */
function placeBehind(shown: string, count: number): number {
  let place = PREFIX.length;
  for (let left = count; left > 0 && place < shown.length; place++) if (/[\d,]/.test(shown[place]!)) left--;
  return place;
}
