import { GraphError } from "../errors.ts";
import type { InstagramLine, MetaApp, Token } from "../model.ts";
import { checkToken, isExpired, issueToken, LONG, SHORT } from "../tokens.ts";
import type { World } from "../world.ts";
import { drawDialog } from "./dialog.ts";
import { type Grant, takeGrant } from "./grants.ts";
import { ADMIN } from "./me.ts";

export interface LoginCall {
  host: string;
  path: string;
  params: Record<string, unknown>;
}

/** What a login asks of Meta, before there is a token; nothing when this is no call of a login. */
export async function answerLogin(world: World, request: Request, call: LoginCall): Promise<Response | undefined> {
  switch (call.path) {
    case "dialog/oauth":
      return drawDialog(world, request, { isInstagram: false });
    case "oauth/authorize":
      return drawDialog(world, request, { isInstagram: true });
    case "oauth/access_token":
      return Response.json(exchange(world, call.params));
    case "access_token":
      return Response.json(lengthen(world, call.params));
    case "refresh_access_token":
      return Response.json(refresh(world, call.params));
  }
}

/** oauth/access_token: a code, the app itself, or a short token, for a token. */
function exchange(world: World, params: Record<string, unknown>): Record<string, unknown> {
  const app = appOf(world, params);
  if (params.grant_type === "client_credentials") {
    return { access_token: `${app.id}|${app.secret}`, token_type: "bearer" };
  }
  if (params.grant_type === "fb_exchange_token") {
    const given = checkToken(world, String(params.fb_exchange_token ?? ""), undefined);
    if (given.app !== app) throw new GraphError(190, { message: "The access token does not belong to application" });
    return tellToken(world, issueToken(world, { ...given, livesMs: LONG, isShort: false }));
  }
  const grant = takeGrant(world, params, app);
  if (grant.instagram) return tellInstagramToken(world, grant, grant.instagram);
  const made = { kind: "user", app, ownerId: ADMIN.id, scopes: grant.scopes, livesMs: SHORT, isShort: true } as const;
  return tellToken(world, issueToken(world, made));
}

/** Meta's page shows a list with one answer in it; many have got the answer by itself. */
function tellInstagramToken(world: World, { app, scopes }: Grant, account: InstagramLine): Record<string, unknown> {
  const livesMs = SHORT / 2;
  const token = issueToken(world, { kind: "instagram", app, ownerId: account.id, scopes, livesMs, isShort: true });
  const answer = { access_token: token.value, user_id: account.scopedId, permissions: scopes.join(",") };
  return world.faults.isInstagramTokenFlat ? answer : { data: [answer] };
}

function appOf(world: World, { client_id, client_secret }: Record<string, unknown>): MetaApp {
  const app = world.app(String(client_id));
  if (!app) {
    throw new GraphError(100, { subcode: 33, message: "Error validating application. Cannot get application info" });
  }
  const isInstagram = client_id === app.instagramId;
  if (client_secret !== (isInstagram ? app.instagramSecret : app.secret)) {
    throw new GraphError(1, { message: "Error validating client secret." });
  }
  return app;
}

/** graph.instagram.com/access_token: a token of sixty days for one of an hour. */
function lengthen(world: World, { grant_type, client_secret, access_token }: Record<string, unknown>) {
  if (grant_type !== "ig_exchange_token") throw new GraphError(100, { message: "Invalid grant_type" });
  const given = checkToken(world, String(access_token ?? ""), undefined);
  if (given.kind !== "instagram" || given.app.instagramSecret !== client_secret) {
    throw new GraphError(190, {
      message: "Session key invalid. This could be because the session key has an incorrect format",
    });
  }
  return tellToken(world, issueToken(world, { ...given, livesMs: LONG, isShort: false }));
}

const DAY = 24 * 3_600_000;

/** graph.instagram.com/refresh_access_token: sixty days more, for a token that is a day old and has not ended. */
function refresh(world: World, { grant_type, access_token }: Record<string, unknown>): Record<string, unknown> {
  if (grant_type !== "ig_refresh_token") throw new GraphError(100, { message: "Invalid grant_type" });
  const given = checkToken(world, String(access_token ?? ""), undefined);
  if (given.kind !== "instagram" || given.isShort || isExpired(world, given)) throw new GraphError(190);
  if (world.now() - given.issuedAt < DAY) {
    throw new GraphError(100, { message: "The access token must be at least 24 hours old to be refreshed" });
  }
  return tellToken(world, issueToken(world, { ...given, livesMs: LONG }));
}

function tellToken(world: World, { value, expiresAt, kind, scopes }: Token): Record<string, unknown> {
  const seconds = expiresAt === undefined ? undefined : Math.round((expiresAt - world.now()) / 1000);
  const permissions = kind === "instagram" ? { permissions: scopes.join(",") } : {};
  return { access_token: value, token_type: "bearer", ...(seconds ? { expires_in: seconds } : {}), ...permissions };
}
