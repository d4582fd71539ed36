import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { callerOf, networkOf, readProxies } from "./caller.ts";

const OURS = "10.0.0.9,192.168.0.0/16,2001:db8:ffff::/48";

/** What is known of whoever sends this; `peer` holds the other end of the line. */
async function known(peer: string, headers: Record<string, string>, { trusted = OURS, publicUrl }: {
  trusted?: string;
  publicUrl?: string;
} = {}) {
  const app = new Hono();
  app.get("/", (http) => http.json(callerOf(http, { publicUrl, trusted: readProxies(trusted)! })));
  const answer = await app.request("/", { headers: { host: "inside:3000", ...headers } }, {
    remoteAddr: { hostname: peer },
  });
  return await answer.json();
}
const address = async (peer: string, chain: string, trusted?: string) =>
  (await known(peer, { "x-forwarded-for": chain }, { trusted })).address;

const STRANGER = "203.0.113.7", PROXY = "10.0.0.9";

describe("whoever is no proxy of ours", () => {
  test.each([
    ["one address", "1.1.1.1"],
    ["several", "1.1.1.1, 2.2.2.2"],
    ["one of our proxies", PROXY],
    ["this machine", "127.0.0.1, ::1"],
    ["an IPv6 address", "2001:db8::7"],
    ["garbage", "';drop table--, \t<script>"],
    ["nothing", ""],
  ])("is known by the line alone, also with %s in X-Forwarded-For", async (_, chain) => {
    for (const peer of [STRANGER, "2001:db8:1::5", "127.0.0.1"]) expect(await address(peer, chain)).toBe(peer);
  });

  test("chooses neither scheme nor host, nor by other headers of that kind", async () => {
    const headers = {
      "x-forwarded-proto": "https",
      "x-forwarded-host": "elsewhere.example",
      "x-real-ip": "1.1.1.1",
      "forwarded": "for=1.1.1.1;proto=https;host=elsewhere.example",
      "cf-connecting-ip": "1.1.1.1",
      "true-client-ip": "1.1.1.1",
    };
    expect(await known(STRANGER, headers)).toEqual({ address: STRANGER, isSecure: false, host: "inside:3000" });
  });

  test("is nobody else where no proxy is named at all", async () => {
    expect(await address("127.0.0.1", "1.1.1.1", "")).toBe("127.0.0.1");
  });
});

describe("behind a proxy of ours", () => {
  test.each([
    ["the address that it heard", STRANGER, STRANGER],
    ["the last of a chain, whatever stood there before", `1.1.1.1, ${STRANGER}`, STRANGER],
    ["the last that is no proxy of ours", `1.1.1.1, ${STRANGER}, 192.168.3.4, ${PROXY}`, STRANGER],
    ["a forged proxy before it", `${PROXY}, ${STRANGER}`, STRANGER],
    ["an IPv6 address", `1.1.1.1, 2001:db8:1::5`, "2001:db8:1::5"],
    ["one in brackets, with a port", `[2001:db8:1::5]:4711`, "2001:db8:1::5"],
    ["one with a zone", `fe80::1%eth0`, "fe80::1"],
    ["one behind an IPv6 proxy of ours", `${STRANGER}, 2001:db8:ffff::1`, STRANGER],
    ["an IPv4 address with a port", `${STRANGER}:50123`, STRANGER],
    ["an IPv4 address in the dress of IPv6", `::ffff:${STRANGER}`, STRANGER],
    ["without blanks", `1.1.1.1,${STRANGER}`, STRANGER],
  ])("it is %s", async (_, chain, expected) => {
    expect(await address(PROXY, chain)).toBe(expected);
    expect(await address(`::ffff:${PROXY}`, chain)).toBe(expected);
  });

  test.each(["", "unknown", "1.1.1.1, not an address", "1.1.1.1, ", "999.1.1.1", "_hidden", `${PROXY}, 192.168.0.1`])(
    "of %j nothing is believed, and it is the proxy itself",
    async (chain) => expect(await address(PROXY, chain)).toBe(PROXY),
  );

  test("scheme and host are what the last proxy says; a public address counts more", async () => {
    const headers = {
      "x-forwarded-for": STRANGER,
      "x-forwarded-proto": "http, https",
      "x-forwarded-host": "elsewhere.example, desk.example",
    };
    expect(await known(PROXY, headers)).toEqual({ address: STRANGER, isSecure: true, host: "desk.example" });
    expect(await known(PROXY, headers, { publicUrl: "http://own.example" }))
      .toEqual({ address: STRANGER, isSecure: false, host: "own.example" });
  });
});

test("a limit by address counts an IPv4 address, and of IPv6 a household", () => {
  expect([networkOf("203.0.113.7"), networkOf("2001:DB8:1:2:3::9"), networkOf("2001:db8:1:2::")])
    .toEqual(["203.0.113.7", "2001:db8:1:2::/64", "2001:db8:1:2::/64"]);
});
