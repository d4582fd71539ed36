import { folded } from "../folded.ts";
import { canonicalNumber } from "../phone_numbers.ts";

/**
 * A campaign's text: words, `{nome}` and other variables, `{nome|cliente}` with what stands there instead of nothing, and
 * choices such as `{Oi|Olá}`, of which each recipient gets one. Choices may hold variables and further choices.
 */
export interface CampaignText {
  parts: Part[];
}

type Part =
  | { is: "words"; text: string }
  | { is: "variable"; name: string; instead: Part[][] }
  | { is: "unknown"; text: string; name: string }
  | { is: "choice"; options: Part[][] };

/** What a text may name besides its own choices; a name counts in any case and with or without accents. */
export type Values = Record<string, string>;

/** How variables are compared: `{Número}` is `{numero}`. */
export function variableKey(name: string): string {
  return folded(name).trim().replace(/\s+/g, "_");
}

/** Reads a text; what has no closing brace, or nests deeper than a person can follow, is words. `known` are keys of variables. */
export function readText(text: string, known: ReadonlySet<string>): CampaignText {
  const { parts } = readParts(text, 0, { known, depth: 0 });
  return { parts };
}

interface Reading {
  known: ReadonlySet<string>;
  depth: number;
}

const DEEPEST = 4;

function readParts(text: string, from: number, reading: Reading): { parts: Part[]; end: number } {
  const parts: Part[] = [];
  let words = "", at = from;
  const inside = reading.depth > 0;
  while (at < text.length) {
    const char = text[at]!;
    if (inside && (char === "|" || char === "}")) break;
    const group = char === "{" && reading.depth < DEEPEST ? readGroup(text, at, reading) : undefined;
    if (!group) {
      words += char;
      at++;
      continue;
    }
    if (words) parts.push({ is: "words", text: words });
    words = "";
    parts.push(group.part);
    at = group.end;
  }
  if (words) parts.push({ is: "words", text: words });
  return { parts, end: at };
}

function readGroup(text: string, open: number, { known, depth }: Reading): { part: Part; end: number } | undefined {
  const options: Part[][] = [], starts: number[] = [];
  let at = open + 1;
  while (true) {
    starts.push(at);
    const { parts, end } = readParts(text, at, { known, depth: depth + 1 });
    options.push(parts);
    if (end >= text.length) return undefined;
    at = end + 1;
    if (text[end] === "}") break;
  }
  const first = text.slice(starts[0]!, (starts[1] ?? at) - 1), key = variableKey(first);
  if (known.has(key)) return { part: { is: "variable", name: key, instead: options.slice(1) }, end: at };
  if (options.length > 1) return { part: { is: "choice", options }, end: at };
  return { part: { is: "unknown", text: text.slice(open, at), name: first.trim() }, end: at };
}

/** Chooses one of so many (0 to below). */
export type Choose = (of: number) => number;

/**
 * The text for one recipient. A variable that nothing is known for is what stands instead of it, or nothing; one that does
 * not exist stays as it was typed.
 */
export function fillText({ parts }: CampaignText, values: Values, choose: Choose): string {
  return fill(parts, byKey(values), choose);
}

function byKey(values: Values): Map<string, string> {
  return new Map(Object.entries(values).map(([name, value]) => [variableKey(name), value.trim()]));
}

function fill(parts: Part[], values: Map<string, string>, choose: Choose): string {
  return parts.map((part) => {
    if (part.is === "words" || part.is === "unknown") return part.text;
    if (part.is === "choice") return fill(part.options[choose(part.options.length)]!, values, choose);
    const value = values.get(part.name);
    if (value) return value;
    return part.instead.length === 0 ? "" : fill(part.instead[choose(part.instead.length)]!, values, choose);
  }).join("");
}

/** The variables of a text, and whether each stands somewhere without anything instead of it. */
export function variablesOf({ parts }: CampaignText): Map<string, { isBare: boolean }> {
  const found = new Map<string, { isBare: boolean }>();
  walk(parts, (part) => {
    if (part.is !== "variable") return;
    const isBare = part.instead.length === 0 || found.get(part.name)?.isBare === true;
    found.set(part.name, { isBare });
  });
  return found;
}

/** Names in braces that are no variables. */
export function unknownOf({ parts }: CampaignText): string[] {
  const names = new Set<string>();
  walk(parts, (part) => part.is === "unknown" && names.add(part.name));
  return [...names];
}

function walk(parts: Part[], visit: (part: Part) => void): void {
  for (const part of parts) {
    visit(part);
    for (const each of part.is === "choice" ? part.options : part.is === "variable" ? part.instead : []) {
      walk(each, visit);
    }
  }
}

/** How many texts the choices make; more than `most` are not counted. */
export function countVariations({ parts }: CampaignText, most = 1_000_000): number {
  const count = (parts: Part[]): number =>
    parts.reduce((product, part) => {
      if (part.is !== "choice") return product;
      return Math.min(most, product * part.options.reduce((sum, option) => sum + count(option), 0));
    }, 1);
  return count(parts);
}

/**
 * Chooses by chance, the same for the same seed: a recipient whose message is made again after a crash gets the same
 * words. Mulberry32, by Tommy Ettinger, in the public domain.
 */
export function chooser(seed: number): Choose {
  let state = seed >>> 0;
  return (of) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * of);
  };
}

/** Whether somebody has a name: their own number, however it is written, is none. */
export function isNamed(name: string, number: string): boolean {
  const bare = name.replace(/[\s+().-]/g, "");
  if (!/^\d{8,}$/.test(bare)) return bare !== "";
  // Also without the country, and without the ninth digit.
  return canonicalNumber(bare) !== number && !number.endsWith(bare);
}

/** What somebody of a list is called in campaigns' texts, together with the company's own variables and the sheet's columns. */
export function valuesOf(
  { name, number, email, columns }: { name: string; number: string; email: string; columns: Values | null },
  own: readonly { key: string; value: string }[],
): Values {
  const shared = Object.fromEntries(own.map(({ key, value }) => [variableKey(key), value]));
  const ofSheet = Object.fromEntries(
    Object.entries(columns ?? {}).filter(([, value]) => value.trim() !== "").map((
      [key, value],
    ) => [variableKey(key), value]),
  );
  return { ...shared, ...ofSheet, nome: isNamed(name, number) ? name : "", numero: number, email };
}

/** The variables that every campaign has. */
export const OWN_VARIABLES = ["nome", "numero", "email"] as const;
