import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type * as z from "zod/mini";
import { lengthsOf } from "../../src/contract/fields.ts";

/** What a schema takes: so many characters, or a number from and to. */
export interface Limits {
  isNumber: boolean;
  least?: number;
  most?: number;
}

/** The limits of the field of a form that is called `name`, such as `hours.from`; nothing where its schema has none. */
export function limitsOf(schema: z.core.$ZodType, name: string): Limits | undefined {
  const field = name.split(".").reduce<z.core.$ZodType | undefined>((at, key) => at && within(at, key), schema);
  return field && limitsIn(field);
}

/** What would be right, where the limits of the field tell it. */
export function rightText(limits: Limits | undefined, problem: string): MessageDescriptor | undefined {
  const { isNumber, least = 0, most } = limits ?? {};
  if (isNumber) return most === undefined ? undefined : msg`Use um número de ${least} a ${most}.`;
  if (problem !== "too_short" && problem !== "too_long") return undefined;
  if (most === undefined) return least > 1 ? msg`No mínimo ${least} caracteres` : undefined;
  return least > 1 ? msg`De ${least} a ${most} caracteres` : msg`No máximo ${most} caracteres`;
}

/** A schema's definition, as far as it is looked into. */
type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
};

function defOf(schema: z.core.$ZodType): Def {
  return schema._zod.def as Def;
}

function within(schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined {
  const { innerType, in: from, out, element, shape } = defOf(schema);
  if (innerType) return within(innerType, key);
  if (from && out) return within(from, key) ?? within(out, key);
  return element ?? shape?.[key];
}

function limitsIn(schema: z.core.$ZodType): Limits | undefined {
  const lengths = lengthsOf(schema);
  if (lengths) return { isNumber: false, ...lengths };
  const { type, innerType, in: from, out } = defOf(schema);
  if (innerType) return limitsIn(innerType);
  if (from && out) return limitsIn(out) ?? limitsIn(from);
  const least = boundOf(schema, "min_length", "greater_than"), most = boundOf(schema, "max_length", "less_than");
  if (type === "string") return (least ?? most) === undefined ? undefined : { isNumber: false, least, most };
  // Of a number nobody is told an end that is only the computer's.
  const isBounded = type === "number" && least !== undefined && most !== undefined && most < Number.MAX_SAFE_INTEGER;
  return isBounded ? { isNumber: true, least, most } : undefined;
}

/** What a check of one of these kinds holds the value to. */
function boundOf(schema: z.core.$ZodType, ...kinds: string[]): number | undefined {
  const checks = (defOf(schema).checks ?? []).map(({ _zod }) => _zod.def as Bound);
  const found = checks.find(({ check, inclusive = true }) => kinds.includes(check) && inclusive);
  return found && Number(found.minimum ?? found.maximum ?? found.value);
}

type Bound = z.core.$ZodCheckDef & { inclusive?: boolean; value?: number; minimum?: number; maximum?: number };
