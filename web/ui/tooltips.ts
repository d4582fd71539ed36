import { placeBeside } from "./place.ts";
import css from "./tooltips.module.css";

const DELAY = 500;

/**
 * Shows the `data-tooltip` of whatever the mouse rests on or the keyboard reaches. One listener for the page, so that
 * ten thousand rows may carry one each. It repeats what a screen reader hears anyway as the control's name. The mouse may
 * rest on it, too (WCAG 1.4.13), and whatever lies below it can be pressed all the same.
 */
export function startTooltips(): void {
  const bubble = document.createElement("div");
  bubble.className = css.tooltip!;
  bubble.popover = "manual";
  bubble.ariaHidden = "true";
  // What lies above the page has tooltips, too.
  bubble.dataset.reactAriaTopLayer = "true";
  document.body.append(bubble);
  let owner: Element | null = null;
  let clock: ReturnType<typeof setTimeout> | undefined;

  const hide = () => {
    clearTimeout(clock);
    document.removeEventListener("pointermove", leave);
    owner = null;
    if (bubble.matches(":popover-open")) bubble.hidePopover();
  };
  const show = () => {
    const text = owner?.isConnected && owner.getAttribute("data-tooltip");
    if (!owner || !text || owner.getAttribute("aria-expanded") === "true") return hide();
    bubble.textContent = text;
    bubble.showPopover();
    placeBeside(bubble, owner, "center");
  };
  const look = (target: EventTarget | null, delay: number) => {
    const over = target instanceof Element ? target.closest("[data-tooltip]") : null;
    if (over === owner) return;
    hide();
    owner = over;
    if (owner) clock = setTimeout(show, delay);
  };

  const isOnBubble = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (!bubble.matches(":popover-open")) return false;
    const { left, right, top, bottom } = bubble.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  };
  /** What lies below may reach further than the bubble: that the mouse has left it, no other event says. */
  function leave(event: PointerEvent): void {
    if (isOnBubble(event)) return;
    document.removeEventListener("pointermove", leave);
    look(event.target, DELAY);
  }
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    if (isOnBubble(event)) document.addEventListener("pointermove", leave);
    else look(event.target, DELAY);
  });
  document.addEventListener("focusin", (event) => {
    const byKeyboard = event.target instanceof Element && event.target.matches(":focus-visible");
    if (byKeyboard) look(event.target, DELAY);
    else hide();
  });
  for (const gone of ["focusout", "pointerdown", "keydown", "scroll"]) document.addEventListener(gone, hide, true);
}
