import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import type { MetaApp } from "../channel.ts";
import { GraphFault } from "./faults.ts";
import { type GraphHost, whereIs } from "./where.ts";

/** How long (ms) Graph may take to answer, and to take a file. */
const PATIENCE = 20_000, FILE_PATIENCE = 120_000;
/** No answer of Graph's is longer (characters). */
const LONGEST = 2_000_000;

const Said = z.looseObject({
  error: z.optional(z.looseObject({
    code: z.catch(z.int(), 0),
    error_subcode: z.catch(z.optional(z.int()), undefined),
    is_transient: z.catch(z.optional(z.boolean()), undefined),
  })),
});

export interface GraphQuestion {
  method?: "GET" | "POST" | "DELETE";
  query?: Record<string, string>;
  json?: unknown;
  form?: FormData;
}

/** Who asks: with whose token, and by which of Meta's hosts. */
export interface GraphCaller {
  app: MetaApp;
  host: GraphHost;
  token: string;
}

/** Asks Graph. Answers what `shape` reads; throws a GraphFault for an error, and for what it cannot read. */
export async function askGraph<T>(
  { app, host, token }: GraphCaller,
  path: string,
  shape: z.ZodMiniType<T>,
  { method = "GET", query = {}, json, form }: GraphQuestion = {},
): Promise<T> {
  const url = new URL(`${whereIs(host)}/${app.version}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const secret = host === "instagram" ? app.instagramSecret || app.secret : app.secret;
  if (secret) url.searchParams.set("appsecret_proof", proofOf(token, secret));
  const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (json !== undefined) headers["content-type"] = "application/json";
  const signal = AbortSignal.timeout(form ? FILE_PATIENCE : PATIENCE);
  const answer = await fetch(url, { method, headers, body, signal, redirect: "error" }).catch((error) => {
    // Nobody was there to take it: that is an answer of a kind, and what did not leave is not in doubt.
    throw new GraphFault(isUnreached(error) ? UNAVAILABLE : 0);
  });
  return readAnswer(answer, shape);
}

/** HTTP: Service Unavailable. */
const UNAVAILABLE = 503;

/** Deno's words for a connection that was never made. */
function isUnreached(error: unknown): boolean {
  const words = error instanceof TypeError ? `${error.message} ${(error.cause as Error | undefined)?.message}` : "";
  return /\(Connect\)|dns error|are blocked/.test(words);
}

/** Proves that the token is used by the app that it was given to (Meta: "Securing Graph API calls"). */
function proofOf(token: string, secret: string): string {
  return createHmac("sha256", secret).update(token).digest("hex");
}

export async function readAnswer<T>(answer: Response, shape: z.ZodMiniType<T>): Promise<T> {
  const said = parsed(await textOf(answer));
  const error = Said.safeParse(said).data?.error;
  if (error) {
    const { code, error_subcode: subcode, is_transient: isPassing } = error;
    throw new GraphFault(answer.status, code, subcode, isPassing || answer.status >= 500);
  }
  if (!answer.ok) throw new GraphFault(answer.status);
  const read = shape.safeParse(said);
  // It was taken, or it was not: an answer that says neither is none.
  if (!read.success) throw new GraphFault(0, -1);
  return read.data;
}

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => {
    throw new GraphFault(0);
  });
  return text.length > LONGEST ? "" : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
