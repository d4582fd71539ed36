import type * as z from "zod/mini";
import type { AnyCall, Call, Params } from "../src/contract/call.ts";
import type { ErrorAnswer, ErrorCode } from "../src/contract/errors.ts";

/** Refusals that only the browser can meet: no network, an answer that is not ours, an unreadable file, no microphone. */
export type ClientErrorCode =
  | "ERR_OFFLINE"
  | "ERR_UNKNOWN"
  | "ERR_FILE_UNREADABLE"
  | "ERR_MICROPHONE"
  | "ERR_MICROPHONE_DENIED"
  | "ERR_MICROPHONE_MISSING"
  | "ERR_MICROPHONE_INSECURE";

/** A call that was refused, or never answered. */
export class CallError extends Error {
  constructor(
    /** One of the contract's codes or the browser's own; any other text is shown as it is (spec 1 §8). */
    readonly code: ErrorCode | ClientErrorCode | (string & Record<never, never>),
    /** 0 when no answer came. */
    readonly status: number,
    readonly fields: Record<string, string> = {},
    readonly detail: unknown = undefined,
  ) {
    super(code);
  }
}

/** A query is given as the values that the server reads from it: numbers, lists and flags rather than their texts. */
type QueryOf<Q extends z.ZodMiniType> = {
  [K in keyof z.input<Q>]: K extends keyof z.output<Q> ? z.output<Q>[K] : never;
};

/** An object without fields says nothing, not "no other fields". */
type Fields<T> = string extends keyof T ? unknown : T;

/** Everything a call takes, in one object: its path's parameters, its query and its body. */
export type Input<C extends AnyCall> = C extends Call<infer P, infer Q, infer B, z.ZodMiniType>
  ? Params<P> & Fields<QueryOf<Q>> & Fields<z.input<B>>
  : never;

export type Answer<C extends AnyCall> = z.output<C["answer"]>;

/** The address and the body that carry an input. */
export function requestOf(declared: AnyCall, input: object) {
  const rest: Record<string, unknown> = { ...input };
  const path = declared.path.replace(/:(\w+)/g, (_: string, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const name of Object.keys(shapeOf(declared.query))) {
    const text = queryText(rest[name]);
    if (text !== undefined) query.set(name, text);
    delete rest[name];
  }
  const asked = query.size ? `?${query}` : "";
  const hasBody = Object.keys(shapeOf(declared.body)).length > 0;
  return { address: `/api${path}${asked}`, body: hasBody ? rest : undefined };
}

function shapeOf(schema: unknown): Record<string, unknown> {
  return (schema as { shape?: Record<string, unknown> }).shape ?? {};
}

/** Lists travel as `[1,2]`; what is not set does not travel. */
function queryText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

export function headersFor(token: string | null): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}

export async function sendJson(
  method: string,
  { address, body }: { address: string; body?: object },
  token: string | null,
): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: { ...headersFor(token), ...(body && { "content-type": "application/json" }) },
    body: body && JSON.stringify(body),
    credentials: "same-origin",
  }).catch(() => {
    throw new CallError("ERR_OFFLINE", 0);
  });
  return readAnswer(response.status, await response.text().catch(() => ""));
}

/** What an answer holds, or the refusal in it. */
export function readAnswer(status: number, text: string): unknown {
  const json = parsed(text);
  if (status >= 200 && status < 300) {
    if (json === undefined && text) throw new CallError("ERR_UNKNOWN", status);
    return json ?? {};
  }
  if (typeof json === "string") throw new CallError(json, status);
  const { error, fields, detail } = (json ?? {}) as Partial<ErrorAnswer>;
  // A proxy that answers for a server that is away does not speak our language.
  const unnamed = status >= 502 && status <= 504 ? "ERR_OFFLINE" : "ERR_UNKNOWN";
  // A company that moves is there again in a moment, like a server that is away.
  const named = typeof error === "string" && error !== "ERR_COMPANY_MOVING" ? error : undefined;
  throw new CallError(named ?? unnamed, status, fields, detail);
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
