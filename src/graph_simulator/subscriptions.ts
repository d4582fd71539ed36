import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Asked } from "./asked.ts";
import { readParams } from "./check.ts";
import { GraphError } from "./errors.ts";
import type { MetaApp } from "./model.ts";

/** The GET with which Meta makes sure of a callback ("Webhooks: verification requests"); refuses with 2200. */
export async function confirmCallback(callback: string, verifyToken: string): Promise<void> {
  const challenge = String(randomInt(1_000_000_000));
  const address = new URL(callback);
  address.searchParams.set("hub.mode", "subscribe");
  address.searchParams.set("hub.challenge", challenge);
  address.searchParams.set("hub.verify_token", verifyToken);
  const got = await textOf(address);
  if (got !== challenge) {
    const message = "The URL couldn't be validated. Response does not match challenge, expected value=\"" + challenge +
      `", received="${(got ?? "").slice(0, 50)}"`;
    throw new GraphError(100, { subcode: 2200, message });
  }
}

async function textOf(address: URL): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000), redirect: "manual" });
    const text = await answer.text();
    return answer.status === 200 ? text : undefined;
  } catch {
    return undefined;
  }
}

const Subscription = z.looseObject({
  object: z.enum(["whatsapp_business_account", "page", "instagram"]),
  callback_url: z.url(),
  verify_token: z.string(),
  fields: z.union([z.string(), z.array(z.string())]),
});

/** POST /{app-id}/subscriptions, asked with the app's own token. */
export async function subscribeApp({ params, token }: Asked, app: MetaApp): Promise<Record<string, unknown>> {
  needApp(token.kind);
  const { object, callback_url, verify_token, fields } = readParams(Subscription, params);
  await confirmCallback(callback_url, verify_token);
  app.callback = callback_url;
  app.verifyToken = verify_token;
  app.fields[object] = typeof fields === "string" ? fields.split(",").map((field) => field.trim()) : fields;
  return { success: true };
}

/** GET /{app-id}/subscriptions. */
export function listSubscriptions({ token }: Asked, app: MetaApp): Record<string, unknown> {
  needApp(token.kind);
  const data = Object.entries(app.fields).map(([object, fields]) => ({
    object,
    callback_url: app.callback,
    active: true,
    fields: fields.map((name) => ({ name, version: "v25.0" })),
  }));
  return { data };
}

/** DELETE /{app-id}/subscriptions, of one object or of all. */
export function unsubscribeApp({ params, token }: Asked, app: MetaApp): Record<string, unknown> {
  needApp(token.kind);
  if (params.object === undefined) app.fields = {};
  else delete app.fields[String(params.object)];
  return { success: true };
}

function needApp(kind: string): void {
  if (kind !== "app") throw new GraphError(100, { message: "This method must be called with an app access token" });
}
