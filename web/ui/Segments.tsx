import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Radio, RadioGroup } from "react-aria-components";
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
  return (
    <RadioGroup
      className={classes(css.segments, className)}
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(chosen) => onValue(chosen as V)}
    >
      {options.map(({ value: own, label, icon: Icon, end }) => (
        <Radio key={own} value={own} data-tooltip={Icon && label}>
          {Icon ? <Icon size={16} aria-hidden /> : label}
          {Icon && <span className="visually-hidden">{label}</span>}
          {end}
        </Radio>
      ))}
    </RadioGroup>
  );
}
