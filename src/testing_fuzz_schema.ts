import type { Chance } from "./testing_fuzz.ts";

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
const NUMBERS = [1, 2, 3, 0, 5, -23.55, 120];

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
    found = [...LIKELY, ...NUMBERS].filter((value) => schema.safeParse(value).success);
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
