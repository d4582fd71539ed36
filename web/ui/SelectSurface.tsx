import { Check } from "lucide-react";
import type { KeyboardEvent, ReactNode, Ref } from "react";
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import { classes } from "./classes.ts";
import css from "./SelectSurface.module.css";
import popover from "./Popover.module.css";

export interface Choice {
  value: string;
  label: string;
}

interface SelectSurfaceProps {
  /** Its name, where no `above` says it. */
  label?: string;
  options: readonly Choice[];
  name?: string;
  value?: string;
  onText?: (value: string) => void;
  disabled?: boolean;
  isInvalid?: boolean;
  autoFocus?: boolean;
  submits?: boolean;
  "aria-busy"?: boolean;
  className?: string;
  buttonClass: string;
  /** A label, and what is said below it. */
  above?: ReactNode;
  below?: ReactNode;
  /** In the button, before and behind what is chosen. */
  start?: ReactNode;
  end?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that says what is chosen, and the list that hangs from it. */
export function SelectSurface(props: SelectSurfaceProps) {
  const { label, options, value, onText, disabled, isInvalid, className, buttonClass, above, below, ...rest } = props;
  const { start, end, autoFocus, submits, ...button } = rest;
  const submit = (event: KeyboardEvent) => {
    const { target } = event;
    // What happens in the list comes by here, too.
    if (!submits || event.key !== "Enter" || !value || !(target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    event.stopPropagation();
    target.form?.requestSubmit();
  };
  return (
    <Select
      className={className}
      autoFocus={autoFocus}
      aria-label={label}
      validationBehavior="aria"
      placeholder=""
      value={value === undefined ? null : keyOf(value)}
      onChange={(key) => key !== null && onText?.(valueOf(String(key)))}
      isDisabled={disabled}
      isInvalid={isInvalid}
    >
      {above}
      <span className={css.trigger} onKeyDownCapture={submit}>
        <Button {...button} className={classes(css.button, buttonClass)}>
          {start}
          <SelectValue className={css.value}>{({ selectedText }) => selectedText}</SelectValue>
          {end}
        </Button>
      </span>
      {below}
      <Popover offset={4} containerPadding={8} className={classes(popover.popover, css.popover)} data-covers="popover">
        <ListBox className={css.list}>
          {options.map((one) => (
            <ListBoxItem
              key={one.value}
              id={keyOf(one.value)}
              textValue={one.label}
              className={css.option}
            >
              <span>{one.label}</span>
              <Check size={16} aria-hidden />
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

/** No value is a choice, too, but not a key. */
function keyOf(value: string): string {
  return `=${value}`;
}

function valueOf(key: string): string {
  return key.slice(1);
}
