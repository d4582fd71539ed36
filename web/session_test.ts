import { i18n } from "@lingui/core";
import { getDefaultStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import type { Me } from "../src/contract/access.ts";
import { login, meAtom } from "./session.ts";

const happened: string[] = [];
vi.mock("./live.ts", () => ({
  onEvent: () => () => {},
  openLine: (companyId: number) => happened.push(`line of ${companyId}`),
  closeLine: () => {},
}));

i18n.loadAndActivate({ locale: "pt", messages: {} });
afterEach(() => vi.unstubAllGlobals());

test("the line to the events is opened before anybody learns of the login, or what they read would miss some", async () => {
  const company = { id: 7, name: "Aurora", dueDate: null, timeZone: "America/Sao_Paulo", settings: [] };
  const rest = { email: "ana@aurora.test", profile: "user", super: false } as const;
  const user: Me = { id: 3, name: "Ana", companyId: 7, company, ...rest, queues: [] };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ token: "t", user })));
  getDefaultStore().sub(meAtom, () => happened.push("known"));
  await login({ email: "ana@aurora.test", password: "balcao-demo" });
  expect(happened).toEqual(["line of 7", "known"]);
});
