import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Scope } from "../contract/scopes.ts";
import type { Company } from "./company.ts";

/** Who is behind a request or a socket, read from the access token alone. */
export interface Session {
  id: string;
  company: Company;
  person: Person & { name: string };
  /** Past the company's due date: only calls that say `whenOverdue` still answer. */
  isOverdue: boolean;
  /** The company demands a second factor. */
  demandsFactor: boolean;
  /** It does, and there is none yet: only `/auth` answers until there is. */
  owesFactor: boolean;
  /** Its company may send campaigns. */
  hasCampaigns: boolean;
  /** The provider's person who acts as this one. */
  actedBy?: string;
  /** It is a program, not a person. */
  token?: TokenCaller;
}

/** A program with a token: one of its own, or that of a connection. */
export interface TokenCaller {
  /** `t1` for the token 1, `c1` for that of connection 1. */
  owner: string;
  name: string;
  scopes: readonly Scope[];
  /** Whose token it is. */
  connectionId: number | null;
  /** The webhook of the outside bot that speaks by it. */
  webhookId: number | null;
  /** Counts a request; refuses one too many with ERR_TOO_MANY_REQUESTS. */
  admit(): void;
  /** Messages that it may send a day; null = any number. */
  perDay: number | null;
}

/** Refuses who is logged in and may do nothing, or no more than pay; and a program that has no token for this. */
export function checkMayWork(
  { isOverdue, owesFactor, token }: Session,
  { whenOverdue = false, scope }: { whenOverdue?: boolean; scope?: Scope } = {},
): void {
  if (token && !(scope && token.scopes.includes(scope))) {
    refuse("ERR_API_TOKEN_SCOPE", { detail: { scope: scope ?? null } });
  }
  if (isOverdue && !whenOverdue) refuse("ERR_SUBSCRIPTION_EXPIRED");
  if (owesFactor) refuse("ERR_SECOND_FACTOR_REQUIRED");
}
