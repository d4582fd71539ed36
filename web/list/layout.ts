import { z } from "zod/mini";
import { NARROWEST, WIDEST } from "./column.ts";

/** How a person has arranged a table: what they do not want to see, in which order, how wide (px), and its rows' order. */
export interface Layout {
  hidden: readonly string[];
  order: readonly string[];
  widths: Readonly<Record<string, number>>;
  sort?: { id: string; desc: boolean };
}

export const AS_IT_CAME: Layout = { hidden: [], order: [], widths: {} };

const Kept = z.object({
  hidden: z.array(z.string()),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number().check(z.minimum(NARROWEST), z.maximum(WIDEST))),
  sort: z.optional(z.object({ id: z.string(), desc: z.boolean() })),
});

/** What this person has arranged on this device; as it came, where that cannot be read. */
export function keptLayout(personId: number, table: string): Layout {
  try {
    const kept = Kept.safeParse(JSON.parse(localStorage.getItem(keyOf(personId, table)) ?? "null"));
    return kept.success ? kept.data : AS_IT_CAME;
  } catch {
    return AS_IT_CAME;
  }
}

/** Keeps what was arranged now; the rest of it stays as it is kept. */
export function keepLayout(personId: number, table: string, arranged: Partial<Layout>): void {
  const layout = { ...keptLayout(personId, table), ...arranged };
  if (isAsItCame(layout)) localStorage.removeItem(keyOf(personId, table));
  else localStorage.setItem(keyOf(personId, table), JSON.stringify(layout));
}

function isAsItCame({ hidden, order, widths, sort }: Layout): boolean {
  return !sort && hidden.length + order.length + Object.keys(widths).length === 0;
}

function keyOf(personId: number, table: string): string {
  return `columns-${personId}-${table}`;
}

/** All columns in the person's order; those that came later with an update stand where they came. */
export function inOrder<C extends { id: string }>(columns: readonly C[], order: readonly string[]): C[] {
  const known = new Set(order);
  const chosen = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return columns.map((column) => known.has(column.id) ? chosen.shift()! : column);
}
