import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import css from "./Segments.module.css";

interface SegmentsProps<V extends string> {
  label: string;
  value: V;
  onValue: (value: V) => void;
  /** With an icon the label is only its name. */
  options: readonly { value: V; label: string; icon?: LucideIcon; end?: ReactNode }[];
  className?: string;
}

/** A few choices side by side, one of them taken; arrow keys move between them. */
export function Segments<V extends string>({ label, value, onValue, options, className }: SegmentsProps<V>) {
  const name = useId();
  return (
    <div className={classes(css.segments, className)} role="radiogroup" aria-label={label}>
      {options.map(({ value: own, label, icon: Icon, end }) => (
        <label key={own} data-tooltip={Icon && label}>
          <input type="radio" name={name} value={own} checked={own === value} onChange={() => onValue(own)} />
          {Icon ? <Icon size={16} aria-hidden /> : label}
          {Icon && <span className="visually-hidden">{label}</span>}
          {end}
        </label>
      ))}
    </div>
  );
}
