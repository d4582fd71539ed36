import type { KeyboardEvent } from "react";

/** Enter in a list of choices sends the form once something is chosen; until then it opens the list, as ever. */
export function submitOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  const { value, form } = event.currentTarget;
  if (event.key !== "Enter" || value === "") return;
  event.preventDefault();
  form?.requestSubmit();
}
