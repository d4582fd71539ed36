import { createHmac, timingSafeEqual } from "node:crypto";
import { GraphError } from "./errors.ts";
import { newTokenValue } from "./ids.ts";
import type { MetaApp, Token } from "./model.ts";
import type { World } from "./world.ts";

const HOUR = 3_600_000;
/** How long (ms) tokens of a login live, and those they are exchanged for ("Long-lived access tokens"). */
export const SHORT = 2 * HOUR;
export const LONG = 60 * 24 * HOUR;

/** What a login may be asked for, as the permissions reference names it. */
export const SCOPES = {
  whatsapp: ["whatsapp_business_management", "whatsapp_business_messaging"],
  page: ["pages_show_list", "pages_messaging", "pages_manage_metadata", "pages_read_engagement"],
  instagramByPage: ["instagram_basic", "instagram_manage_messages"],
  instagram: ["instagram_business_basic", "instagram_business_manage_messages"],
} as const;

export interface NewToken {
  kind: Token["kind"];
  app: MetaApp;
  ownerId: string;
  scopes: readonly string[];
  /** How long (ms) it lives; for ever when left out. */
  livesMs?: number;
  isShort?: boolean;
  /** The token's own letters; new ones when left out. */
  as?: string;
}

export function issueToken(world: World, { livesMs, scopes, as, ...rest }: NewToken): Token {
  const token: Token = {
    ...rest,
    scopes: [...scopes],
    value: as ?? newTokenValue(rest.kind === "instagram"),
    issuedAt: world.now(),
    expiresAt: livesMs === undefined ? undefined : world.now() + livesMs,
  };
  world.tokens.set(token.value, token);
  return token;
}

/** The token of a call, when it still holds; refuses with 190 as "Access token errors" lists them. */
export function checkToken(world: World, value: string | undefined, proof: unknown): Token {
  if (!value) throw new GraphError(2500, { message: "An active access token must be used to query information." });
  const token = world.tokens.get(value) ?? appToken(world, value);
  if (!token) throw new GraphError(190, { message: "Invalid OAuth access token - Cannot parse access token" });
  if (token.isRevoked) {
    const message = "Error validating access token: The user has not authorized application " + token.app.id + ".";
    throw new GraphError(190, { subcode: 458, message });
  }
  if (isExpired(world, token)) {
    const message = "Error validating access token: Session has expired on " + new Date(token.expiresAt!).toUTCString();
    throw new GraphError(190, { subcode: 463, message });
  }
  checkProof(token, proof);
  return token;
}

export function isExpired(world: World, { expiresAt }: Token): boolean {
  return expiresAt !== undefined && expiresAt <= world.now();
}

/** `APP|SECRET` stands for the app itself. */
function appToken({ apps }: World, value: string): Token | undefined {
  const [id, secret] = value.split("|");
  const app = apps.find((each) => each.id === id && each.secret === secret);
  return app && { value, kind: "app", app, ownerId: app.id, scopes: [], issuedAt: 0 };
}

/** "Securing Graph API requests": the token's HMAC, keyed with the app's secret. */
function checkProof({ value, app, kind }: Token, proof: unknown): void {
  if (proof === undefined) return;
  const right = createHmac("sha256", kind === "instagram" ? app.instagramSecret : app.secret).update(value).digest(
    "hex",
  );
  const given = String(proof);
  if (given.length !== right.length || !timingSafeEqual(Buffer.from(given), Buffer.from(right))) {
    throw new GraphError(100, { message: "Invalid appsecret_proof provided in the API argument" });
  }
}

/** Refuses with 10 or 200 when the token lacks the permission. */
export function needScope(token: Token, ...anyOf: string[]): void {
  if (anyOf.some((scope) => token.scopes.includes(scope))) return;
  throw new GraphError(200, { message: `Requires ${anyOf.join(" or ")} permission to manage the object` });
}
