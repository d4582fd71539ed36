import type { Asked } from "../asked.ts";
import { GraphError } from "../errors.ts";
import type { Token } from "../model.ts";
import { isExpired } from "../tokens.ts";

const TYPES = { user: "USER", page: "PAGE", system: "SYSTEM_USER", instagram: "USER", app: "APP" } as const;

/** GET /debug_token?input_token=…: what a token is good for; asked with the app's token, or one of its people's. */
export function debugToken({ world, params, token }: Asked): Record<string, unknown> {
  if (params.input_token === undefined) throw new GraphError(100, { message: "The parameter input_token is required" });
  const asked = world.tokens.get(String(params.input_token));
  if (!asked || asked.app !== token.app) {
    const error = { code: 190, message: "Invalid OAuth access token - Cannot parse access token" };
    return { data: { error, is_valid: false, scopes: [] } };
  }
  const seconds = (ms: number | undefined) => ms === undefined ? 0 : Math.floor(ms / 1000);
  const isValid = !asked.isRevoked && !isExpired(world, asked);
  return {
    data: {
      app_id: asked.app.id,
      type: TYPES[asked.kind],
      application: asked.app.name,
      data_access_expires_at: seconds(asked.issuedAt + 90 * 24 * 3_600_000),
      expires_at: seconds(asked.expiresAt),
      issued_at: seconds(asked.issuedAt),
      is_valid: isValid,
      scopes: asked.scopes,
      granular_scopes: granular(world.accounts.map(({ id }) => id), asked),
      ...(asked.kind === "page" ? { profile_id: asked.ownerId } : {}),
      user_id: asked.ownerId,
      ...(isValid
        ? {}
        : { error: { code: 190, message: "Error validating access token", subcode: asked.isRevoked ? 458 : 463 } }),
    },
  };
}

/** For which accounts each permission holds. */
function granular(accounts: string[], { scopes }: Token): Record<string, unknown>[] {
  return scopes.map((scope) => scope.startsWith("whatsapp_") ? { scope, target_ids: accounts } : { scope });
}
