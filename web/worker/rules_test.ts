// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { answerOf, isOfBuild, isPage } from "./rules.ts";

const at = (path: string) => new URL(path, location.href).href;
const opening = (path: string, request: Partial<Request> = {}) =>
  isPage({ mode: "navigate", method: "GET", url: at(path), ...request });

describe("what the service worker answers", () => {
  test("the app's screens are its, and no other page of this server", () => {
    for (const path of ["/", "/tickets", "/tickets/0f-1?tab=closed", "/api-tokens", "/widgets"]) {
      expect(opening(path), path).toBe(true);
    }
    for (
      const path of [
        "/api/media/7",
        "/widget/abc",
        "/widget.js",
        "/demo-shop",
        "/api-reference.html",
        "/metrics",
        "/api",
      ]
    ) {
      expect(opening(path), path).toBe(false);
    }
    expect(opening("/tickets", { method: "POST" })).toBe(false);
    expect(opening("/tickets", { mode: "cors" })).toBe(false);
  });

  test("files of the build are, calls and other hosts' files are not", () => {
    const ofBuild = (url: string, method = "GET") => isOfBuild({ method, url });
    expect(ofBuild(at("/assets/a.js"))).toBe(true);
    expect([at("/api/tickets"), at("/theme.js"), "https://elsewhere.test/assets/a.js"].some((url) => ofBuild(url)))
      .toBe(false);
    expect(ofBuild(at("/assets/a.js"), "HEAD")).toBe(false);
  });
});

describe("a page comes", () => {
  const answer = (text: string, status = 200) => new Response(text, { status });
  const keptPage = () => Promise.resolve(answer("kept"));
  const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));
  const none = () => Promise.resolve(undefined);

  test.each([
    ["from the network, which is quick", Promise.resolve(answer("fresh")), keptPage, "fresh"],
    ["as it was kept, when the network takes its time", new Promise<Response>(() => {}), keptPage, "kept"],
    [
      "as it was kept, when a proxy says that the server is away",
      Promise.resolve(answer("away", 502)),
      keptPage,
      "kept",
    ],
    ["from the slow network, when nothing is kept", after(50, answer("fresh")), none, "fresh"],
    ["as the proxy's word, when nothing is kept", Promise.resolve(answer("away", 502)), none, "away"],
  ])("%s", async (_, fresh, kept, text) => {
    expect(await (await answerOf({ fresh, kept, patience: 20 })).text()).toBe(text);
  });

  test("as it was kept, without a network; without either it fails as any page does", async () => {
    const broken = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await (await answerOf({ fresh: broken(), kept: keptPage, patience: 20 })).text()).toBe("kept");
    await expect(answerOf({ fresh: broken(), kept: none, patience: 20 })).rejects.toThrow("Failed to fetch");
  });
});
