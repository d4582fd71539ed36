import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, TestApp } from "../client_for_tests.ts";
import { GraphSimulator, type InstagramLine, type MessengerLine, type MetaApp } from "../simulator.ts";

const HOUR = 3_600_000;
const REDIRECT = "https://balcao.test/back";
let simulator: GraphSimulator;
let app: MetaApp;
let page: MessengerLine;
let behind: InstagramLine;
let alone: InstagramLine;

beforeAll(async () => {
  simulator = await GraphSimulator.start();
  app = simulator.addApp({ redirects: [REDIRECT] });
  page = simulator.addPage({ name: "Padaria Aurora" });
  behind = simulator.addInstagram({ username: "padaria.aurora", page });
  alone = simulator.addInstagram({ username: "oficina.norte" });
});
afterAll(() => simulator.stop());

/** Where accounts log in with Instagram, the app has another id and secret. */
function whose(path: string) {
  return /instagram/.test(path)
    ? { client_id: app.instagramId, client_secret: app.instagramSecret }
    : { client_id: app.id, client_secret: app.secret };
}

/** Opens the dialog, presses the button with this label, and says where it leads. */
async function press(path: string, params: Record<string, string>, label: string): Promise<URL> {
  const query = new URLSearchParams({ ...whose(path), redirect_uri: REDIRECT, response_type: "code", ...params });
  query.delete("client_secret");
  const html = await (await fetch(`${simulator.address}/${path}?${query}`)).text();
  const link = new RegExp(`href="([^"]+)">${label}<`).exec(html)?.[1];
  if (!link) throw new Error(html);
  return new URL(link.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
}

async function exchange(params: Record<string, string>, path = "v25.0/oauth/access_token") {
  const body = new URLSearchParams({ ...whose(path), ...params });
  const answer = await fetch(`${simulator.address}/${path}`, { method: "POST", body });
  return await answer.json();
}

test("a login with Facebook leads to a long token, to the pages with theirs, and to the Instagram account", async () => {
  const scope = "pages_show_list,pages_messaging,pages_manage_metadata,instagram_basic,instagram_manage_messages";
  const state = `{"company":7}&<b>`;
  const back = await press("www.facebook.com/v25.0/dialog/oauth", { scope, state }, "Continue as Marta Dias");
  expect(back.origin + back.pathname).toBe(REDIRECT);
  expect(back.searchParams.get("state")).toBe(state);
  const code = back.searchParams.get("code")!;
  expect((await exchange({ code, redirect_uri: "https://elsewhere.test/" })).error.error_subcode).toBe(36008);
  const short = await exchange({ code, redirect_uri: REDIRECT });
  expect(short).toMatchObject({ token_type: "bearer", expires_in: 7200 });
  expect((await exchange({ code, redirect_uri: REDIRECT })).error.error_subcode).toBe(36007);

  const long = await exchange({ grant_type: "fb_exchange_token", fb_exchange_token: short.access_token });
  expect(long.expires_in).toBe(60 * 24 * 3600);
  const fields = "id,name,access_token,tasks,instagram_business_account{id,username}";
  const { body } = await ask(simulator, `me/accounts?fields=${fields}`, { token: long.access_token });
  expect(body.data).toMatchObject([{
    id: page.id,
    name: "Padaria Aurora",
    tasks: expect.arrayContaining(["MESSAGING"]),
    instagram_business_account: { id: behind.id, username: "padaria.aurora" },
  }]);
  const token = body.data[0].access_token;
  const { body: seen } = await ask(simulator, `debug_token?input_token=${token}`, { token: `${app.id}|${app.secret}` });
  expect(seen.data).toMatchObject({ app_id: app.id, type: "PAGE", is_valid: true, expires_at: 0 });
  expect(seen.data.scopes).toContain("pages_messaging");
  const followed = await ask(simulator, `${page.id}/subscribed_apps`, {
    token,
    body: { subscribed_fields: "messages" },
  });
  expect(followed.body).toEqual({ success: true });
  expect((await ask(simulator, `${page.id}/subscribed_apps`, { token })).body.data).toMatchObject([{ id: app.id }]);
});

test("a login with Instagram leads to a token of sixty days that is refreshed after a day", async () => {
  const scope = "instagram_business_basic,instagram_business_manage_messages";
  const back = await press("www.instagram.com/oauth/authorize", { scope }, "Continue as oficina.norte");
  expect(back.hash).toBe("#_");
  const code = back.searchParams.get("code")!;
  const path = "api.instagram.com/oauth/access_token";
  const answer = await exchange({ grant_type: "authorization_code", code, redirect_uri: REDIRECT }, path);
  const [short] = answer.data;
  expect(short).toMatchObject({ user_id: alone.scopedId, permissions: scope });
  const graph = `${simulator.address}/graph.instagram.com`;
  const get = async (address: string) => await (await fetch(address)).json();
  const query = `grant_type=ig_exchange_token&client_secret=${app.instagramSecret}&access_token=${short.access_token}`;
  const long = await get(`${graph}/access_token?${query}`);
  expect(long.expires_in).toBe(60 * 24 * 3600);
  const me = await get(`${graph}/v25.0/me?fields=user_id,username&access_token=${long.access_token}`);
  expect(me).toEqual({ id: alone.scopedId, user_id: alone.id, username: "oficina.norte" });

  const refresh = (token: string) =>
    get(`${graph}/refresh_access_token?grant_type=ig_refresh_token&access_token=${token}`);
  expect((await refresh(long.access_token)).error.code).toBe(100);
  simulator.advance(25 * HOUR);
  const fresh = await refresh(long.access_token);
  expect(fresh.expires_in).toBe(60 * 24 * 3600);
  simulator.advance(61 * 24 * HOUR);
  expect((await refresh(fresh.access_token)).error).toMatchObject({ code: 190, error_subcode: 463 });
});

test("who says no is led back with an error, and nobody is led to an address that the app does not know", async () => {
  const back = await press("dialog/oauth", { scope: "pages_messaging", state: "s" }, "Cancel");
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "access_denied", state: "s" });
  await expect(press("dialog/oauth", { redirect_uri: "https://thief.test/" }, "Continue as Marta Dias"))
    .rejects.toThrow("URL Blocked");
  await expect(press("dialog/oauth", { scope: "everything" }, "Continue as Marta Dias")).rejects.toThrow(
    "Invalid Scopes",
  );
});

test("a callback is asked for its consent, by the settings and by the call alike", async () => {
  const other = new TestApp(simulator, app);
  await simulator.setCallback(app, other.callback);
  const token = `${app.id}|${app.secret}`;
  const body = { object: "page", callback_url: other.callback, verify_token: "wrong", fields: "messages" };
  const refused = await ask(simulator, `${app.id}/subscriptions`, { token, body });
  expect(refused.body.error).toMatchObject({ code: 100, error_subcode: 2200 });
  const right = { ...body, verify_token: app.verifyToken };
  expect((await ask(simulator, `${app.id}/subscriptions`, { token, body: right })).body).toEqual({ success: true });
  const { body: listed } = await ask(simulator, `${app.id}/subscriptions`, { token });
  expect(listed.data.find((each: { object: string }) => each.object === "page")).toMatchObject({
    callback_url: other.callback,
    fields: [{ name: "messages" }],
  });
  await other.stop();
});
