import type { MetaApp } from "../model.ts";
import type { World } from "../world.ts";
import { ALL_SCOPES, newCode, PUBLIC } from "./grants.ts";
import { ADMIN } from "./me.ts";

const HOUR = 3_600_000;

/** The page on which somebody lets an app in: each button leads back with a code. */
export function drawDialog(world: World, request: Request, { isInstagram }: { isInstagram: boolean }): Response {
  const query = new URL(request.url).searchParams;
  const known = world.app(query.get("client_id"));
  const app = (isInstagram ? known?.instagramId : known?.id) === query.get("client_id") ? known : undefined;
  const redirect = query.get("redirect_uri") ?? "";
  const scopes = (query.get("scope") ?? "").split(/[ ,]+/).filter(Boolean);
  const wrong = whatIsWrong(app, { redirect, scopes, isInstagram, type: query.get("response_type") ?? "code" });
  if (!app || wrong) return page(`<p role="alert">${escape(wrong ?? "")}</p>`, 400);
  const state = query.get("state");
  const grant = { app, redirect, scopes: scopes.length > 0 ? scopes : PUBLIC, endsAt: world.now() + HOUR };
  const back = (params: Record<string, string>) =>
    backTo(redirect, { ...params, ...(state === null ? {} : { state }) });
  const accounts = isInstagram ? world.lines.filter((line) => line.channel === "instagram") : [];
  const buttons = isInstagram
    ? accounts.map((instagram) => {
      const code = newCode(world, { ...grant, instagram });
      return button(`Continue as ${instagram.username}`, back({ code }) + "#_");
    })
    : [button(`Continue as ${ADMIN.name}`, back({ code: newCode(world, grant) }))];
  const denied = back({
    error: "access_denied",
    error_reason: "user_denied",
    error_description: "Permissions error",
  });
  const list = grant.scopes.map((scope) => `<li>${escape(scope)}</li>`).join("");
  const text = `<p>${escape(app.name)} would like to have:</p><ul>${list}</ul>`;
  return page(text + buttons.join("") + `<p><a href="${escape(denied)}">Cancel</a></p>`, 200);
}

function whatIsWrong(
  app: MetaApp | undefined,
  { redirect, scopes, isInstagram, type }: { redirect: string; scopes: string[]; isInstagram: boolean; type: string },
): string | undefined {
  if (!app) return "Invalid App ID: The provided app ID does not look like a valid app ID.";
  if (!URL.canParse(redirect) || (app.redirects.length > 0 && !app.redirects.includes(redirect))) {
    return "URL Blocked: This redirect failed because the redirect URI is not whitelisted in the app's Client OAuth Settings.";
  }
  if (type !== "code") return "Invalid response_type";
  const unknown = scopes.filter((scope) =>
    !ALL_SCOPES.includes(scope) || (isInstagram && !scope.startsWith("instagram_business_"))
  );
  return unknown.length > 0 ? `Invalid Scopes: ${unknown.join(", ")}` : undefined;
}

function backTo(redirect: string, params: Record<string, string>): string {
  const address = new URL(redirect);
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
  return address.href;
}

function button(label: string, href: string): string {
  return `<p><a class="button" href="${escape(href)}">${escape(label)}</a></p>`;
}

const STYLE =
  ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:420px;margin:10vh auto;" +
  "padding:0 16px}.button{display:block;padding:10px 16px;border-radius:8px;background:#0866ff;color:#fff;" +
  "text-align:center;text-decoration:none}";

function page(content: string, status: number): Response {
  const html =
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>Log in</title><style>${STYLE}</style><h1>A pretend login</h1>${content}</html>`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  };
  return new Response(html, { status, headers });
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
