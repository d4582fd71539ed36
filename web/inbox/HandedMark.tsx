import { ArrowRightLeft } from "lucide-react";
import css from "./HandedMark.module.css";

/** The badge of a ticket that was handed over and waits to be opened; without a label it is only drawn. */
export function HandedMark({ label }: { label?: string }) {
  const voice = label ? { role: "img", "aria-label": label, "data-tooltip": label } : { "aria-hidden": true };
  return (
    <span className={css.mark} {...voice}>
      <ArrowRightLeft size={12} aria-hidden />
    </span>
  );
}
