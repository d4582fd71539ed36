import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request, type RequestOptions } from "node:http";
import { request as requestTls } from "node:https";
import type { LookupFunction } from "node:net";

/** No answer of another server is longer (bytes). */
const LONGEST = 2_000_000;

/** Another server that could not be asked, or whose answer broke off. Says nothing of the address, which may have names in it. */
export class NoAnswer extends Error {}

export interface OutsideAnswer {
  status: number;
  headers: Headers;
  text: string;
}

export interface Question extends RequestInit {
  /** How long (ms) the whole of the answer may take. */
  within: number;
  client?: Deno.HttpClient;
}

/** A question to a server whose addresses were found out already. */
export interface QuestionAt {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  within: number;
  /** Where to connect, and nowhere else, whatever the name in the address means by then. */
  at: LookupAddress[];
}

/** The same as `askOutside`, with the name in the address never looked up again; its certificate must be good for that name. */
export async function askAt(url: string, { within, at, body, ...rest }: QuestionAt): Promise<OutsideAnswer> {
  const patience = AbortSignal.timeout(within);
  try {
    const lookup: LookupFunction = (_, { all }, found) =>
      all ? found(null, at) : found(null, at[0]!.address, at[0]!.family);
    // A connection that is kept for the next question could be one to another address.
    const options = { ...rest, lookup, agent: false, signal: patience };
    const answer = await answerTo(url, options, body);
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    return { status: answer.statusCode!, headers, text: await wholeText(answer) };
  } catch (error) {
    throw new NoAnswer(patience.aborted ? `no answer within ${within / 1000} s` : plainReason(error));
  }
}

function answerTo(
  url: string,
  options: RequestOptions,
  body: string | Uint8Array | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const ask = new URL(url).protocol === "https:" ? requestTls : request;
    ask(url, options, resolve).on("error", reject).end(body);
  });
}

/** Asks a server that is not ours and reads its whole answer; an address that it sends us on to is not followed. */
export async function askOutside(url: string, { within, ...init }: Question): Promise<OutsideAnswer> {
  const patience = AbortSignal.timeout(within);
  try {
    const answer = await fetch(url, { ...init, redirect: "manual", signal: patience } as RequestInit);
    return { status: answer.status, headers: answer.headers, text: await wholeText(answer.body ?? []) };
  } catch (error) {
    throw new NoAnswer(patience.aborted ? `no answer within ${within / 1000} s` : plainReason(error));
  }
}

async function wholeText(body: AsyncIterable<Uint8Array> | []): Promise<string> {
  const decoder = new TextDecoder();
  let text = "", size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > LONGEST) throw new Error(`the answer is longer than ${LONGEST} bytes`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

function plainReason(error: unknown): string {
  const { message, cause } = error as Error;
  const deeper = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return deeper.replace(/\(?https?:\/\/[^\s)]+\)?/g, "").slice(0, 200);
}
