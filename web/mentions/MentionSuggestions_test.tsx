// @vitest-environment happy-dom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, type KeyboardEvent as Pressed, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { messages } from "../i18n/pt.po";
import MentionSuggestions from "./MentionSuggestions.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
i18n.loadAndActivate({ locale: "pt", messages });

const PEOPLE = [{ id: 1, name: "Bruno Tavares" }, { id: 2, name: "Carla Dias" }];
const onSend = vi.fn((_: string) => {});

function Composer() {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null), keys = useRef<(event: Pressed) => boolean>(null);
  return (
    <I18nProvider i18n={i18n}>
      <MentionSuggestions text={text} field={field} keys={keys} people={PEOPLE} onText={setText} />
      <textarea
        ref={field}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => keys.current?.(event) || event.key === "Enter" && onSend(text)}
      />
    </I18nProvider>
  );
}

test("what is chosen closes the list at once: a second Enter sends, puts nothing in again, and what is typed next stands behind it", async () => {
  document.body.innerHTML = "<div></div>";
  const page = document.querySelector("div")!;
  await act(() => createRoot(page).render(<Composer />));
  const field = page.querySelector("textarea")!;
  const press = (key: string) =>
    act(async () => void field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));
  const write = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field, text);
      field.setSelectionRange(4, 4);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  await write("oi @");
  expect(page.querySelectorAll("[role=option]")).toHaveLength(2);
  await press("Enter");
  expect(page.querySelectorAll("[role=option]")).toHaveLength(0);
  await press("Enter");
  expect([field.value, onSend.mock.calls]).toEqual(["oi @Bruno ", [["oi @Bruno "]]]);
  // The caret does not wait for the next frame, which comes late on a busy machine.
  vi.stubGlobal("requestAnimationFrame", () => 0);
  await write("oi @ vem?");
  await press("Enter");
  expect([field.value, field.selectionStart]).toEqual(["oi @Bruno vem?", "oi @Bruno ".length]);
});
