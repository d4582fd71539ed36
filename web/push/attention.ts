import { ATTENTION_EVERY, ATTENTION_LASTS } from "../../src/contract/events.ts";
import { onReturn, sendToServer } from "../live.ts";

const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** The server knows whether somebody is at this screen: who is, is not called from elsewhere. */
export function sayAttention(): void {
  let touchedAt = Date.now(), saidAt = 0, said = false;
  const look = () => {
    const now = Date.now(), has = document.visibilityState === "visible" && now - touchedAt < ATTENTION_LASTS;
    if (has === said && (!has || now - saidAt < ATTENTION_EVERY)) return;
    [said, saidAt] = [has, now];
    sendToServer({ say: "attention", has });
  };
  const touch = () => {
    touchedAt = Date.now();
    if (!said) look();
  };
  for (const each of TOUCHES) addEventListener(each, touch, { passive: true, capture: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") touch();
    else look();
  });
  onReturn(() => {
    said = false;
    look();
  });
  setInterval(look, ATTENTION_EVERY / 3);
  look();
}
