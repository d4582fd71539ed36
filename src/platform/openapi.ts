import * as z from "zod/mini";
import type { AnyCall } from "../contract/call.ts";
import { ERRORS } from "../contract/errors.ts";

type Calls = Record<string, Record<string, AnyCall>>;

/** The OpenAPI 3.1 document of all declared calls. */
export function openApi(calls: Calls, version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [noun, byName] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(byName)) {
      const path = call.path.replace(/\/$/, "").replaceAll(/:(\w+)/g, "{$1}");
      (paths[path] ??= {})[call.method.toLowerCase()] = describe(noun, name, call);
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Balcão", version, license: { name: "AGPL-3.0-or-later" }, description: ABOUT },
    servers: [{ url: "/api" }],
    tags: Object.keys(calls).map((noun) => ({ name: noun, "x-displayName": headingOf(noun) })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An access token of a person, by POST /auth/login" },
        token: {
          type: "http",
          scheme: "bearer",
          description: "A token of a connection, or one with scopes (/messages-api)",
        },
      },
      schemas: { Error: ERROR },
    },
  };
}

/** Those of the calls that programs with a token may make; what most of them come for stands first. */
export function forTokens({ sendApi = {}, webhooks = {}, ...others }: Calls): Calls {
  const calls = { sendApi, webhooks, ...others };
  return Object.fromEntries(
    Object.entries(calls)
      .map(([noun, byName]) =>
        [noun, Object.fromEntries(Object.entries(byName).filter(([, { scope }]) => scope))] as const
      )
      .filter(([, byName]) => Object.keys(byName).length > 0),
  );
}

const ABOUT =
  "Every call goes with `Authorization: Bearer` and a token. Programs get theirs on the page of the messages API, each with " +
  "its scopes and limits. What is refused answers with a code in `error`, and at an input with what is wrong in `fields`.";

/** `sendApi` as a heading: Send API. */
function headingOf(noun: string): string {
  const words = noun.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/\bapi\b/g, "API");
  return words[0]!.toUpperCase() + words.slice(1);
}

const ERROR = {
  type: "object",
  required: ["error"],
  properties: {
    error: { type: "string", enum: Object.keys(ERRORS) },
    fields: { type: "object", additionalProperties: { type: "string" } },
    detail: {},
  },
};

function describe(noun: string, name: string, call: AnyCall): object {
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: call.says,
    description: `Who: ${call.who}${call.scope ? `; a token for: ${call.scope}` : ""}`,
    ...(call.who === "public" ? {} : { security: securityOf(call) }),
    parameters: [...pathParameters(call.path), ...queryParameters(call.query), ...(call.keyed ? [KEY] : [])],
    ...(call.method === "GET" || call.method === "DELETE" ? {} : { requestBody: { content: bodyContent(call) } }),
    responses: responsesOf(call),
  };
}

const KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Repeats with the same key within 24 hours are answered as the first time, and do nothing again.",
  schema: { type: "string", maxLength: 255 },
};

function responsesOf({ answer, keyed, scope }: AnyCall): Record<string, object> {
  const content = { "application/json": { schema: schemaOf(answer, "output") } };
  const refused = { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };
  return {
    200: { description: "Done", content },
    ...(keyed ? { 202: { description: "Accepted under its Idempotency-Key", content } } : {}),
    ...(scope ? { 429: { description: "More than the token may", headers: RETRY_AFTER, ...refused } } : {}),
    default: { description: "Refused", ...refused },
  };
}

const RETRY_AFTER = {
  "Retry-After": { description: "In how many seconds to come again", schema: { type: "integer" } },
};

function securityOf({ who, scope }: AnyCall): Record<string, string[]>[] {
  return [...(who === "token" ? [] : [{ bearer: [] }]), ...(scope ? [{ token: [scope] }] : [])];
}

function bodyContent(call: AnyCall): object {
  const schema = schemaOf(call.body, "input");
  if (!call.files) return { "application/json": { schema } };
  const file = { type: "array", items: { type: "string", format: "binary" } };
  const properties = { ...(schema.properties as object), [call.files]: file };
  return { "application/json": { schema }, "multipart/form-data": { schema: { type: "object", properties } } };
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: name === "uuid"
      ? { type: "string", format: "uuid" }
      : { type: name === "token" || name === "key" ? "string" : "integer" },
  }));
}

function queryParameters(query: z.ZodMiniType): object[] {
  const { properties = {}, required = [] } = schemaOf(query, "input") as { properties?: object; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
