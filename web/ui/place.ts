/** Puts what floats below its trigger, or above it where there is no room below, and always inside the window. */
export function placeBeside(floating: HTMLElement, trigger: Element, align: "start" | "end" | "center" = "end"): void {
  const GAP = 4;
  const EDGE = 8;
  const at = trigger.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const wished = { start: at.left, end: at.right - width, center: at.left + (at.width - width) / 2 }[align];
  const left = Math.max(EDGE, Math.min(wished, innerWidth - width - EDGE));
  const below = at.bottom + GAP;
  const above = at.top - GAP - height;
  const top = below + height <= innerHeight - EDGE || above < EDGE ? below : above;
  floating.style.insetInlineStart = `${Math.round(left)}px`;
  floating.style.insetBlockStart = `${Math.round(Math.max(EDGE, Math.min(top, innerHeight - height - EDGE)))}px`;
}
