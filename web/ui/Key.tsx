import type { ReactNode } from "react";
import css from "./Key.module.css";

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className={css.key}>{children}</kbd>;
}
