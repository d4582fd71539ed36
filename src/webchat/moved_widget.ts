import type { Context } from "hono";
import { addressMovedTo } from "../companies/moved.ts";
import { refuse } from "../contract/errors.ts";
import { forward } from "../platform/forward.ts";
import type { Vars } from "../platform/routes.ts";
import { ownerOf } from "./webchats.ts";

/** The server that has the company of a chat by now. */
export function movedTo(http: Context<Vars>): string | undefined {
  const { tenants } = http.var, key = /\/widget\/([\w-]{16})(\/|$)/.exec(http.req.path)?.[1];
  const owner = key === undefined ? undefined : ownerOf(tenants, key);
  return owner && addressMovedTo(tenants, owner.companyId);
}

/** Visitors go on where they are: another origin would not have what their browser keeps of the chat. */
export async function askThere(http: Context<Vars>, address: string): Promise<Response> {
  // Without a socket the chat asks every few seconds.
  if (http.req.header("upgrade")) refuse("ERR_COMPANY_UNAVAILABLE");
  return await forward(http.req.raw, { address, from: http.var.caller.address })
    .catch(() => refuse("ERR_COMPANY_UNAVAILABLE"));
}
