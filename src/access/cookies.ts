import { secondsInDay, secondsInWeek } from "date-fns/constants";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Vars } from "../platform/routes.ts";

type Http = Context<Vars>;

const REFRESH = "balcao_refresh", DEVICE = "balcao_device";
/** Seconds: the refresh token's week; browsers keep no cookie longer than 400 days (RFC 6265bis §5.5). */
const WEEK = secondsInWeek, LONGEST = 400 * secondsInDay;

export const refreshCookie = (http: Http) => read(http, REFRESH);
export const keepRefreshCookie = (http: Http, token: string) => keep(http, REFRESH, token, WEEK);
export const deviceCookie = (http: Http) => read(http, DEVICE);
export const keepDeviceCookie = (http: Http, token: string) => keep(http, DEVICE, token, LONGEST);

/** Under either name: a browser may still have one from before its company came to https. */
export function forgetRefreshCookie(http: Http): void {
  deleteCookie(http, `__Host-${REFRESH}`, { path: "/", secure: true });
  deleteCookie(http, REFRESH, { path: PLAIN_PATH });
}

/**
 * Under https a name that no neighbouring domain and no http page can set (RFC 6265bis §4.1.3.2). One of the plain name
 * is not believed there, or another's login could be slipped in under it: at the change people log in once more.
 */
function nameOf(http: Http, name: string): string {
  return http.var.caller.isSecure ? `__Host-${name}` : name;
}

const PLAIN_PATH = "/api/auth";

function read(http: Http, name: string): string {
  return getCookie(http, nameOf(http, name)) ?? "";
}

function keep(http: Http, name: string, value: string, maxAge: number): void {
  const secure = http.var.caller.isSecure, path = secure ? "/" : PLAIN_PATH;
  setCookie(http, nameOf(http, name), value, { path, httpOnly: true, sameSite: "Strict", secure, maxAge });
}
