/** What of a search may be a phone number, and what of it are words. */
export interface NumberParts {
  /** Digits that were typed as one number: `+55 11 96237-9110` is 5511962379110. Empty when fewer than three. */
  whole: string;
  /** Each run of at least three digits by itself. */
  runs: string[];
  /** Everything else that was typed. */
  words: string[];
}

/** Fewer digits than this are in nearly every number (behaviour.md, Tickets: "any run of three or more digits"). */
const FEWEST_DIGITS = 3;
/** A number has at most 15 digits (ITU-T E.164); what is longer is none. */
const MOST_DIGITS = 20;

/** Takes a search apart; nothing when no number can be meant. */
export function numberParts(search: string): NumberParts | undefined {
  const all = search.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];
  const digits = all.filter((each) => /^\d+$/.test(each));
  // Nobody's number is stored with the zeros that are dialled before an area or a country.
  const whole = digits.join("").replace(/^0+/, "");
  const runs = digits.map((each) => each.replace(/^0+/, "")).filter((each) => each.length >= FEWEST_DIGITS).slice(0, 8);
  const isNumber = whole.length >= FEWEST_DIGITS && whole.length <= MOST_DIGITS;
  if (!isNumber && runs.length === 0) return undefined;
  return { whole: isNumber ? whole : "", runs, words: all.filter((each) => !/^\d+$/.test(each)) };
}

/** Whether a number is found by these digits, as the server's index finds it. */
export function hasNumber(number: string, { whole, runs }: NumberParts): boolean {
  const [, before, after] = /^(55\d\d)9([6-9]\d{7})$/.exec(number) ?? [];
  const forms = before ? [number, before + after!] : [number];
  return forms.some((form) => whole !== "" && form.includes(whole)) ||
    (runs.length > 0 && runs.every((run) => forms.some((form) => form.includes(run))));
}
