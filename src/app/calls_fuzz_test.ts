import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS } from "../contract/contract.ts";
import type { AnyCall } from "../contract/call.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { type Chance, fuzz, oddNumber, oddText, spoilt, valueFor } from "../testing/fuzz.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let callers: [who: string, send: ReturnType<typeof balcao.as>][];
beforeAll(async () => {
  balcao = await aBalcao();
  const emails = { nobody: undefined, user: "bruno@aurora.test", admin: "ana@aurora.test" };
  callers = Object.entries(emails).map(([who, email]) => [who, balcao.as(email)]);
});
afterAll(async () => await balcao.close());

/** Of those, some end the caller's own login, and some ask a network that is not there. */
const LEFT_OUT = new Set(["DELETE /auth/logout", "POST /auth/login", "PUT /users/:id", "DELETE /users/:id"]);
const ALL = Object.values(CALLS).flatMap((calls) => Object.values(calls))
  .filter(({ method, path }) => !LEFT_OUT.has(`${method} ${path}`) && !/whatsapp/.test(path));

/** The names that a call's schema knows, so that bodies are nearly right. */
function namesIn(schema: unknown): string[] {
  const shape = (schema as { def?: { shape?: object } }).def?.shape ?? {};
  return Object.keys(shape);
}

function oddValue(chance: Chance, depth = 0): unknown {
  switch (chance.below(depth > 2 ? 6 : 9)) {
    case 0:
      return oddText(chance).slice(0, 3000);
    case 1:
      return oddNumber(chance);
    case 2:
      return chance.below(5);
    case 3:
      return null;
    case 4:
      return chance.once(2);
    case 5:
      return chance.one([
        "2026-12-24",
        "0000-01-01",
        "9999-12-31 23:59",
        "#123456",
        "monday",
        "08:00",
        "open",
        "[1,2]",
      ]);
    case 6:
      return Array.from({ length: chance.below(4) }, () => oddValue(chance, depth + 1));
    case 7:
      return {
        [chance.one(["id", "name", "value", "latitude", "longitude", "__proto__"])]: oddValue(chance, depth + 1),
      };
    default:
      return chance.one(["1", "0", "-1", "true", "1e9", "x".repeat(300)]);
  }
}

function oddAddress(chance: Chance, { path, query }: AnyCall): string {
  const filled = path.replace(/:(\w+)/g, (_: string, name: string) => {
    if (name === "uuid") return chance.once(2) ? crypto.randomUUID() : "x";
    if (name === "key") return chance.one(["userRating", "thanks", "constructor", "asaas"]);
    return chance.one(["1", "2", "3", "0", "999999999999999", "-1", "x"]);
  });
  const asked = new URLSearchParams();
  for (const name of namesIn(query)) {
    if (!chance.once(2)) continue;
    const value = oddValue(chance);
    asked.set(name, typeof value === "string" ? value : JSON.stringify(value) ?? "");
  }
  return `${filled}?${asked}`;
}

test("no call that anybody may make is answered with an internal error, whatever is sent along", async () => {
  await fuzz(15, async (chance) => {
    const call = chance.one(ALL), [who, send] = chance.one(callers);
    const body = Object.fromEntries(
      namesIn(call.body).filter(() => !chance.once(4)).map((name) => [name, oddValue(chance)]),
    );
    const address = oddAddress(chance, call);
    await ask({ call, who, send, address, body: chance.once(20) ? oddText(chance) : body });
  });
});

test("nor when all but one thing in it is as it should be", async () => {
  const answered = { well: 0, refused: 0 };
  await fuzz(15, async (chance) => {
    const call = chance.one(ALL), [who, send] = chance.one(callers);
    const path = call.path.replace(
      /:(\w+)/g,
      (_: string, name: string) => LIKELY_IN_PATHS[name] ?? chance.one(["1", "2"]),
    );
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(valueFor(call.query, chance) as object)) asked.set(name, String(value));
    const right = valueFor(call.body, chance);
    const body = chance.once(3) ? right : spoilt(right, () => oddValue(chance), chance);
    const status = await ask({ call, who, send, address: `${path}?${asked}`, body });
    answered[status < 400 ? "well" : "refused"]++;
  });
  // Where everything is refused, nothing behind the border has been tried.
  if (Deno.env.get("FUZZ_SECONDS") !== "0") expect(answered.well).toBeGreaterThan(20);
});

const LIKELY_IN_PATHS: Record<string, string> = { key: "userRating", uuid: crypto.randomUUID(), token: "x" };

interface Asked {
  call: AnyCall;
  who: string;
  send: ReturnType<typeof balcao.as>;
  address: string;
  body: unknown;
}

async function ask({ call, who, send, address, body }: Asked): Promise<number> {
  const { status, body: answer } = await send(call.method, address, call.method === "GET" ? undefined : body);
  const said = `${who}: ${call.method} ${address} ${JSON.stringify(body)?.slice(0, 500)} → ${JSON.stringify(answer)}`;
  expect(status, said).toBeLessThan(500);
  if (who === "nobody" && call.who !== "public") expect(status, said).toBe(401);
  return status;
}
