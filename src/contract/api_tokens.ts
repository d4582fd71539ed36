import * as z from "zod/mini";
import { del, get, post } from "./call.ts";
import { Id, Moment, typed } from "./fields.ts";
import { SCOPES } from "./scopes.ts";

/** So many requests a minute a token may make where nothing else was said; the connections' own tokens always. */
export const REQUESTS_A_MINUTE = 60;
/** So many tokens a company has at most. */
export const MOST_TOKENS = 100;

/** A token for a program of an integrator. The token itself is shown once, when it is made. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  /** How it begins, so that one finds it again. */
  hint: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  perMinute: z.int(),
  /** Messages a day (in the company's zone); null = as many as one likes. */
  perDay: z.nullable(z.int()),
  expiresAt: z.nullable(Moment),
  /** To the minute. */
  lastUsedAt: z.nullable(Moment),
  createdAt: Moment,
  createdBy: z.nullable(z.object({ id: Id, name: z.string() })),
  revokedAt: z.nullable(Moment),
  /** The outside bot that speaks by it, by its webhook; null for every other system. */
  bot: z.nullable(z.object({ id: Id, name: z.string() })),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const ApiTokenForm = z.object({
  name: typed(2, 50),
  scopes: z.array(z.enum(SCOPES)).check(z.minLength(1), z.maxLength(SCOPES.length)),
  perMinute: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), REQUESTS_A_MINUTE),
  perDay: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000))), null),
  /** The last day on which it counts (`YYYY-MM-DD`, in the company's zone); null = it never ends. */
  expiresOn: z._default(z.nullable(z.iso.date()), null),
  /** Of the outside bot that speaks by it. Once a bot has a token, others give back none of its conversations. */
  webhookId: z._default(z.nullable(Id), null),
});
export type ApiTokenForm = z.input<typeof ApiTokenForm>;

export const apiTokens = {
  list: get("/api-tokens", "The company's tokens, the newest first; those revoked for 30 days", {
    who: "api:edit",
    answer: z.array(ApiToken),
  }),
  add: post("/api-tokens", "Make a token; the answer shows it, and nothing ever does again", {
    who: "api:edit",
    body: ApiTokenForm,
    answer: z.extend(ApiToken, { token: z.string() }),
  }),
  revoke: del("/api-tokens/:id", "From now on the token opens nothing", { who: "api:edit", answer: ApiToken }),
};
