// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeTwice } from "./twice.ts";

const PRESS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
let pressed: string[];

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    "<button id=save><span>Salvar</span></button><button id=monthly>Mensal</button><p id=beside></p>";
  pressed = [];
  for (const button of document.querySelectorAll("button")) {
    for (const type of PRESS) button.addEventListener(type, () => pressed.push(`${type} ${button.id}`));
  }
});

afterEach(() => {
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
});

interface Where {
  x?: number;
  y?: number;
  at?: number;
  by?: string;
}

/** A whole press; returns how it began. */
function press(id: string, { x = 100, y = 100, at = 0, by = "mouse" }: Where = {}) {
  const target = document.querySelector(`#${id}`)!;
  const [began] = PRESS.map((type) => {
    const event = new MouseEvent(type, { clientX: x, clientY: y, detail: 1, bubbles: true, cancelable: true });
    Object.defineProperties(event, { timeStamp: { value: at }, pointerType: { value: by } });
    target.dispatchEvent(event);
    return event;
  });
  return began as PointerEvent;
}

const SAVE = PRESS.map((type) => `${type} save`), MONTHLY = PRESS.map((type) => `${type} monthly`);

test.each<[string, Where, Where, string[]]>([
  ["the second press of a double click", {}, { x: 104, y: 98, at: 300 }, []],
  ["a finger's second tap, some way off", { by: "touch" }, { x: 115, y: 90, at: 300, by: "touch" }, []],
  ["a press some way off", {}, { x: 115, y: 90, at: 300 }, MONTHLY],
  ["a tap at another place", { by: "touch" }, { x: 160, y: 100, at: 100, by: "touch" }, MONTHLY],
  ["a later press", {}, { at: 500 }, MONTHLY],
])("once something was found wrong, %s", (_, first, second, expected) => {
  takeTwice(press("save", first));
  pressed = [];
  press("monthly", second);
  expect(pressed).toEqual(expected);
});

test("the button itself may be pressed again, and who goes on pressing is let through in the end", () => {
  takeTwice(press("save"));
  pressed = [];
  press("save", { at: 200 });
  expect(pressed).toEqual(SAVE);
  takeTwice(press("save", { at: 1000 }));
  pressed = [];
  press("monthly", { at: 1400 });
  expect(pressed).toEqual([]);
  vi.advanceTimersByTime(400);
  press("monthly", { at: 1800 });
  expect(pressed).toEqual(MONTHLY);
});

test("a key presses what it is to press, and a press beside every button holds up nothing", () => {
  takeTwice(press("save"));
  pressed = [];
  document.querySelector("#monthly")!.dispatchEvent(new MouseEvent("click", { detail: 0, bubbles: true }));
  expect(pressed).toEqual(["click monthly"]);
  vi.advanceTimersByTime(600);
  pressed = [];
  takeTwice(press("beside", { at: 700 }));
  press("monthly", { at: 800 });
  expect(pressed).toEqual(MONTHLY);
});
