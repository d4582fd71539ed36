import { afterAll, expect, test } from "vitest";
import { allowInner, isInner, refuseInner } from "./inner_network.ts";

afterAll(() => allowInner([]));

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
])("%s leads inside", (address) => expect(isInner(address)).toBe(true));

test.each(["8.8.8.8", "172.32.0.1", "193.0.0.1", "2001:4860:4860::8888"])(
  "%s leads outside",
  (address) => expect(isInner(address)).toBe(false),
);

test("an address inside is refused however it is written, unless the provider has named it", async () => {
  for (const host of ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"]) {
    await expect(refuseInner(`http://${host}:8080/ixc`), host).rejects.toThrow("inner network");
  }
  await expect(refuseInner("http://8.8.8.8/ixc")).resolves.toBeUndefined();
  allowInner(["LocalHost"]);
  await expect(refuseInner("http://localhost:8080")).resolves.toBeUndefined();
  await expect(refuseInner("http://127.0.0.1:8080")).rejects.toThrow("inner network");
});
