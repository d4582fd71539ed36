import type { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";

const VOWELS = "aeiou", CONSONANTS = "bcdfglmnprstv";
/** Accents are taken off before a letter is looked at. */
const VOWEL = /[aeiou]/i;
/** What the bot and the people put into texts keeps its meaning: {{firstName}}. */
const KEPT = /(\{\{[^{}]*\}\})/;
/** So many digits are somebody's number. */
const NUMBER = /\d{8,}/g, IN_ADDRESS = /\d{5,}/g;
/** In a list of values these name a kind, and nobody. */
const KIND_KEYS = new Set(["kind", "type", "language", "format"]);

/**
 * Puts words, numbers and addresses in the place of others: of the same length and shape, the same for the same, so that
 * what belongs together still does. Nobody without the key, which is kept nowhere, can find out what stood there.
 */
export class Disguise {
  readonly #numbers = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(readonly key: Uint8Array) {}

  /** Letter for letter, digit for digit; what is neither stays. */
  text(value: string): string {
    return value.split(KEPT).map((part, nth) => nth % 2 === 1 ? part : this.#plain(part)).join("");
  }

  /** What names one thing only, as networks make it: never two alike. */
  id(value: string): string {
    return this.#hash(value).toString("hex").slice(0, 32).toUpperCase();
  }

  /** A number, JID or id: its long runs of digits become numbers that nobody can have. */
  number(value: string): string {
    return value.replace(IN_ADDRESS, (run) => this.#digits(run));
  }

  email(value: string): string {
    if (value === "") return "";
    const [local = ""] = value.split("@");
    // As many people are called ana: the whole address decides.
    return `${this.#letters(local, value)}.${this.#hash(value).toString("hex").slice(0, 8)}@example.invalid`;
  }

  /** An address on the web. */
  address(value: string): string {
    return value === "" ? "" : `https://example.invalid/${this.#hash(value).toString("hex").slice(0, 12)}`;
  }

  /** Texts anywhere in a JSON value, and places on earth; nothing of what is no JSON. */
  json(value: string): string | null {
    if (!isJson(value)) return null;
    return JSON.stringify(JSON.parse(value), (key, each) => {
      if (typeof each === "string") return KIND_KEYS.has(key) ? each : this.text(each);
      return typeof each === "number" && !Number.isInteger(each) ? 0 : each;
    });
  }

  #plain(value: string): string {
    let rest = 0, disguised = "";
    for (const { 0: run, index } of value.matchAll(NUMBER)) {
      disguised += this.#letters(value.slice(rest, index), value) + this.#digits(run);
      rest = index + run.length;
    }
    return disguised + this.#letters(value.slice(rest), value);
  }

  #letters(part: string, seed: string): string {
    const next = this.#stream(`${seed}\n${part}`);
    return part.normalize("NFC").replace(/[\p{L}\d]/gu, (char) => {
      if (/\d/.test(char)) return String(next() % 10);
      const plain = char.normalize("NFD").charAt(0), among = VOWEL.test(plain) ? VOWELS : CONSONANTS;
      const letter = among.charAt(next() % among.length);
      return char === char.toLowerCase() ? letter : letter.toUpperCase();
    });
  }

  #digits(run: string): string {
    const known = this.#numbers.get(run);
    if (known) return known;
    for (let nth = 0;; nth++) {
      const made = unreal(run, this.#stream(`number ${nth} ${run}`));
      // Two people never become one; of few digits there are too few for that.
      if (run.length >= 8 && this.#taken.has(made)) continue;
      this.#taken.add(made);
      this.#numbers.set(run, made);
      return made;
    }
  }

  #hash(value: string): Buffer {
    return createHmac("sha256", this.key).update(value).digest();
  }

  /** Bytes without end, the same for the same seed. */
  #stream(seed: string): () => number {
    let block = this.#hash(seed), at = 0;
    return () => {
      if (at === block.length) {
        block = this.#hash(block.toString("hex"));
        at = 0;
      }
      return block[at++]!;
    };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A number of the same length that nobody can have: Brazil has no area 00 (Anatel's numbering plan), and no country has the
 * code 999 (ITU-T E.164).
 */
function unreal(run: string, next: () => number): string {
  const isBrazilian = run.startsWith("55") && (run.length === 12 || run.length === 13);
  const head = isBrazilian ? (run.length === 13 ? `55009${6 + next() % 4}` : `5500${2 + next() % 4}`) : "999";
  const begun = run.length >= 8 ? head : "";
  return begun + Array.from({ length: run.length - begun.length }, () => next() % 10).join("");
}
