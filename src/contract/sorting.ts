import * as z from "zod/mini";
import type { Order } from "../shared/order.ts";

/** By which column a list is sorted, up (`asc`, unless said otherwise) or down; without `sort` it is as it came. */
export function sorting<const Names extends readonly [string, ...string[]]>(names: Names) {
  return { sort: z.optional(z.enum(names)), order: z.optional(z.enum(["asc", "desc"] as const satisfies Order[])) };
}
