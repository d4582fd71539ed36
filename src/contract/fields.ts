import * as z from "zod/mini";

/** Field shapes that several nouns share. */
export const Id = z.int().check(z.positive());
/** Somebody or something, by its name. */
export const Named = z.object({ id: Id, name: z.string() });
/** ISO 8601 in UTC, as in every answer. */
export const Moment = z.string();
// deno-lint-ignore no-control-regex -- the control characters are the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** How long a text may be, in characters as people count them. */
interface Lengths {
  least: number;
  most: number;
}

/** The lengths of the texts below: their own checks do not tell them. */
const lengths = z.registry<Lengths>();

export function lengthsOf(schema: z.core.$ZodType): Lengths | undefined {
  return lengths.get(schema);
}

/**
 * A text a person typed: control characters are taken out, ends trimmed. Lengths in characters as people count them: an
 * emoji is one.
 */
export function typed(least: number, most: number) {
  const text = z.pipe(
    z.pipe(
      z.string().check(z.maxLength(most * 2 + 64)),
      z.transform((text: string) => text.replace(CONTROL, "").trim()),
    ),
    z.string().check((payload) => {
      const { length } = [...payload.value];
      const about = { origin: "string", inclusive: true, input: payload.value } as const;
      if (length < least) payload.issues.push({ ...about, code: "too_small", minimum: least });
      if (length > most) payload.issues.push({ ...about, code: "too_big", maximum: most });
    }),
  );
  lengths.add(text, { least, most });
  return text;
}

/** A text that is kept as it was typed, but for control characters. */
export function written(most: number) {
  return z.pipe(z.string().check(z.maxLength(most)), z.transform((text: string) => text.replace(CONTROL, "")));
}

/** An e-mail address, in small letters as logins are kept. */
export const Email = z.pipe(
  z.pipe(z.string().check(z.maxLength(200)), z.transform((text: string) => text.trim().toLowerCase())),
  z.email(),
);

/** A number that arrives as text in a query. */
export const QueryInt = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number));
/** Pages start at 1 (spec 1 §9). */
export const PageNumber = z._default(z.optional(z.pipe(QueryInt, z.int().check(z.minimum(1), z.maximum(100_000)))), 1);
/** A company's id in a query; it counts only from super users. */
export const QueryCompany = z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)));
/** A list of ids in a query, written `[1,2]` or `1,2`. */
export const QueryIds = z.pipe(
  z.string().check(z.maxLength(2000), z.regex(/^\[?\s*(\d{1,9}(\s*,\s*\d{1,9})*)?\s*\]?$/)),
  z.transform((text: string) => (text.match(/\d+/g) ?? []).map(Number)),
);
/** A list of names in a query, written `["one","two"]` or `one,two`. */
export const QueryNames = z.pipe(
  z.string().check(z.maxLength(6000), z.regex(/^\[?("?[\w.]+"?(,"?[\w.]+"?)*)?\]?$/)),
  z.transform((text: string): string[] => text.match(/[\w.]+/g) ?? []),
);
/** A flag, or the text of one as forms send it. */
export const SentFlag = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false", "t", "f"])]),
  z.transform((given: boolean | "true" | "false" | "t" | "f") => given === true || given === "true" || given === "t"),
);

/** `true` or `false` in a query. */
export const QueryFlag = z.pipe(z.enum(["true", "false"]), z.transform((text) => text === "true"));
/** Searches are lower-cased (spec 1 §5). */
export const SearchParam = z._default(
  z.optional(
    z.pipe(
      z.string().check(z.maxLength(200)),
      z.transform((text: string) => text.replace(CONTROL, " ").trim().toLowerCase()),
    ),
  ),
  "",
);
