import * as z from "zod/mini";
import type { Permission } from "./permissions.ts";
import type { Scope } from "./scopes.ts";

/** Who may make a call: everyone, anyone logged in, programs with a token alone, or the holders of a permission. */
export type Who = "public" | "user" | "token" | Permission;

/** What not every company has: campaigns, by the setting campaignsEnabled (spec 3 §2.1). */
export type Feature = "campaigns";

/** One HTTP call, declared once: the server answers it, the SPA makes it, OpenAPI describes it. */
export interface Call<P extends string, Q extends z.ZodMiniType, B extends z.ZodMiniType, A extends z.ZodMiniType> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`; a `:name` is a positive integer, except that `:uuid`, `:token` and `:key` are texts. */
  path: P;
  query: Q;
  body: B;
  answer: A;
  who: Who;
  /** It is answered for a company that has not paid, too: bills, export, and what leads there. */
  whenOverdue: boolean;
  /** It is answered only for companies that have this. */
  needs?: Feature;
  /** Programs with a token of this scope may make it, too. */
  scope?: Scope;
  /** The form field in which files may come along (then the body may also be multipart/form-data). */
  files?: "medias" | "file";
  /** An `Idempotency-Key` may come along; then what is accepted answers 202, and a repeat is answered as the first time. */
  keyed?: true;
  /** One line for the OpenAPI document. */
  says: string;
}

// deno-lint-ignore no-explicit-any
export type AnyCall = Call<any, any, any, any>;

type Value<Name extends string> = Name extends "uuid" | "token" | "key" ? string : number;

/** The `:names` in a path, as an object type. */
export type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: Value<K> } & Params<`/${Rest}`>
  : P extends `${string}:${infer Name}` ? { [K in Name]: Value<K> }
  : Record<never, never>;

export const Nothing = z.object({});

function declare(method: AnyCall["method"]) {
  return <
    const P extends string,
    Q extends z.ZodMiniType = typeof Nothing,
    B extends z.ZodMiniType = typeof Nothing,
    A extends z.ZodMiniType = typeof Nothing,
  >(
    path: P,
    says: string,
    rest: {
      query?: Q;
      body?: B;
      answer?: A;
      who?: Who;
      whenOverdue?: true;
      needs?: Feature;
      scope?: Scope;
      files?: "medias" | "file";
      keyed?: true;
    } = {},
  ): Call<P, Q, B, A> => ({
    method,
    path,
    says,
    query: rest.query ?? Nothing as unknown as Q,
    body: rest.body ?? Nothing as unknown as B,
    answer: rest.answer ?? Nothing as unknown as A,
    who: rest.who ?? "user",
    whenOverdue: rest.whenOverdue ?? false,
    needs: rest.needs,
    scope: rest.scope,
    files: rest.files,
    keyed: rest.keyed,
  });
}

export const get = declare("GET");
export const post = declare("POST");
export const put = declare("PUT");
export const del = declare("DELETE");
