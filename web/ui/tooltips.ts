import { placeBeside } from "./place.ts";
import css from "./tooltips.module.css";

const DELAY = 500;

/**
 * Shows the `data-tooltip` of whatever the mouse rests on or the keyboard reaches. One listener for the page, so that
 * ten thousand rows may carry one each. It repeats what a screen reader hears anyway as the control's name.
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
    if (target === bubble || over === owner) return;
    hide();
    owner = over;
    if (owner) clock = setTimeout(show, delay);
  };

  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && look(event.target, DELAY));
  document.addEventListener("focusin", (event) => {
    const byKeyboard = event.target instanceof Element && event.target.matches(":focus-visible");
    if (byKeyboard) look(event.target, DELAY);
    else hide();
  });
  for (const gone of ["focusout", "pointerdown", "keydown", "scroll"]) document.addEventListener(gone, hide, true);
}
