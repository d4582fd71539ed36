import type { KeyboardEvent } from "react";

/** Arrow keys go from row to row: to what opens it or, where it waits, to what accepts it. */
export function walkRows(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !list || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...list.querySelectorAll("[data-ticket]")];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here === -1 ? step === 1 ? rows[0] : undefined : rows[here + step];
  if (!next) return;
  event.preventDefault();
  const target = next.querySelector<HTMLElement>("a, [data-accept]");
  target?.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}
