import { z } from "zod";
import { type Asked, fieldsOf, listed, pick } from "../asked.ts";
import { readParams } from "../check.ts";
import { GraphError } from "../errors.ts";
import type { Customer, InstagramLine, Line, MessengerLine, Token } from "../model.ts";
import { issueToken, needScope, SCOPES } from "../tokens.ts";
import type { World } from "../world.ts";

/** The fields a page may be followed in, as far as they are modelled. */
const PAGE_FIELDS = [
  "messages",
  "message_echoes",
  "message_deliveries",
  "message_reads",
  "message_reactions",
  "message_edits",
  "messaging_postbacks",
  "messaging_referrals",
  "messaging_handovers",
  "messaging_optins",
  "standby",
  "feed",
];

const INSTAGRAM_FIELDS = [
  "messages",
  "messaging_postbacks",
  "messaging_seen",
  "message_reactions",
  "message_edit",
  "messaging_referral",
  "messaging_optins",
  "messaging_handover",
  "standby",
  "comments",
  "live_comments",
];

const Follow = z.looseObject({ subscribed_fields: z.union([z.string(), z.array(z.string())]) });

/** POST /{page-id|ig-id}/subscribed_apps. */
export function followLine({ params, token }: Asked, line: MessengerLine | InstagramLine): Record<string, unknown> {
  if (line.channel === "messenger") needScope(token, "pages_manage_metadata");
  else needScope(token, "instagram_business_basic");
  const { subscribed_fields } = readParams(Follow, params);
  const fields = typeof subscribed_fields === "string" ? subscribed_fields.split(",") : subscribed_fields;
  const known = line.channel === "messenger" ? PAGE_FIELDS : INSTAGRAM_FIELDS;
  const wrong = fields.find((field) => !known.includes(field.trim()));
  if (wrong !== undefined) {
    const message = `Param subscribed_fields[0] must be one of {${known.join(", ")}} - got "${wrong}".`;
    throw new GraphError(100, { message });
  }
  line.subscribers.set(token.app.id, fields.map((field) => field.trim()));
  return { success: true };
}

/** DELETE /{page-id|ig-id}/subscribed_apps. */
export function unfollowLine({ token }: Asked, line: MessengerLine | InstagramLine): Record<string, unknown> {
  line.subscribers.delete(token.app.id);
  return { success: true };
}

/** GET /{page-id|ig-id}/subscribed_apps. */
export function followersOfLine({ world }: Asked, line: MessengerLine | InstagramLine): Record<string, unknown> {
  const data = [...line.subscribers].map(([id, fields]) => ({
    id,
    name: world.app(id)?.name,
    link: "https://www.facebook.com/",
    subscribed_fields: fields,
  }));
  return { data };
}

/** GET /me/accounts: the pages that whoever has logged in looks after, each with a token of its own. */
export function listPages(asked: Asked): Record<string, unknown> {
  needScope(asked.token, "pages_show_list");
  const pages = asked.world.lines.filter((line) => line.channel === "messenger");
  return listed(asked, pages.map((page) => pick(asked, pageOf(asked, page), PAGE)), "me/accounts");
}

const PAGE = ["access_token", "category", "name", "tasks"];

/** GET /{page-id}. */
export function showPage(asked: Asked, page: MessengerLine): Record<string, unknown> {
  needScope(asked.token, "pages_show_list", "pages_read_engagement", "pages_messaging", "pages_manage_metadata");
  return pick(asked, pageOf(asked, page), ["name"]);
}

function pageOf(asked: Asked, page: MessengerLine): Record<string, unknown> {
  const { instagram } = page;
  return {
    id: page.id,
    name: page.name,
    category: "Bakery",
    tasks: ["ADVERTISE", "ANALYZE", "CREATE_CONTENT", "MESSAGING", "MODERATE", "MANAGE"],
    ...(fieldsOf(asked, PAGE).includes("access_token") ? { access_token: pageToken(asked, page).value } : {}),
    ...(instagram ? { instagram_business_account: accountInPage(instagram) } : {}),
  };
}

function accountInPage({ id, username, name }: InstagramLine): Record<string, unknown> {
  return { id, username, name };
}

/** A page's token carries what the person has allowed, and lives as long as a long-lived login: without an end. */
function pageToken({ world, token }: Asked, page: MessengerLine): Token {
  const isSame = (each: Token) => each.kind === "page" && each.ownerId === page.id && each.app === token.app;
  const known = [...world.tokens.values()].find((each) => isSame(each) && !each.isRevoked && !each.isShort);
  if (known && !token.isShort) return known;
  const livesMs = token.isShort ? Math.max(0, (token.expiresAt ?? 0) - world.now()) : undefined;
  return issueToken(world, {
    kind: "page",
    app: token.app,
    ownerId: page.id,
    scopes: token.scopes.length > 0 ? token.scopes : SCOPES.page,
    livesMs,
    isShort: token.isShort,
  });
}

/** GET /{ig-id} or /me of Instagram. */
export function showInstagram(asked: Asked, line: InstagramLine): Record<string, unknown> {
  needScope(asked.token, "instagram_business_basic", "instagram_basic");
  const { id, scopedId, username, name, page } = line;
  const all = {
    // By the login with Instagram the two differ, and notices name the second.
    id: page ? id : scopedId,
    ...(page ? {} : { user_id: id }),
    username,
    name,
    account_type: "BUSINESS",
    profile_picture_url: `${asked.world.address}/scontent.xx.fbcdn.net/face/${id}.svg`,
  };
  return pick(asked, all, ["id"]);
}

/** GET /{psid} or /{igsid}: who a person is; only the page that they wrote to may know. */
export function showCustomer(
  asked: Asked,
  { line, customer }: { line: Line; customer: Customer },
): Record<string, unknown> {
  const { world } = asked;
  const [first = "", ...last] = customer.name.split(" ");
  if (world.sinceWritten(line, customer) === undefined) throw noConsent();
  const picture = `${world.address}/scontent.xx.fbcdn.net/face/${asked.id}.svg?name=${encodeURIComponent(first)}`;
  const all = line.channel === "instagram"
    ? {
      id: asked.id,
      name: customer.name,
      username: customer.username ?? first.toLowerCase(),
      profile_pic: picture,
      follower_count: 12,
      is_user_follow_business: true,
      is_business_follow_user: false,
      is_verified_user: false,
    }
    : { id: asked.id, name: customer.name, first_name: first, last_name: last.join(" "), profile_pic: picture };
  return pick(
    asked,
    all,
    line.channel === "instagram" ? ["name", "username"] : ["first_name", "last_name", "profile_pic"],
  );
}

function noConsent(): GraphError {
  return new GraphError(230, { message: "User consent is required to access user profile" });
}

/** A face for somebody, drawn from the name. */
export function drawFace(name: string): Response {
  const hue = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 360;
  const letter = /^\p{L}/u.exec(name)?.[0].toUpperCase() ?? "";
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="hsl(${hue} 45% 38%)"/>` +
    `<text x="100" y="130" font-family="sans-serif" font-size="90" fill="#fff" text-anchor="middle">${letter}</text></svg>`;
  return new Response(svg, { headers: { "content-type": "image/svg+xml" } });
}

/** The line behind an id of a page or an Instagram account, as far as the token reaches. */
export function checkOwner(world: World, token: Token, line: MessengerLine | InstagramLine): void {
  const reaches = token.kind === "page" || token.kind === "instagram"
    ? token.ownerId === line.id || (line.channel === "instagram" && line.page?.id === token.ownerId)
    : world.lines.includes(line);
  if (!reaches) throw new GraphError(200, { message: "The token does not belong to this account" });
}
