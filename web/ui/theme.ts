import { atom, getDefaultStore } from "jotai";

export type Theme = "system" | "light" | "dark";

/** The theme chosen on this device; `public/theme.js` applies it before anything is drawn. */
export const themeAtom = atom((localStorage.getItem("theme") as Theme | null) ?? "system");

export function chooseTheme(theme: Theme): void {
  getDefaultStore().set(themeAtom, theme);
  if (theme === "system") {
    localStorage.removeItem("theme");
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
  }
}
