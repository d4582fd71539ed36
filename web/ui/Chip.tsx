import type { LucideIcon } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import css from "./Chip.module.css";

interface ChipProps {
  tone?: "accent" | "success" | "waiting" | "danger";
  /** A tag's own colour: the hue stays, the lightness moves to where the text can be read. */
  hue?: string;
  icon?: LucideIcon;
  /** A button with which it is taken away. */
  end?: ReactNode;
  children: ReactNode;
}

export function Chip({ tone, hue, icon: Icon, end, children }: ChipProps) {
  const style = hue ? { "--hue": hue } as CSSProperties : undefined;
  return (
    <span className={css.chip} data-tone={hue ? "hue" : tone} style={style}>
      {Icon && <Icon size={12} aria-hidden />}
      {children}
      {end}
    </span>
  );
}
