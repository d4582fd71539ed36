import type { LucideIcon } from "lucide-react";
import { X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import css from "./Chip.module.css";

interface ChipProps {
  tone?: "accent" | "success" | "waiting" | "danger";
  /** A tag's own colour: the hue stays, the lightness moves to where the text can be read. */
  hue?: string;
  icon?: LucideIcon;
  /** With it the chip can be taken away; the text is the button's name. */
  remove?: { label: string; onRemove: () => void };
  /** A button of somebody else's, in its place. */
  end?: ReactNode;
  children: ReactNode;
}

export function Chip({ tone, hue, icon: Icon, remove, end, children }: ChipProps) {
  const style = hue ? { "--hue": hue } as CSSProperties : undefined;
  return (
    <span className={css.chip} data-tone={hue ? "hue" : tone} style={style}>
      {Icon && <Icon size={12} aria-hidden />}
      {children}
      {remove && (
        <button type="button" aria-label={remove.label} onClick={remove.onRemove}>
          <X size={12} aria-hidden />
        </button>
      )}
      {end}
    </span>
  );
}
