import { expect, test } from "vitest";
import { readUserAgent, shortAddress } from "./browsers.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [`${WINDOWS} Safari/537.36 Edg/140.0.0.0`, "Edge", "Windows"],
  [`${WINDOWS} Safari/537.36 OPR/120.0`, "Opera", "Windows"],
  [`${WINDOWS} Safari/537.36`, "Chrome", "Windows"],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari", "iPhone"],
  [`${IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1`, "Chrome", "iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "macOS"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36", "Chrome", "ChromeOS"],
  ["curl/8.9", "", ""],
  ["", "", ""],
])("%s is %s on %s", (said, browser, system) => {
  expect(readUserAgent(said)).toEqual({ browser, system });
});

test.each([["203.0.113.77", "203.0.113.•"], ["2001:db8:1:2:ffff::1", "2001:db8:1:2:•"], ["", ""], ["x", ""]])(
  "of the address %s its person sees %s",
  (address, shown) => {
    expect(shortAddress(address)).toBe(shown);
  },
);
