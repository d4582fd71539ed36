import { useLingui } from "@lingui/react/macro";
import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import { placeBeside } from "./place.ts";
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

/** A field in which typing offers choices: arrows walk through them, Enter takes one, Esc closes the list. */
export function ComboBox<Option extends { id: number }>(props: ComboBoxProps<Option>) {
  const { label, hint, error, name, placeholder, text, onText, options, onChoose, note, autoFocus, children } = props;
  const { t } = useLingui();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useFloating(input, isOpen, options.length);
  const active = isOpen ? options[at] : undefined;
  useEffect(() => setAt(0), [options]);

  const choose = (option: Option) => {
    setOpen(false);
    onChoose(option);
  };
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (isOpen && options.length) setAt((at + step + options.length) % options.length);
      setOpen(true);
    }
    if (event.key === "Enter" && active) {
      event.preventDefault();
      choose(active);
    }
    // What lies around it, a dialog, stays open.
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={field.input}>
          <input
            {...control}
            ref={input}
            name={name}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active && `${id}-${active.id}`}
            autoComplete="off"
            autoFocus={autoFocus}
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              onText(event.target.value);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={walk}
          />
          <ChevronsUpDown size={16} aria-hidden />
          <div ref={list} popover="manual" className={css.list} onPointerDown={(event) => event.preventDefault()}>
            <ul id={`${id}-list`} role="listbox" aria-label={t`Sugestões`}>
              {options.map((option, index) => (
                <li
                  key={option.id}
                  id={`${id}-${option.id}`}
                  role="option"
                  aria-selected={index === at}
                  onPointerMove={() => setAt(index)}
                  onClick={() => choose(option)}
                >
                  {children(option)}
                </li>
              ))}
            </ul>
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
    floating.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [isOpen, length]);
  return list;
}
