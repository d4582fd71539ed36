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

/** Texts among which nearly every field of ours finds one that it takes. */
const LIKELY = [
  "Ana Souza",
  "Bom dia, {{name}}!",
  "ana.nova@aurora.test",
  "senha-de-teste-9",
  "5511987654321",
  "2026-12-24",
  "2026-12-24 10:30:00",
  "2026-12-24T10:30:00.000Z",
  "08:00",
  "18:00",
  "#a1b2c3",
  "monday",
  "Segunda-feira",
  "America/Sao_Paulo",
  "1,2",
  "1",
  "0",
  "true",
  "[1]",
  "oi",
  "👍",
  "",
];
const LIKELY_NUMBERS = [1, 2, 3, 0, 5, -23.55, 120];

interface Schema {
  _zod: { def: Definition };
  safeParse(value: unknown): { success: boolean };
}
interface Definition {
  type: string;
  innerType?: Schema;
  element?: Schema;
  in?: Schema;
  options?: Schema[];
  shape?: Record<string, Schema>;
  entries?: Record<string, string>;
  values?: unknown[];
}

const taken = new WeakMap<object, unknown[]>();

/** A value that a schema of the contract takes, or comes near to; undefined where a field may be left out. */
export function valueFor(schema: unknown, chance: Chance, depth = 0): unknown {
  const one = schema as Schema, { def } = one._zod;
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).flatMap(([name, field]) => {
          const value = valueFor(field, chance, depth + 1);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    case "array":
      return Array.from(
        { length: depth > 5 ? 0 : chance.below(4) },
        () => valueFor(def.element, chance, depth + 1),
      );
    case "default":
    case "optional":
      return chance.once(3) ? undefined : valueFor(def.innerType, chance, depth);
    case "nullable":
      return chance.once(4) ? null : valueFor(def.innerType, chance, depth);
    case "union":
      return valueFor(chance.one(def.options ?? []), chance, depth);
    case "enum":
      return chance.one(Object.values(def.entries ?? {}));
    case "literal":
      return chance.one(def.values ?? []);
    case "boolean":
      return chance.once(2);
    // Of what is read out of something else (a text as a number), the first form is what is sent.
    case "pipe":
      return def.in && ["object", "array"].includes(def.in._zod.def.type)
        ? valueFor(def.in, chance, depth)
        : chance.one(takenBy(one));
    default:
      return chance.one(takenBy(one));
  }
}

function takenBy(schema: Schema): unknown[] {
  let found = taken.get(schema);
  if (!found) {
    found = [...LIKELY, ...LIKELY_NUMBERS].filter((value) => schema.safeParse(value).success);
    if (found.length === 0) found = LIKELY;
    taken.set(schema, found);
  }
  return found;
}

/** The same value with one thing in it made odd. */
export function spoilt(value: unknown, odd: () => unknown, chance: Chance): unknown {
  if (Array.isArray(value) && value.length > 0 && !chance.once(3)) {
    const at = chance.below(value.length);
    return value.with(at, spoilt(value[at], odd, chance));
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    const name = chance.one(Object.keys(value));
    return { ...value, [name]: spoilt((value as Record<string, unknown>)[name], odd, chance) };
  }
  return odd();
}
