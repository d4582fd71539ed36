import { GraphError } from "../errors.ts";
import { newSecret } from "../ids.ts";
import type { InstagramLine, MetaApp } from "../model.ts";
import { SCOPES } from "../tokens.ts";
import type { World } from "../world.ts";

/** What somebody has agreed to in a dialog, until it is exchanged for a token; once, within an hour. */
export interface Grant {
  app: MetaApp;
  redirect: string;
  scopes: string[];
  endsAt: number;
  /** The Instagram account that logged in. */
  instagram?: InstagramLine;
}

const grants = new WeakMap<World, Map<string, Grant>>();

export function newCode(world: World, grant: Grant): string {
  const code = `AQ${newSecret()}${newSecret()}`;
  const known = grants.get(world) ?? new Map<string, Grant>();
  grants.set(world, known.set(code, grant));
  return code;
}

/** The grant of this code, which cannot be taken twice. */
export function takeGrant(world: World, { code, redirect_uri }: Record<string, unknown>, app: MetaApp): Grant {
  const known = grants.get(world);
  // Instagram puts "#_" behind the code when it leads back, which is no part of it.
  const key = String(code ?? "").replace(/#_$/, "");
  const grant = known?.get(key);
  if (!grant || grant.app !== app || grant.endsAt <= world.now()) {
    throw new GraphError(100, { subcode: 36007, message: "This authorization code has been used or has expired." });
  }
  if (grant.redirect !== redirect_uri) {
    const message =
      "Error validating verification code. Please make sure your redirect_uri is identical to the one you " +
      "used in the OAuth dialog request";
    throw new GraphError(100, { subcode: 36008, message });
  }
  known!.delete(key);
  return grant;
}

/** What a login gets when it names no scopes. */
export const PUBLIC = ["public_profile"];
export const ALL_SCOPES: readonly string[] = [
  "email",
  "business_management",
  ...PUBLIC,
  ...Object.values(SCOPES).flat(),
];
