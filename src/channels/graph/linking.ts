import * as z from "zod/mini";
import type { MetaApp } from "../channel.ts";
import type { GraphAccount } from "./accounts.ts";
import { askGraph, type GraphCaller, readAnswer } from "./client.ts";
import { GraphFault } from "./faults.ts";
import type { GraphKind } from "./kinds.ts";
import { whereIs } from "./where.ts";

/** What people are asked to let us do: to read and answer the messages of their pages (Meta: "Permissions reference"). */
const PAGE_SCOPES = ["pages_show_list", "pages_messaging", "pages_manage_metadata", "business_management"];
const INSTAGRAM_SCOPES = ["instagram_basic", "instagram_manage_messages"];
/** What a page tells us of. */
const PAGE_FIELDS = [
  "messages",
  "messaging_postbacks",
  "message_deliveries",
  "message_reads",
  "message_echoes",
  "message_reactions",
  "message_edits",
];
/** Pages that one person may link at once. */
const MOST_PAGES = 100;

const Token = z.looseObject({ access_token: z.string(), expires_in: z.catch(z.optional(z.number()), undefined) });
const Pages = z.looseObject({
  data: z.array(z.looseObject({
    id: z.string(),
    name: z.catch(z.string(), ""),
    access_token: z.string(),
    instagram_business_account: z.catch(
      z.optional(z.looseObject({ id: z.string(), username: z.catch(z.optional(z.string()), undefined) })),
      undefined,
    ),
  })),
});
const Named = z.looseObject({
  id: z.catch(z.optional(z.string()), undefined),
  user_id: z.catch(z.optional(z.string()), undefined),
  name: z.catch(z.optional(z.string()), undefined),
  username: z.catch(z.optional(z.string()), undefined),
  verified_name: z.catch(z.optional(z.string()), undefined),
  display_phone_number: z.catch(z.optional(z.string()), undefined),
});

/** An account that is to become a connection. */
export interface Linkable {
  kind: GraphKind;
  name: string;
  account: GraphAccount;
}

/** Where a person is sent to say that they let us in; `state` comes back with the answer. */
export function loginAddress(app: MetaApp, redirect: string, state: string, instagram: boolean): string {
  const url = new URL(`${whereIs("dialog")}/${app.version}/dialog/oauth`);
  const scope = [...PAGE_SCOPES, ...instagram ? INSTAGRAM_SCOPES : []].join(",");
  const query = { client_id: app.id, redirect_uri: redirect, state, response_type: "code", scope };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The person's token for the code that came with them; throws a GraphFault. */
export async function tokenForCode(app: MetaApp, code: string, redirect: string): Promise<string> {
  return await exchange(app, { redirect_uri: redirect, code });
}

/** One that lives for two months: the tokens of pages that it names do not run out. */
export async function longLivedToken(app: MetaApp, token: string): Promise<string> {
  return await exchange(app, { grant_type: "fb_exchange_token", fb_exchange_token: token });
}

async function exchange(app: MetaApp, query: Record<string, string>): Promise<string> {
  const url = new URL(`${whereIs("facebook")}/${app.version}/oauth/access_token`);
  const body = new URLSearchParams({ client_id: app.id, client_secret: app.secret, ...query });
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(url, { method: "POST", body, signal, redirect: "error" }).catch(() => {
    throw new GraphFault(0);
  });
  return (await readAnswer(answer, Token)).access_token;
}

/** The pages that a person manages, and their Instagram accounts where these are wanted. */
export async function linkables(app: MetaApp, userToken: string, instagram: boolean): Promise<Linkable[]> {
  const caller: GraphCaller = { app, host: "facebook", token: userToken };
  const fields = `id,name,access_token${instagram ? ",instagram_business_account{id,username}" : ""}`;
  const { data } = await askGraph(caller, "me/accounts", Pages, { query: { fields, limit: String(MOST_PAGES) } });
  return data.flatMap(({ id, name, access_token: token, instagram_business_account: ig }) => {
    const common = { host: "facebook" as const, token, tokenExpiresAt: null, humanAgent: false };
    const page: Linkable = { kind: "facebook", name: name || id, account: { ...common, accountId: id, parentId: "" } };
    if (!ig) return [page];
    const account = { ...common, accountId: ig.id, parentId: id };
    return [page, { kind: "instagram" as const, name: ig.username ? `@${ig.username}` : name, account }];
  });
}

/** What an account calls itself, which shows that its token is good. Throws a GraphFault. */
export async function nameOf(app: MetaApp, kind: GraphKind, { accountId, host, token }: GraphAccount): Promise<string> {
  const byInstagram = host === "instagram";
  const ofAccount = byInstagram ? "user_id,username" : "id,username";
  const fields = { cloud: "id,verified_name,display_phone_number", facebook: "id,name", instagram: ofAccount }[kind];
  const said = await askGraph({ app, host, token }, byInstagram ? "me" : accountId, Named, { query: { fields } });
  // At Instagram's own host `id` is another for each app; notices name `user_id`.
  if ((byInstagram ? said.user_id : said.id) !== accountId) throw new GraphFault(400, 100);
  return said.verified_name ?? said.name ?? (said.username ? `@${said.username}` : accountId);
}

/** Has Meta tell us what happens at the account. */
export async function subscribe(app: MetaApp, kind: GraphKind, account: GraphAccount): Promise<void> {
  const { accountId, parentId, host, token } = account;
  const whose = kind === "facebook" ? accountId : parentId || accountId;
  const query: Record<string, string> = kind === "cloud" ? {} : { subscribed_fields: PAGE_FIELDS.join(",") };
  if (kind === "instagram" && host === "instagram") query.subscribed_fields = INSTAGRAM_FIELDS;
  await askGraph({ app, host, token }, `${whose}/subscribed_apps`, z.unknown(), { method: "POST", query });
}

const INSTAGRAM_FIELDS = "messages,messaging_postbacks,messaging_seen,message_reactions,message_edit";

/** A new token in the place of one of Instagram's own login, which lives for sixty days. */
export async function renewedToken(
  caller: GraphCaller,
  now: number,
): Promise<Pick<GraphAccount, "token" | "tokenExpiresAt">> {
  const query = { grant_type: "ig_refresh_token", access_token: caller.token };
  const { access_token: token, expires_in: seconds = 0 } = await askGraph(caller, "refresh_access_token", Token, {
    query,
  });
  return { token, tokenExpiresAt: seconds > 0 ? now + seconds * 1000 : null };
}
