import type { CSSProperties } from "react";
import css from "./Dot.module.css";

interface DotProps {
  tone?: "accent" | "success" | "waiting" | "danger";
  /** A queue's or tag's own colour, instead of a tone. */
  hue?: string;
  /** Said to a screen reader; without it the dot is only drawn. */
  label?: string;
}

export function Dot({ tone, hue, label }: DotProps) {
  const voice = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  const style = hue ? { "--hue": hue } as CSSProperties : undefined;
  return <span className={css.dot} data-dot data-tone={hue ? "hue" : tone} style={style} {...voice} />;
}
