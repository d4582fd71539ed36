/** The shortest and the longest password (spec 2 §9), in characters. */
export const LEAST = 5, MOST = 50;

/** What a company may ask of passwords beyond that. */
export const PASSWORD_LENGTHS = ["5", "8", "10", "12", "16"] as const;
export const PASSWORD_KINDS = ["any", "two", "all"] as const;

export interface PasswordRule {
  /** Characters. */
  least: number;
  /** `two`: letters and digits; `all`: small and capital letters, digits and signs. */
  kinds: typeof PASSWORD_KINDS[number];
}

/** The rule that a company's settings make. */
export function passwordRuleBy(setting: (key: "passwordLength" | "passwordKinds") => string): PasswordRule {
  const kinds = PASSWORD_KINDS.find((one) => one === setting("passwordKinds"));
  return { least: Number(setting("passwordLength")) || LEAST, kinds: kinds ?? "any" };
}

/** Why a password is refused: it is too short, has too few kinds of characters, is one of the commonest, or its owner's name. */
export type PasswordFault = "too_short" | "too_long" | "too_few_kinds" | "common" | "own_words";

/** `words`: what everybody knows of its owner, as the name, the e-mail and the company. */
export async function passwordFault(
  password: string,
  { least, kinds }: PasswordRule,
  words: readonly string[],
): Promise<PasswordFault | undefined> {
  if (password.length < Math.max(LEAST, least)) return "too_short";
  if (password.length > MOST) return "too_long";
  if (!hasKinds(password, kinds)) return "too_few_kinds";
  if (isOwnWords(password, words)) return "own_words";
  return (await commonPasswords()).has(password.toLowerCase()) ? "common" : undefined;
}

function hasKinds(password: string, kinds: PasswordRule["kinds"]): boolean {
  const has = (...patterns: RegExp[]) => patterns.every((pattern) => pattern.test(password));
  if (kinds === "two") return has(/\p{L}/u, /\d/);
  return kinds === "any" || has(/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u);
}

/** Hardly anything is left of it when what everybody knows of its owner is taken out, or a number such as a year. */
function isOwnWords(password: string, words: readonly string[]): boolean {
  let rest = plain(password);
  const known = words.flatMap((text) => plain(text).split(/[^a-z\d]+/)).filter((word) => word.length >= 3);
  const before = rest;
  for (const word of known.sort((one, other) => other.length - one.length)) rest = rest.replaceAll(word, "");
  rest = rest.replace(/[^a-z\d]/g, "");
  return rest !== before.replace(/[^a-z\d]/g, "") && /^(.{0,3}|\d{0,6})$/.test(rest);
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Eighty kilobytes, read when a password is first chosen. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  return (await import("./common_passwords.ts")).COMMON_PASSWORDS;
}

/** How long a guesser would be busy: 1 with an afternoon's patience, 2 somewhat longer, 3 for years. */
export async function passwordStrength(password: string): Promise<1 | 2 | 3> {
  const common = await commonPasswords(), stem = plain(password).replace(/[^a-z]+$/, "");
  const rest = common.has(stem) ? password.slice(stem.length) : password;
  // A common word is one of ten thousand: 13 bits, whatever its length.
  const bits = (rest === password ? 0 : 13) + steps(rest) * Math.log2(poolOf(rest));
  return bits < 36 ? 1 : bits < 64 ? 2 : 3;
}

/** Characters that do not merely go on with the one before: in `aaaa` and `1234` there is one. */
function steps(text: string): number {
  return [...text].filter((char, nth, all) =>
    nth === 0 || Math.abs(char.codePointAt(0)! - all[nth - 1]!.codePointAt(0)!) > 1
  ).length;
}

function poolOf(text: string): number {
  const pools: [RegExp, number][] = [[/[a-z]/, 26], [/[A-Z]/, 26], [/\d/, 10], [/[^A-Za-z\d]/, 33]];
  return pools.reduce((sum, [pattern, size]) => sum + (pattern.test(text) ? size : 0), 1);
}
