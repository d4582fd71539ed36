import { useLingui } from "@lingui/react/macro";
import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import { OptionList } from "./OptionList.tsx";
import { placeBeside } from "./place.ts";
import { useOptions } from "./useOptions.ts";
import field from "./Field.module.css";
import css from "./ComboBox.module.css";

interface ComboBoxProps<Option> extends FieldProps {
  name?: string;
  placeholder?: string;
  /** What is typed, or the name of what was chosen. */
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  onChoose: (option: Option) => void;
  /** Said below the options, or in their place: what to type, that nothing was found. */
  note?: ReactNode;
  autoFocus?: boolean;
  children: (option: Option) => ReactNode;
}

/** A field in which typing offers choices that float below it; Esc closes them. */
export function ComboBox<Option extends { id: number }>(props: ComboBoxProps<Option>) {
  const { label, hint, error, name, placeholder, text, onText, options, onChoose, note, autoFocus, children } = props;
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const floating = useFloating(input, isOpen, options.length);
  const { reset, ...choices } = useOptions({
    count: isOpen ? options.length : 0,
    onChoose(index) {
      setOpen(false);
      onChoose(options[index]!);
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (choices.onKeyDown(event)) return;
    if (event.key === "ArrowDown") setOpen(true);
    if (event.key !== "Escape" || !isOpen) return;
    // What lies around it, a dialog, stays open.
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={field.input}>
          <input
            {...control}
            {...choices.field}
            ref={input}
            name={name}
            autoComplete="off"
            autoFocus={autoFocus}
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              onText(event.target.value);
              reset();
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
          />
          <ChevronsUpDown size={16} aria-hidden />
          <div ref={floating} popover="manual" className={css.list}>
            <OptionList
              {...choices.list}
              className={css.options}
              label={t`Sugestões`}
              options={options.map((option) => ({ key: option.id, content: children(option) }))}
            />
            {note && <p role="status">{note}</p>}
          </div>
        </span>
      )}
    </Field>
  );
}

/** The list floats below its field, as wide as it, above whatever dialog it stands in. */
function useFloating(input: { current: HTMLInputElement | null }, isOpen: boolean, length: number) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [floating, box] = [list.current!, input.current!.parentElement!];
    floating.togglePopover(isOpen);
    if (!isOpen) return;
    floating.style.inlineSize = `${box.offsetWidth}px`;
    placeBeside(floating, box, "start");
  }, [isOpen, length]);
  return list;
}
