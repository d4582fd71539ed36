// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from "vitest";
import { commandKey, isTyping, LETTERS_HERE } from "./commandKey.ts";

afterEach(() => document.body.replaceChildren());

type Press = Partial<KeyboardEventInit> & { altGr?: boolean };
type Where = "nowhere" | "list" | "composer" | "bubble" | "switch";

/** What is pressed while the focus is there. */
function press(where: Where, key: string, { altGr = false, ...more }: Press = {}): KeyboardEvent {
  document.body.innerHTML = `
    <div ${LETTERS_HERE}><a href="#" id="list">Ana</a></div><textarea id="composer"></textarea>
    <button id="bubble">Foto</button><input type="checkbox" id="switch">`;
  const target = where === "nowhere" ? document.body : document.getElementById(where)!;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  event.getModifierState = (name) => altGr && name === "AltGraph";
  let seen = event;
  const note = (one: Event) => void (seen = one as KeyboardEvent);
  addEventListener("keydown", note, { once: true });
  target.dispatchEvent(event);
  return seen;
}

describe("a press is a command", () => {
  test.each<[Where, string, Press, string | null]>([
    ["list", "r", {}, "r"],
    ["list", "?", { shiftKey: true }, "?"],
    ["list", "R", { shiftKey: true }, null],
    ["nowhere", "r", {}, null],
    ["bubble", "a", {}, null],
    ["composer", "r", {}, null],
    ["composer", "r", { altKey: true, code: "KeyR" }, "r"],
    ["nowhere", "A", { altKey: true, shiftKey: true }, "a"],
    // A Mac writes a sign with Option; elsewhere than in a field it is a key.
    ["composer", "®", { altKey: true, code: "KeyR" }, null],
    ["nowhere", "®", { altKey: true, code: "KeyR" }, "r"],
    // AltGr writes, also where Windows says Ctrl and Alt of it.
    ["composer", "/", { altGr: true }, null],
    ["list", "/", { ctrlKey: true, altKey: true }, null],
    ["list", "r", { ctrlKey: true }, null],
    ["list", "r", { isComposing: true }, null],
    // Held down, it goes on through the list and does nothing else twice.
    ["list", "j", { repeat: true }, "j"],
    ["list", "a", { repeat: true }, null],
  ])("%s, %s %j: %s", (where, key, more, command) => expect(commandKey(press(where, key, more))).toBe(command));
});

describe("a press writes", () => {
  test.each<[Where, string, Press, boolean]>([
    ["nowhere", "O", { shiftKey: true }, true],
    ["bubble", "b", {}, true],
    ["switch", "b", {}, true],
    ["nowhere", "Dead", {}, true],
    ["nowhere", "Process", {}, true],
    ["nowhere", "€", { altGr: true, ctrlKey: true, altKey: true }, true],
    ["nowhere", " ", {}, true],
    ["bubble", " ", {}, false],
    ["bubble", "Enter", {}, false],
    ["composer", "b", {}, false],
    ["nowhere", "b", { ctrlKey: true }, false],
    ["nowhere", "b", { metaKey: true }, false],
    ["nowhere", "b", { altKey: true }, false],
    ["nowhere", "F1", {}, false],
  ])("%s, %s %j: %s", (where, key, more, writes) => expect(isTyping(press(where, key, more))).toBe(writes));
});

test("what lies above the screen has the keys", () => {
  const event = press("list", "r");
  document.body.insertAdjacentHTML("beforeend", "<div data-covers></div>");
  expect([commandKey(event), isTyping(press("nowhere", "r"))]).toEqual([null, true]);
});
