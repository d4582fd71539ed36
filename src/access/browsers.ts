import { isIP } from "node:net";
import { networkOf } from "../platform/caller.ts";

/** The first that is found counts: most browsers also claim to be those below them. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a browser says it is (RFC 9110 §10.1.5), in names that people know; empty where it says nothing known. */
export function readUserAgent(userAgent: string): { browser: string; system: string } {
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "";
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}

/** An address without its last part: enough to know one's own places by, too little to find a house. */
export function shortAddress(address: string): string {
  if (isIP(address) === 4) return address.replace(/\d+$/, "•");
  return isIP(address) === 6 ? networkOf(address).replace(/::\/64$/, ":•") : "";
}
