import type { ErrorAnswer, ErrorCode } from "../../src/contract/errors.ts";

/** Why the server did not do what was asked; `offline` when it did not answer. */
export class Refused extends Error {
  constructor(
    readonly code: ErrorCode | "offline",
    /** How long (s) to wait, where it says so. */
    readonly seconds = 0,
    readonly fields: Record<string, string> = {},
  ) {
    super(code);
  }
}

/** Asks below `/widget/:key`, as the visitor that the browser keeps. */
export async function ask<T>(path: string, { visitor, body }: { visitor?: string; body?: unknown } = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (visitor) headers.authorization = `Bearer ${visitor}`;
  if (body !== undefined && !(body instanceof FormData)) headers["content-type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body),
    });
  } catch {
    throw new Refused("offline");
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said as T;
  const { error = "ERR_INTERNAL", fields, detail } = said as Partial<ErrorAnswer>;
  throw new Refused(error, (detail as { seconds?: number } | undefined)?.seconds, fields);
}
