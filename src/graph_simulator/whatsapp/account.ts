import { z } from "zod";
import { type Asked, listed, pick } from "../asked.ts";
import { readParams } from "../check.ts";
import type { WhatsAppAccount, WhatsAppLine } from "../model.ts";
import { needScope } from "../tokens.ts";
import { confirmCallback } from "../subscriptions.ts";

const NUMBER_FIELDS = [
  "verified_name",
  "code_verification_status",
  "display_phone_number",
  "quality_rating",
  "platform_type",
  "throughput",
];

/** GET /{phone-number-id}. */
export function showNumber(asked: Asked, line: WhatsAppLine): Record<string, unknown> {
  needScope(asked.token, "whatsapp_business_management", "whatsapp_business_messaging");
  return pick(asked, numberOf(line), NUMBER_FIELDS);
}

/** GET /{waba}/phone_numbers. */
export function listNumbers(asked: Asked, account: WhatsAppAccount): Record<string, unknown> {
  needScope(asked.token, "whatsapp_business_management");
  const numbers = asked.world.lines.filter((line) => line.channel === "whatsapp" && line.account === account);
  const shown = numbers.map((line) => pick(asked, numberOf(line as WhatsAppLine), NUMBER_FIELDS));
  return listed(asked, shown, `${account.id}/phone_numbers`);
}

function numberOf({ id, number, name, quality, isRegistered }: WhatsAppLine): Record<string, unknown> {
  return {
    id,
    display_phone_number: `+${number}`,
    verified_name: name,
    quality_rating: quality,
    code_verification_status: "VERIFIED",
    platform_type: isRegistered ? "CLOUD_API" : "NOT_APPLICABLE",
    throughput: { level: "STANDARD" },
    status: isRegistered ? "CONNECTED" : "PENDING",
    name_status: "APPROVED",
    messaging_limit_tier: "TIER_1K",
  };
}

const Register = z.looseObject({ messaging_product: z.literal("whatsapp"), pin: z.string().regex(/^\d{6}$/) });

/** POST /{phone-number-id}/register, with the six digits of the two-step verification. */
export function registerNumber({ params, token }: Asked, line: WhatsAppLine): Record<string, unknown> {
  needScope(token, "whatsapp_business_management");
  readParams(Register, params);
  line.isRegistered = true;
  return { success: true };
}

/** GET /{waba}. */
export function showAccount(asked: Asked, { id, name }: WhatsAppAccount): Record<string, unknown> {
  needScope(asked.token, "whatsapp_business_management");
  return pick(asked, { id, name, timezone_id: "25", currency: "BRL" }, ["name", "timezone_id"]);
}

const Override = z.looseObject({ override_callback_uri: z.url().optional(), verify_token: z.string().optional() });

/** POST /{waba}/subscribed_apps; a callback of its own is asked for its consent first. */
export async function followAccount(
  { params, token }: Asked,
  account: WhatsAppAccount,
): Promise<Record<string, unknown>> {
  needScope(token, "whatsapp_business_management");
  const { override_callback_uri: callback, verify_token } = readParams(Override, params);
  if (callback) await confirmCallback(callback, verify_token ?? "");
  account.subscribers.set(token.app.id, { callback });
  return { success: true };
}

export function unfollowAccount({ token }: Asked, account: WhatsAppAccount): Record<string, unknown> {
  account.subscribers.delete(token.app.id);
  return { success: true };
}

export function followersOfAccount({ world }: Asked, account: WhatsAppAccount): Record<string, unknown> {
  const data = [...account.subscribers].map(([id, { callback }]) => ({
    whatsapp_business_api_data: { id, name: world.app(id)?.name, link: `https://www.facebook.com/games/?app_id=${id}` },
    ...(callback ? { override_callback_uri: callback } : {}),
  }));
  return { data };
}
