import type { Token } from "./model.ts";
import type { World } from "./world.ts";

/** A call of Graph, taken apart. */
export interface Asked {
  world: World;
  method: string;
  /** Whom the path names first, with "me" put into the id of the token's owner. */
  id: string;
  /** What follows the id: "messages", or "" for the object itself. */
  edge: string;
  /** Of the address and of the body. */
  params: Record<string, unknown>;
  files: Map<string, File>;
  token: Token;
}

export type Answer = Record<string, unknown> | Promise<Record<string, unknown>>;

/** The fields that a call has asked for, without what is inside braces; `others` when it named none. */
export function fieldsOf({ params }: Asked, others: string[]): string[] {
  if (typeof params.fields !== "string" || !params.fields) return others;
  return params.fields.replace(/\{[^}]*\}/g, "").split(",").map((field) => field.trim()).filter(Boolean);
}

/** Only the fields asked for, and the id, which always comes. */
export function pick(asked: Asked, all: Record<string, unknown>, others: string[]): Record<string, unknown> {
  const wanted = new Set([...fieldsOf(asked, others), "id"]);
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => wanted.has(name) && value !== undefined));
}

/** A page of a list, with the cursors that Graph's paging has. */
export function listed(
  { params, world }: Asked,
  all: Record<string, unknown>[],
  path: string,
): Record<string, unknown> {
  const limit = Math.min(Math.max(Number(params.limit) || 25, 1), 100);
  const start = params.after ? Number(atob(String(params.after))) + 1 : 0;
  const data = all.slice(start, start + limit);
  if (data.length === 0) return { data };
  const cursors = { before: btoa(String(start)), after: btoa(String(start + data.length - 1)) };
  const hasMore = start + limit < all.length;
  const next = `${world.address}/v25.0/${path}?limit=${limit}&after=${encodeURIComponent(cursors.after)}`;
  return { data, paging: { cursors, ...(hasMore ? { next } : {}) } };
}
