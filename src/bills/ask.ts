import * as z from "zod/mini";
import { askAt, NoAnswer } from "../platform/ask_outside.ts";
import { outerAddresses } from "../platform/inner_network.ts";
import { BillerFault } from "./bill.ts";

/** How long (ms) a customer waits for their bills, whatever is asked for it. */
const PATIENCE = 5000;

export interface Asking {
  /** Where the system is, without a slash at its end. */
  address: string;
  headers: Record<string, string>;
  /** Until when (ms) all has to be answered. */
  until: number;
}

export function patience(ms = PATIENCE): number {
  return Date.now() + ms;
}

/** An answer's text; anything but 200 is a BillerFault. */
export async function askText({ address, headers, until }: Asking, path: string, body?: unknown): Promise<string> {
  try {
    const answer = await askAt(address + path, {
      at: await outerAddresses(address),
      method: body === undefined ? "GET" : "POST",
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        accept: "application/json",
        // Asaas refuses whoever does not say who asks.
        "user-agent": "Balcao",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      within: Math.max(1, until - Date.now()),
    });
    if (answer.status === 200) return answer.text;
    throw new BillerFault(`it answered ${answer.status}`);
  } catch (error) {
    if (error instanceof NoAnswer) throw new BillerFault(error.message);
    throw error;
  }
}

/** An answer of a shape; throws a BillerFault that says where it has another, never what stands there. */
export async function ask<T extends z.ZodMiniType>(
  schema: T,
  asking: Asking,
  path: string,
  body?: unknown,
): Promise<z.infer<T>> {
  const text = await askText(asking, path, body);
  const { data, error } = schema.safeParse(parsed(text));
  if (error) throw new BillerFault(`its answer makes no sense: ${error.issues[0]?.path.join(".") || "no JSON"}`);
  return data;
}

/** What only some bills have: where it cannot be had, the bill goes without it. */
export async function ifItCan<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BillerFault) return undefined;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An address as people type it: `https://` where they say nothing, no slash at the end. Throws a BillerFault for none. */
export function addressOf(typed: string): string {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!text || !URL.canParse(address)) throw new BillerFault("its address is none");
  return address.replace(/\/+$/, "");
}

/** Texts that may be missing, empty or null. */
export const Text = z.optional(z.nullable(z.string()));
/** An id or an amount, which one system writes as a number and another as a text. */
export const Written = z.optional(z.nullable(z.union([z.string(), z.number()])));
