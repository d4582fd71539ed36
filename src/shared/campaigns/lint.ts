import { saysHowToLeave } from "./answers.ts";
import { type CampaignText, readText, unknownOf, variablesOf } from "./texts.ts";

/** What speaks against sending a text as it is. */
export type Fault =
  | { code: "unknown_variable"; name: string }
  /** `count` recipients have nothing for a variable, and nothing stands instead of it. */
  | { code: "missing_value"; name: string; count: number }
  | { code: "no_opt_out" }
  | { code: "short_link"; name: string }
  | { code: "capitals" }
  | { code: "open_brace" };

/** Hosts that hide where a link leads: networks and people take them for spam. */
const SHORTENERS = [
  "bit.ly",
  "tinyurl.com",
  "t.co",
  "goo.gl",
  "cutt.ly",
  "is.gd",
  "ow.ly",
  "rebrand.ly",
  "shorturl.at",
  "encurtador.com.br",
  "abre.ai",
  "l1nk.dev",
  "rb.gy",
  "tiny.cc",
  "bl.ink",
  "shre.ink",
];

/** Fewer letters than this are no shouting. */
const FEWEST_LETTERS = 20;
const SHOUTED = 0.7;

/** Reads a text as those who get it would: unknown variables, missing values, how to leave, hidden links, shouting, open braces. */
export function lintText(
  written: string,
  known: ReadonlySet<string>,
  missing: readonly { name: string; count: number }[] = [],
): Fault[] {
  const text = readText(written, known), faults: Fault[] = [];
  for (const name of unknownOf(text)) faults.push({ code: "unknown_variable", name });
  faults.push(...missingIn(text, missing));
  if (!saysHowToLeave(written)) faults.push({ code: "no_opt_out" });
  for (const name of shortLinks(written)) faults.push({ code: "short_link", name });
  if (isShouted(written)) faults.push({ code: "capitals" });
  if (hasOpenBrace(written)) faults.push({ code: "open_brace" });
  return faults;
}

function missingIn(text: CampaignText, missing: readonly { name: string; count: number }[]): Fault[] {
  const used = variablesOf(text);
  return missing.filter(({ name, count }) => count > 0 && used.get(name)?.isBare)
    .map(({ name, count }) => ({ code: "missing_value", name, count }));
}

function shortLinks(text: string): string[] {
  const hosts = [...text.toLowerCase().matchAll(/(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?=[/\s?#]|$)/g)];
  return [...new Set(hosts.map(([, host]) => host!.replace(/^www\./, "")))].filter((host) => SHORTENERS.includes(host));
}

function isShouted(text: string): boolean {
  const letters = text.replace(/\{[^{}]*\}/g, "").match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  return letters.length >= FEWEST_LETTERS && capitals / letters.length > SHOUTED;
}

function hasOpenBrace(text: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === "{") open++;
    if (char === "}" && --open < 0) return true;
  }
  return open !== 0;
}
