import { sign, verify } from "hono/jwt";
import * as z from "zod/mini";
import type { Keys } from "../platform/keys.ts";

/** A browser that somebody has logged in with, and the accounts that did so, latest first. */
export interface Device {
  id: string;
  accounts: string[];
}

/** A device that more people share than this forgets those who came longest ago. */
const MOST_ACCOUNTS = 12;

const Claims = z.object({ device: z.string(), accounts: z.array(z.string()) });

export function accountOf({ companyId, userId }: { companyId: number; userId: number }): string {
  return `${companyId}.${userId}`;
}

export function isKnownTo(device: Device | undefined, account: { companyId: number; userId: number }): boolean {
  return device?.accounts.includes(accountOf(account)) ?? false;
}

/** The device behind a cookie; nothing when it is none of ours. */
export async function readDevice(keys: Keys, token: string): Promise<Device | undefined> {
  if (!token) return undefined;
  const claims = Claims.safeParse(await verify(token, keys.signing, "HS256").catch(() => undefined));
  return claims.success ? { id: claims.data.device, accounts: claims.data.accounts } : undefined;
}

/** The cookie of a device that one more account has logged in with. It does not run out: the browser forgets it. */
export async function deviceToken(
  keys: Keys,
  device: Device | undefined,
  who: { companyId: number; userId: number },
): Promise<string> {
  const account = accountOf(who);
  const others = (device?.accounts ?? []).filter((one) => one !== account);
  const accounts = [account, ...others].slice(0, MOST_ACCOUNTS);
  return await sign({ device: device?.id ?? crypto.randomUUID(), accounts }, keys.signing, "HS256");
}
