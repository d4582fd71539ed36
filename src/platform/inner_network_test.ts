import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAuthority, makeHostCertificate } from "../simulator/certificates.ts";
import { askAt, NoAnswer } from "./ask_outside.ts";
import { allowInner, isInner, outerAddresses } from "./inner_network.ts";

const allowNone = () => {
  allowInner([]);
  allowInner([], "setting");
};
beforeAll(allowNone);
afterAll(allowNone);

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.0.10",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "::1",
  "fe80::1",
  "fd12::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::7f00:1",
  "2002:7f00:1::",
  "64:ff9b:1::1",
  "fec0::1",
  "2001::1",
  ...Deno.networkInterfaces().map(({ address }) => address.replace(/%.*$/, "")),
])("%s leads inside", (address) => expect(isInner(address)).toBe(true));

test.each(["8.8.8.8", "172.32.0.1", "193.0.0.1", "2001:4860:4860::8888"])(
  "%s leads outside",
  (address) => expect(isInner(address)).toBe(false),
);

test("an address inside is refused however it is written, unless the provider has named it", async () => {
  for (const host of ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"]) {
    await expect(outerAddresses(`http://${host}:8080/ixc`), host).rejects.toThrow("inner network");
  }
  expect(await outerAddresses("http://8.8.8.8/ixc")).toEqual([{ address: "8.8.8.8", family: 4 }]);
  allowInner(["LocalHost"]);
  await expect(outerAddresses("http://localhost:8080")).resolves.not.toEqual([]);
  await expect(outerAddresses("http://127.0.0.1:8080")).rejects.toThrow("inner network");
});

test("one inner address among outer ones is enough to refuse a name", async () => {
  const both = () => Promise.resolve([{ address: "8.8.8.8", family: 4 }, { address: "10.0.0.1", family: 4 }]);
  await expect(outerAddresses("http://ixc.test", both)).rejects.toThrow("inner network");
});

describe("a name that means another machine once it was checked", () => {
  const asked: string[] = [];
  const answer = (request: Request) => {
    asked.push(request.headers.get("host")!);
    return new Response(request.url.endsWith("/slow") ? new ReadableStream() : "the checked one");
  };
  const quiet = { port: 0, hostname: "127.0.0.1", onListen() {} } as const;
  const plain = Deno.serve(quiet, answer);
  const { certificate: cert, key } = makeHostCertificate(makeAuthority(), ["other.test"]);
  const encrypted = Deno.serve({ ...quiet, cert, key }, answer);
  afterAll(async () => {
    await plain.shutdown();
    await encrypted.shutdown();
  });
  /** Nobody else knows the name: whoever looks it up again gets nowhere. */
  const ask = async (url: string, within = 5000) => {
    allowInner(["ixc.test"]);
    const at = await outerAddresses(url, () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]));
    return await askAt(url, { at, within, method: "GET", headers: {} });
  };

  test("is asked at the very address that was checked, by its name", async () => {
    const host = `ixc.test:${plain.addr.port}`;
    expect(await ask(`http://${host}/bills`)).toMatchObject({ status: 200, text: "the checked one" });
    expect(asked).toEqual([host]);
  });

  test("has to have a certificate for that name", async () => {
    await expect(ask(`https://ixc.test:${encrypted.addr.port}/`)).rejects.toThrow(NoAnswer);
    expect(asked).toHaveLength(1);
  });

  test("does not hold us up with half an answer, and its address is in no message", async () => {
    await expect(ask(`http://ixc.test:${plain.addr.port}/slow`, 200)).rejects.toThrow("no answer within 0.2 s");
    await expect(ask("http://ixc.test:1/")).rejects.not.toThrow("ixc.test");
  });
});
