import type { Locator, Page } from "playwright-core";
import { gone } from "./desk.ts";

/** Opens a field's list and takes one of its choices. */
export async function chooseIn(field: Locator, choice: string): Promise<void> {
  const page = field.page(), list = page.locator("[data-covers=popover]").getByRole("listbox");
  // A finger lifts before the list is there; a mouse button may be let go over it.
  const isTouched = await page.evaluate(() => navigator.maxTouchPoints > 0);
  const press = (what: Locator) => isTouched ? what.tap() : what.click();
  await press(field.and(page.locator("button")));
  await press(list.getByRole("option", { name: choice, exact: true }));
  await gone(list);
}

/** A field of a date, by its label. */
export function dateField(within: Page | Locator, label: string): Locator {
  return within.getByRole("group", { name: label, exact: true });
}

/** Types a `YYYY-MM-DD`, with a time `YYYY-MM-DDTHH:mm`, into a field's parts: the figures alone, the day first. */
export async function fillDate(within: Page | Locator, label: string, iso: string): Promise<void> {
  const first = dateField(within, label).getByRole("spinbutton").first();
  const [day = "", time = ""] = iso.split("T");
  await first.click();
  await first.page().keyboard.type(day.split("-").reverse().join("") + time.replace(":", ""));
}

/** What a date's parts show: `24/12/2026`, with a time `24/12/2026 10:00`. */
export async function dateShown(within: Page | Locator, label: string): Promise<string> {
  const parts = dateField(within, label).getByRole("spinbutton");
  await parts.first().waitFor();
  const [day, month, year, ...time] = await parts.allInnerTexts();
  return [`${day}/${month}/${year}`, time.join(":")].filter(Boolean).join(" ");
}
