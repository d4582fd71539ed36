// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { isByHand } from "./installing.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const [CHROME, FIREFOX] = ["CriOS/140.0", "FxiOS/140.0"].map((one) => IPHONE.replace("Version/18.5", one)) as [
  string,
  string,
];
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

test.each([
  ["Safari on an iPhone", { userAgent: IPHONE, maxTouchPoints: 5 }, true],
  ["the same from the home screen", { userAgent: IPHONE, maxTouchPoints: 5, standalone: true }, false],
  ["Chrome on an iPhone", { userAgent: CHROME, maxTouchPoints: 5 }, true],
  ["Chrome on an iPhone of 2022", { userAgent: CHROME.replace("18_5", "16_3"), maxTouchPoints: 5 }, false],
  ["Firefox on iOS 16.4", { userAgent: FIREFOX.replace("18_5", "16_4"), maxTouchPoints: 5 }, true],
  ["Google's app", { userAgent: IPHONE.replace("Version/18.5", "GSA/300.0"), maxTouchPoints: 5 }, false],
  ["Safari on an iPad", { userAgent: MAC, maxTouchPoints: 5, standalone: false }, true],
  ["Safari on a Mac", { userAgent: MAC, maxTouchPoints: 0 }, false],
  ["Chrome on Android", { userAgent: ANDROID, maxTouchPoints: 5 }, false],
])("%s is told how to install it by hand, or not", (_, device, isTold) => expect(isByHand(device)).toBe(isTold));
