import { type ReactNode, useEffect } from "react";
import { classes } from "./classes.ts";
import css from "./OptionList.module.css";

interface OptionListProps {
  id: string;
  label: string;
  active: number;
  onChoose: (index: number) => void;
  onPoint: (index: number) => void;
  options: readonly { key: string | number; content: ReactNode; isSelected?: boolean }[];
  /** Several may be selected. */
  multiple?: boolean;
  className?: string;
}

/** What `useOptions` moves through; the focus stays in the field. */
export function OptionList(
  { id, label, active, onChoose, onPoint, options, multiple, className }: OptionListProps,
) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <ul
      id={id}
      className={classes(css.options, className)}
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple}
      tabIndex={-1}
    >
      {options.map(({ key, content, isSelected = false }, index) => (
        <li
          key={key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={multiple ? isSelected : index === active}
          data-active={index === active || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => index !== active && onPoint(index)}
          onClick={() => onChoose(index)}
        >
          {content}
        </li>
      ))}
    </ul>
  );
}
