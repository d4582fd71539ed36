// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { ruleOf } from "../../src/contract/settings.ts";
import { messages } from "../i18n/pt.po";
import { OptionField } from "./OptionField.tsx";
import { GROUPS } from "./options.ts";
import { answerCalls, logIn } from "../tickets/testing.ts";
import { until } from "../testing_until.ts";

vi.mock("../live.ts", async () => (await import("../tickets/testing.ts")).aStream);
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
i18n.loadAndActivate({ locale: "pt", messages });
afterEach(() => void vi.useRealTimers());

const optionOf = (key: string) => GROUPS.flatMap(({ options }) => options).find((one) => one.key === key)!;

/** One setting on the screen; the server counts its changes and answers when it is let. */
async function aField(key: "userRating" | "botMiss", value: string) {
  logIn({ profile: "admin" });
  const sent: [unknown, unknown][] = [], waiting: (() => void)[] = [];
  let revision = 0;
  answerCalls({
    [`PUT /settings/${key}`]: async (body) => {
      sent.push([body.value, body.was]);
      await new Promise<void>((answer) => waiting.push(answer));
      if (body.was !== revision) return [409, { error: "ERR_CHANGED_MEANWHILE" }];
      return { key, value: body.value, isSet: true, revision: ++revision };
    },
  });
  document.body.innerHTML = "<div></div>";
  const root = createRoot(document.querySelector("div")!);
  const setting = { key, value, isSet: true, revision: 0 };
  await act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <OptionField option={optionOf(key)} setting={setting} isFixed={false} />
      </I18nProvider>,
    )
  );
  // What a choice is drawn with comes a moment after.
  const field = await until(() => document.querySelector<HTMLElement>("[aria-haspopup=listbox], textarea"));
  const press = (element: Element) => act(async () => (element as HTMLElement).click());
  const choose = async (name: string) => {
    await press(field);
    await press([...document.querySelectorAll("[role=option]")].find(({ textContent }) => textContent === name)!);
  };
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!.set!.call(field, text);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const answer = () =>
    act(async () => {
      waiting.shift()?.();
      await new Promise((resolve) => setTimeout(resolve));
    });
  return { field, choose, type, answer, sent, leave: () => act(() => root.unmount()) };
}

test("a choice is shown while it is saved, and two in a row are saved one over the other", async () => {
  const { field, choose, answer, sent } = await aField("userRating", "disabled");
  await choose("Habilitadas");
  expect(field.textContent).toBe("Habilitadas");
  await choose("Desabilitadas");
  await answer();
  await answer();
  expect(sent).toEqual([["enabled", 0], ["disabled", 1]]);
  expect(field.textContent).toBe("Desabilitadas");
});

const patterned = GROUPS.flatMap(({ options }) => options).filter(({ key }) => ruleOf(key).pattern);
test.each(patterned)("$key, of which not every text will do, says in its own words which will", ({ wrong }) => {
  expect(wrong && i18n._(wrong)).toMatch(/^\p{L}.+\.$/u);
});

test("who turns to another screen within the pause has saved what was typed", async () => {
  const { type, sent, leave } = await aField("botMiss", "");
  await type("Não entendi.");
  expect(sent).toEqual([]);
  await leave();
  await until(() => sent.length === 1);
  expect(sent).toEqual([["Não entendi.", 0]]);
});
