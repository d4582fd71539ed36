// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { getDefaultStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import type { Me } from "../src/contract/access.ts";
import { messages } from "./i18n/pt.po";
import { login, meAtom } from "./session.ts";
import { toastsAtom } from "./ui/toast.ts";

const happened: string[] = [];
vi.mock("./live.ts", () => ({
  onEvent: () => () => {},
  openLine: (companyId: number) => happened.push(`line of ${companyId}`),
  closeLine: () => {},
}));

i18n.loadAndActivate({ locale: "pt", messages });
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lets Ana log in, whose company is paid until a day (YYYY-MM-DD). */
async function logIn(dueDate: string | null) {
  const company = { id: 7, name: "Aurora", dueDate, timeZone: "America/Sao_Paulo", settings: [] };
  const rest = { email: "ana@aurora.test", profile: "user", super: false } as const;
  const user: Me = { id: 3, name: "Ana", companyId: 7, company, ...rest, queues: [] };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ token: "t", user })));
  await login({ email: "ana@aurora.test", password: "balcao-demo" });
}

test("the line to the events is opened before anybody learns of the login, or what they read would miss some", async () => {
  const stop = getDefaultStore().sub(meAtom, () => happened.push("known"));
  await logIn(null);
  stop();
  expect(happened).toEqual(["line of 7", "known"]);
});

test.each([
  ["2026-11-25", null],
  ["2026-11-24", "Sua assinatura vence em 4 dia(s)"],
  ["2026-11-20", "Sua assinatura vence em 0 dia(s)"],
  [null, null],
])("who logs in on 20 November to a company that is paid until %s is told: %s", async (dueDate, warning) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T01:00:00Z") });
  getDefaultStore().set(toastsAtom, []);
  await logIn(dueDate);
  const texts = getDefaultStore().get(toastsAtom).map(({ text }) => text);
  expect(texts).toEqual(["Login efetuado com sucesso!", ...(warning ? [warning] : [])]);
  expect(localStorage.getItem("companyDueDate")).toBe(dueDate);
});
