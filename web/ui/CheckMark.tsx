import { Check, Minus } from "lucide-react";
import css from "./Checkbox.module.css";

/** The box that is drawn; the browser's own lies over it, unseen. */
export function CheckMark() {
  return (
    <span className={css.box} aria-hidden>
      <Check size={12} className={css.check} />
      <Minus size={12} className={css.minus} />
    </span>
  );
}

/** How the label around a box of the browser's own looks. */
export const checkboxClass = css.checkbox!;
