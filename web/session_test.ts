// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { getDefaultStore } from "jotai";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Me } from "../src/contract/access.ts";
import { messages } from "./i18n/pt.po";
import { beforeLogout, logout } from "./log_out.ts";
import { login } from "./log_in.ts";
import { meAtom, sessionAtom } from "./session.ts";
import { resumeSession, startSession } from "./follow_session.ts";
import { questionAtom } from "./ui/confirm.ts";
import { toastsAtom } from "./ui/toast.ts";
import { holdUnsaved } from "./ui/unsaved.ts";

const happened: string[] = [];
/** The server says on the line that it does not know the login any more. */
let lineEnds = () => {};
/** What listens to each event. */
const handlers = vi.hoisted(() => ({}) as Record<string, (payload: object) => void>);
vi.mock("./live.ts", () => ({
  onEvent: (name: string, handler: (payload: object) => void) => {
    handlers[name] = handler;
    return () => {};
  },
  openEvents: (companyId: number, ended: () => void, _owes: () => void, after?: string) => {
    lineEnds = ended;
    happened.push(`line of ${companyId}${after === undefined ? "" : ` after ${after}`}`);
  },
  closeEvents: () => {},
}));

i18n.loadAndActivate({ locale: "pt", messages });
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The server says that this is Ana, whose company is paid until a day (YYYY-MM-DD). */
function answerAna(dueDate: string | null, more: object = {}) {
  const company = { id: 7, name: "Aurora", dueDate, timeZone: "America/Sao_Paulo", settings: [] };
  const rest = { email: "ana@aurora.test", profile: "user", super: false } as const;
  const user: Me = {
    id: 3,
    name: "Ana",
    companyId: 7,
    company,
    ...rest,
    queues: [],
    hasSecondFactor: false,
    language: null,
  };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ token: "t", user, ...more })));
}

async function logIn(dueDate: string | null) {
  answerAna(dueDate);
  await login({ email: "ana@aurora.test", password: "balcao-demo" });
}

test("the line to the events is opened before anybody learns of the login, or what they read would miss some", async () => {
  const stop = getDefaultStore().sub(meAtom, () => happened.push("known"));
  await logIn(null);
  stop();
  expect(happened).toEqual(["line of 7", "known"]);
});

