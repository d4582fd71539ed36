import { afterEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { askGraph } from "./client.ts";
import { GraphFault } from "./faults.ts";
import { pointGraphTo } from "./where.ts";

const app = { id: "1", secret: "s", instagramId: "", instagramSecret: "", verifyToken: "v", version: "v25.0" };
const caller = { app, host: "facebook" as const, token: "EAAtoken" };
const ask = () => askGraph(caller, "me", z.looseObject({ id: z.string() }));
afterEach(() => pointGraphTo(undefined));

async function faultFrom(answer: (request: Request) => Response | Promise<Response>) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  pointGraphTo(`http://127.0.0.1:${server.addr.port}`);
  const fault = await ask().catch((error: unknown) => error);
  await server.shutdown();
  return fault;
}

test("where nobody listens nothing has left; where the answer breaks off nobody knows", async () => {
  const closed = Deno.listen({ port: 0, hostname: "127.0.0.1" }), { port } = closed.addr;
  closed.close();
  pointGraphTo(`http://127.0.0.1:${port}`);
  expect(await ask().catch((error: GraphFault) => [error.status, error.isPassing])).toEqual([503, true]);
  const broken = await faultFrom(() =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new Error("cut")) }))
  );
  expect(broken).toMatchObject({ status: 0, isPassing: true });
});

test.each<[string, () => Response, object]>([
  ["an error of Graph's", () => Response.json({ error: { code: 190, error_subcode: 463 } }, { status: 401 }), {
    code: 190,
    subcode: 463,
    isTokenRefused: true,
    isPassing: false,
  }],
  ["one that passes", () => Response.json({ error: { code: 2, is_transient: true } }, { status: 500 }), {
    isPassing: true,
  }],
  ["too many", () => Response.json({ error: { code: 130429 } }, { status: 400 }), { isTooMany: true }],
  ["no JSON", () => new Response("<html>", { status: 502 }), { status: 502, isPassing: true }],
  ["another shape", () => Response.json({ id: 7 }), { status: 0, code: -1, isPassing: true }],
  ["a way elsewhere", () => Response.redirect("http://127.0.0.1:1/"), { isPassing: true }],
])("%s is said as what it is", async (_, answer, expected) => {
  const fault = await faultFrom(answer) as GraphFault;
  expect(fault).toBeInstanceOf(GraphFault);
  expect(fault).toMatchObject(expected);
});
