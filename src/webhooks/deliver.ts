import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { askAt, NoAnswer } from "../platform/ask_outside.ts";
import { outerAddresses } from "../platform/inner_network.ts";

/** How long (ms) a receiver may take to answer. */
const PATIENCE = 15_000;
/** So much of an answer (characters) is kept. */
const KEPT = 500;

export interface Parcel {
  url: string;
  /** `whsec_…`; with more than one each signs. */
  secrets: string[];
  /** `webhook-id` */
  id: string;
  payload: string;
}

/** What became of a try. `wait` is how long (ms) the receiver asked to be left alone. */
export interface Answered {
  status: number | null;
  said: string;
  wait?: number;
}

/**
 * Hands an event to its receiver, signed as Standard Webhooks say (standardwebhooks.com, "Signature scheme"). The receiver is
 * never in the network in which this process runs; a redirect is an answer like any other.
 */
export async function deliver({ url, secrets, id, payload }: Parcel, now: number): Promise<Answered> {
  const timestamp = String(Math.floor(now / 1000));
  try {
    const at = await outerAddresses(url);
    const { status, headers, text } = await askAt(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(payload)),
        "user-agent": "Balcao-Webhooks/1",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": secrets.map((secret) => signature(secret, `${id}.${timestamp}.${payload}`)).join(" "),
      },
      body: payload,
      within: PATIENCE,
      at,
    });
    const wait = Number(headers.get("retry-after"));
    return { status, said: text.slice(0, KEPT), ...(wait > 0 ? { wait: Math.min(wait, 3600) * 1000 } : {}) };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { status: null, said: error.message };
  }
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
