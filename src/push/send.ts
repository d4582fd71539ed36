import { createHash } from "node:crypto";
import type { PushPayload, Subscription } from "../contract/push.ts";
import { askAt, NoAnswer } from "../platform/ask_outside.ts";
import { outerAddresses } from "../platform/inner_network.ts";

/** How long (ms) a push service may take. */
const PATIENCE = 15_000;
/** It holds us off for no longer than this (s). */
const LONGEST_WAIT = 3600;

export interface Sending {
  subscription: Subscription;
  payload: PushPayload;
  /** How long (s) the service keeps it for a device that is off. */
  keptFor: number;
  vapid: { subject: string; publicKey: string; privateKey: string };
}

/** What a push service answered; `status` is null where there was no answer. `wait` is for how long (ms) it wants to be left alone. */
export interface Sent {
  status: number | null;
  wait?: number;
}

/**
 * Hands something to a device's push service (RFC 8030), which cannot read it (RFC 8291) and knows from whom it is (RFC
 * 8292). The service never lies in the network in which this process runs; a redirect is an answer like any other.
 */
export async function sendPush({ subscription, payload, keptFor, vapid }: Sending): Promise<Sent> {
  const { default: webPush } = await import("web-push");
  const isTold = "title" in payload, tag = isTold ? payload.tag : payload.close;
  const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
    contentEncoding: "aes128gcm",
    vapidDetails: vapid,
    TTL: Math.max(0, Math.round(keptFor)),
    urgency: isTold ? "high" : "normal",
    // What a device that was off has not got yet is replaced by what comes after it (RFC 8030 §5.4).
    topic: createHash("sha256").update(tag).digest("base64url").slice(0, 32),
  });
  const { endpoint } = subscription;
  try {
    const at = await outerAddresses(endpoint);
    const asked = { method: "POST", headers: asTexts(headers), body, within: PATIENCE, at };
    const { status, headers: answered } = await askAt(endpoint, asked);
    const wait = secondsIn(answered.get("retry-after"));
    return { status, ...(wait > 0 ? { wait: Math.min(wait, LONGEST_WAIT) * 1000 } : {}) };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { status: null };
  }
}

function asTexts(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** `Retry-After` in seconds or as a date (RFC 9110 §10.2.3); 0 for none. */
function secondsIn(said: string | null): number {
  if (said === null) return 0;
  if (/^\d+$/.test(said.trim())) return Number(said);
  return Math.max(0, (Date.parse(said) - Date.now()) / 1000) || 0;
}
