/**
 * What no thoughtful person would send, by chance but repeatable. `FUZZ_SECONDS` says how long a fuzz test goes on, and
 * `FUZZ_SEED` where it begins: a failure prints the seed of the very case.
 */
export interface Chance {
  /** From 0 up to, but not, `most`. */
  below(most: number): number;
  one<T>(of: readonly T[]): T;
  /** True once in so many times. */
  once(inSoMany: number): boolean;
}

/** Mulberry32: small, quick, and the same on every machine. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return { below, one: (of) => of[below(of.length)]!, once: (inSoMany) => below(inSoMany) === 0 };
}

/** Tries one case after the other, each from a seed of its own, until the time is over. */
export async function fuzz(seconds: number, attempt: (chance: Chance) => void | Promise<void>): Promise<number> {
  const asked = Number(Deno.env.get("FUZZ_SECONDS") ?? seconds);
  const fixed = Deno.env.get("FUZZ_SEED");
  let seed = fixed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(fixed);
  const end = Date.now() + asked * 1000;
  let tried = 0;
  do {
    try {
      await attempt(chanceFrom(seed));
    } catch (error) {
      throw new Error(`Repeat it with FUZZ_SEED=${seed} FUZZ_SECONDS=0`, { cause: error });
    }
    tried++;
    seed = (seed + 1) >>> 0;
  } while (Date.now() < end);
  return tried;
}

const TEXTS = [
  "",
  " ",
  "Olá, tudo bem?",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "x\udc00y",
  "\u202e\u202eabc",
  "👩🏽‍🍳".repeat(40),
  "x".repeat(70_000),
  "*_~".repeat(300),
  "<img src=x onerror=alert(1)>",
  "../../etc/passwd",
  "{{name}} {{",
  "1",
  "#",
  "\r\n\r\n",
  "null",
  "__proto__",
  "9".repeat(400),
];
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  90,
  -180,
  181,
  64,
  1e308,
  -1e308,
  5e-324,
  NaN,
  Infinity,
  -Infinity,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  8.64e15 + 1,
];

export function oddText(chance: Chance): string {
  return chance.one(TEXTS) + (chance.once(4) ? String.fromCharCode(chance.below(65_536)) : "");
}

export function oddNumber(chance: Chance): number {
  return chance.once(4) ? chance.below(2 ** 31) : chance.one(NUMBERS);
}

export function oddBytes(chance: Chance, most = 80): Uint8Array {
  return Uint8Array.from({ length: chance.below(most) }, () => chance.below(256));
}