test("a page that begins with a login follows the events from where the server stood when it said so", async () => {
  happened.length = 0;
  getDefaultStore().set(sessionAtom, { state: "starting" });
  answerAna(null, { at: "e.41" });
  await resumeSession();
  expect(happened).toEqual(["line of 7 after e.41"]);
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

test.each([
  ["Ana herself", null, { why: undefined, toasts: ["Sessão expirada. Entre de novo."] }],
  ["who acts as Ana", "Suporte", { why: "acting", toasts: [] }],
])("%s is told why, where the line is the first to hear that the login is over", async (_who, actedBy, told) => {
  answerAna(null);
  await login({ email: "ana@aurora.test", password: "balcao-demo" });
  if (actedBy) localStorage.setItem("actedBy", actedBy);
  getDefaultStore().set(toastsAtom, []);
  lineEnds();
  expect(getDefaultStore().get(sessionAtom)).toEqual({ state: "out", why: told.why });
  expect(getDefaultStore().get(toastsAtom).map(({ text }) => text)).toEqual(told.toasts);
});

describe("whoever sits down after Ana finds nothing of hers", () => {
  startSession();
  const answer = (yes: boolean) => getDefaultStore().get(questionAtom)!.answer(yes);
  const left = () => Object.keys(localStorage).toSorted();

  /** Ana at work: a draft that the server does not have yet, and a text that waits for the line. */
  async function anaWrites() {
    localStorage.clear();
    await logIn(null);
    localStorage.setItem("theme", "dark");
    localStorage.setItem("alerts-3", "{}");
    localStorage.setItem("drafts-3", '{"texts":{"1":"O pedido da Joana"},"unsaved":[1]}');
    localStorage.setItem("outbox-3", '[{"body":"Sem rede"}]');
  }

  test("when she logs out, and the server has what was not saved yet before it forgets her", async () => {
    await anaWrites();
    const asked: string[] = [];
    beforeLogout(() => Promise.resolve(asked.push("saved")));
    vi.stubGlobal("fetch", async (address: string, { method }: RequestInit) => {
      asked.push(`${method} ${address}`);
      return new Response("{}");
    });
    const leaving = logout();
    answer(true);
    await leaving;
    expect(asked).toEqual(["saved", "DELETE /api/auth/logout"]);
    expect(left()).toEqual(["alerts-3", "theme"]);
  });

  describe("when she logs out without a line", () => {
    const asked: string[] = [];
    const answers = (status: (address: string) => number) =>
      vi.stubGlobal("fetch", async (address: string, { method, headers }: RequestInit) => {
        const authorization = new Headers(headers).get("authorization");
        asked.push([method, address, authorization].filter(Boolean).join(" "));
        if (status(address) === 0) throw new TypeError("Failed to fetch");
        return new Response(JSON.stringify({ token: "fresh" }), { status: status(address) });
      });
    const leaves = async () => {
      await anaWrites();
      asked.length = 0;
      answers(() => 0);
      const leaving = logout();
      answer(true);
      await leaving;
    };

    test("nothing tells this browser of her any more, and the server learns it when it answers", async () => {
      const unsubscribed = vi.fn(), closed = vi.fn();
      const registration = {
        getNotifications: () => Promise.resolve([{ close: closed }]),
        pushManager: { getSubscription: () => Promise.resolve({ unsubscribe: unsubscribed }) },
      };
      vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve(registration) } });
      vi.useFakeTimers();
      await leaves();
      expect(getDefaultStore().get(sessionAtom)).toMatchObject({ state: "out" });
      expect(left()).toEqual(["alerts-3", "logoutOwed", "theme"]);
      expect(unsubscribed).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(closed).toHaveBeenCalledTimes(1);
      asked.length = 0;
      await vi.advanceTimersByTimeAsync(10_000);
      expect([asked, left().includes("logoutOwed")]).toEqual([["POST /api/auth/refresh_token"], true]);
      asked.length = 0;
      answers(() => 200);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(asked).toEqual(["POST /api/auth/refresh_token", "DELETE /api/auth/logout Bearer fresh"]);
      expect(left()).toEqual(["alerts-3", "theme"]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked).toHaveLength(2);
    });

    test("also at the next start of the page; and where it knows of none, nothing is left to tell", async () => {
      await leaves();
      asked.length = 0;
      answers(() => 401);
      startSession();
      await vi.waitFor(() => expect(left()).toEqual(["alerts-3", "theme"]));
      expect(asked).toEqual(["POST /api/auth/refresh_token"]);
    });

    test("and before anybody else logs in", async () => {
      await leaves();
      asked.length = 0;
      answers((address) => address.endsWith("/login") ? 401 : 200);
      await expect(login({ email: "nina@aurora.test", password: "balcao-demo" })).rejects.toThrow();
      expect(asked.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
        "POST /api/auth/refresh_token",
        "DELETE /api/auth/logout",
        "POST /api/auth/login",
      ]);
    });
  });

  const LOSS = "O que não tinha sido enviado ou salvo aqui se perdeu.";
  const told = () => getDefaultStore().get(toastsAtom).map(({ text }) => text);
  const endedElsewhere = () => {
    localStorage.removeItem("token");
    dispatchEvent(new StorageEvent("storage", { key: "token", newValue: null }));
  };

  test("and she is asked first about what another of her tabs is sending, and keeps it when she stays", async () => {
    await anaWrites();
    const leaving = logout();
    expect(getDefaultStore().get(questionAtom)).toMatchObject({ title: "Descartar o que não foi enviado?" });
    answer(false);
    await leaving;
    expect(left()).toContain("outbox-3");
    expect(getDefaultStore().get(meAtom)).not.toBe(null);
    getDefaultStore().set(toastsAtom, []);
    // The line hears of it before the answer comes.
    vi.stubGlobal("fetch", async () => {
      lineEnds();
      return new Response("{}");
    });
    const going = logout();
    answer(true);
    await going;
    expect([left(), told()]).toEqual([["alerts-3", "theme"], []]);
  });

  test("and a tab that another one logged out says that what was chosen there is lost, if anything was", async () => {
    for (const isChosen of [true, false]) {
      await anaWrites();
      const letGo = holdUnsaved({ isUnsaved: () => isChosen, survives: () => false });
      getDefaultStore().set(toastsAtom, []);
      // The other tab has emptied what they share already.
      localStorage.removeItem("outbox-3");
      endedElsewhere();
      letGo();
      expect(told()).toEqual(isChosen ? [LOSS] : []);
    }
  });

  test("and is told of what waited in the browser, when the server or the time without a page ended the login", async () => {
    const refused = JSON.stringify({ error: "ERR_SESSION_EXPIRED" });
    const afterReload = async () => {
      getDefaultStore().set(sessionAtom, { state: "starting" });
      vi.stubGlobal("fetch", async () => new Response(refused, { status: 401 }));
      await resumeSession();
    };
    const withoutToken = () => {
      getDefaultStore().set(sessionAtom, { state: "out" });
      localStorage.removeItem("token");
      startSession();
    };
    for (const end of [afterReload, withoutToken]) {
      for (const isUnsent of [true, false]) {
        await anaWrites();
        if (!isUnsent) localStorage.removeItem("outbox-3");
        getDefaultStore().set(toastsAtom, []);
        await end();
        expect([left(), told().includes(LOSS)]).toEqual([["alerts-3", "theme"], isUnsent]);
      }
    }
  });

  test("when another tab ended the login, or emptied the storage", async () => {
    for (const key of ["token", null]) {
      await anaWrites();
      localStorage.removeItem("token");
      dispatchEvent(new StorageEvent("storage", { key, newValue: null }));
      expect([left(), getDefaultStore().get(meAtom)]).toEqual([["alerts-3", "theme"], null]);
    }
  });

  test("when the server ended it", async () => {
    await anaWrites();
    const refused = { error: "ERR_SESSION_EXPIRED" };
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(refused), { status: 401 }));
    await resumeSession();
    expect(left()).toEqual(["alerts-3", "theme"]);
  });

  test("when it ended while no page was open; but a server that is away ends nothing", async () => {
    await anaWrites();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await resumeSession();
    expect(left()).toContain("drafts-3");
    localStorage.removeItem("token");
    startSession();
    expect(left()).toEqual(["alerts-3", "theme"]);
  });
});

describe("a login that is over", () => {
  /** Ana at work in the session `here`. */
  async function anaWorks() {
    await logIn(null);
    const claims = btoa(JSON.stringify({ sid: "here", uid: 3, cid: 7, exp: 1 }));
    localStorage.setItem("token", `x.${claims}.x`);
  }
  const why = () => {
    const session = getDefaultStore().get(sessionAtom);
    return session.state === "out" ? session.why : session.state;
  };

  test("says why where it was, and leaves alone the sessions that go on", async () => {
    await anaWorks();
    const said = { action: "update", userId: 3 };
    for (const other of [{ userId: 4 }, { sessionId: "here" }, { ended: ["there"], why: "ended" }]) {
      handlers.auth?.({ sessionId: "other", ...said, ...other });
    }
    expect(why()).toBe("in");
    handlers.auth?.({ ...said, sessionId: "other", ended: ["here", "there"], why: "password" });
    expect([why(), localStorage.getItem("token")]).toEqual(["password", null]);
  });
});
