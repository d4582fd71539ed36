import { expect, test } from "vitest";
import { CALLS } from "./contract/contract.ts";
import { may, type Permission, PERMISSIONS } from "./contract/permissions.ts";
import { aBalcao } from "./testing/fixtures.ts";

const calls = Object.entries(CALLS).flatMap(([noun, byName]) =>
  Object.entries(byName).map(([name, call]) => ({ name: `${noun}.${name}`, call }))
);
const PEOPLE = {
  nobody: undefined,
  user: "bruno@aurora.test",
  admin: "ana@aurora.test",
  super: "super@balcao.test",
  stranger: "nina@norte.test",
} as const;
const WHO = {
  user: { profile: "user", super: false },
  admin: { profile: "admin", super: false },
  super: { profile: "admin", super: true },
  stranger: { profile: "admin", super: false },
} as const;

test("every declared call is answered, and refuses exactly those whom the permission table refuses", async () => {
  const balcao = await aBalcao();
  try {
    for (const { name, call } of calls.filter(({ name }) => !name.startsWith("access."))) {
      const path = call.path.replaceAll(/:uuid/g, "00000000-0000-4000-8000-000000000000").replaceAll(/:\w+/g, "999999");
      for (const [who, email] of Object.entries(PEOPLE)) {
        const { status, body } = await balcao.as(email)(
          call.method,
          path,
          call.method === "GET" || call.method === "DELETE" ? undefined : {},
        );
        const seen = `${name} by ${who}: ${status} ${body.error ?? ""}`;
        expect(body.error, seen).not.toBe("ERR_NOT_FOUND");
        expect(status, seen).toBeLessThan(500);
        if (call.who === "public") continue;
        if (who === "nobody") {
          expect(status, seen).toBe(401);
          continue;
        }
        // For programs alone: a person has no such token.
        if (call.who === "token") {
          expect(body.error, seen).toBe("ERR_API_TOKEN");
          continue;
        }
        const isAllowed = call.who === "user" || may(WHO[who as keyof typeof WHO], call.who as Permission);
        expect(status === 403 && body.error === "ERR_NO_PERMISSION", seen).toBe(!isAllowed);
      }
    }
  } finally {
    await balcao.close();
  }
});

test("a call asks only for permissions that somebody holds", () => {
  const known = new Set(["public", "user", "token", ...Object.keys(PERMISSIONS)]);
  expect(calls.filter(({ call }) => !known.has(call.who))).toEqual([]);
});

test("the OpenAPI document describes every declared call", async () => {
  const balcao = await aBalcao();
  const { body } = await balcao.as(undefined)("GET", "/openapi.json");
  const described = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(described.sort()).toEqual(calls.map(({ name }) => name).sort());
  await balcao.close();
});

test("the OpenAPI document tells programs of the Idempotency-Key, of 202 and of Retry-After", async () => {
  const balcao = await aBalcao();
  const { body } = await balcao.as(undefined)("GET", "/openapi.json?for=tokens");
  const { parameters, responses } = body.paths["/messages/send"].post;
  expect(parameters).toMatchObject([{ name: "Idempotency-Key", in: "header", required: false }]);
  expect(Object.keys(responses)).toEqual(["200", "202", "429", "default"]);
  expect(responses[429].headers).toHaveProperty("Retry-After");
  expect(body.paths["/contacts"].get.parameters.map(({ in: where }: { in: string }) => where)).not.toContain("header");
  expect(body.tags[0]).toEqual({ name: "sendApi", "x-displayName": "Send API" });
  await balcao.close();
});
