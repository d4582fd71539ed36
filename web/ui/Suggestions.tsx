import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import css from "./Suggestions.module.css";

/** Where a field asks first whether a key is for the suggestions. */
export type SuggestionKeys = RefObject<((event: KeyboardEvent) => boolean) | null>;

interface SuggestionsProps<Row> {
  label: string;
  /** How many there are, said to a screen reader. */
  count: (count: number) => string;
  /** What asked for them: other words begin at the first suggestion again, and are not dismissed. */
  asked: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  draw: (row: Row) => ReactNode;
  /** They are on their way: Enter must not send what is only their shortcut. */
  isEarly?: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  keys: SuggestionKeys;
  onTake: (row: Row) => void;
  className?: string;
}

/**
 * What fits the word that is being typed, above its field, which keeps the focus. The library's Autocomplete is for a field
 * of one line: it takes Home, End and the arrows from it, and its spelling aid.
 */
export function Suggestions<Row>(props: SuggestionsProps<Row>) {
  const { count: countText, asked, isEarly = false, field, keys, onTake } = props;
  const id = useId();
  const [dismissed, setDismissed] = useState<string>();
  const [pointed, setPointed] = useState(0);
  const rows = asked === dismissed ? [] : props.rows;
  const count = rows.length, active = Math.min(pointed, count - 1);
  const take = (index: number) => {
    onTake(rows[index]!);
    field.current?.focus();
  };
  keys.current = (event) => {
    const isHeldBack = isEarly && event.key === "Enter" && asked !== dismissed;
    if (isHeldBack) event.preventDefault();
    if (count === 0 || event.nativeEvent.isComposing) return isHeldBack;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) setPointed((active + by + count) % count);
    else if (event.key === "Escape") setDismissed(asked);
    else if (["Enter", "Tab"].includes(event.key) && !event.shiftKey) take(active);
    else return isHeldBack;
    event.preventDefault();
    return true;
  };
  useEffect(() => () => void (keys.current = null), [keys]);
  useEffect(() => setPointed(0), [asked]);
  useSpokenBy(field, count > 0 ? `${id}-${active}` : undefined, id);
  return (
    <>
      <p className="visually-hidden" role="status">{count > 0 && countText(count)}</p>
      {count > 0 && <Listed {...props} rows={rows} id={id} active={active} onPoint={setPointed} onTake={take} />}
    </>
  );
}

interface ListedProps<Row> extends Omit<SuggestionsProps<Row>, "onTake"> {
  id: string;
  active: number;
  onPoint: (index: number) => void;
  onTake: (index: number) => void;
}

function Listed<Row>({ id, label, rows, keyOf, draw, active, onPoint, onTake, className }: ListedProps<Row>) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <ul id={id} className={`${css.suggestions} ${className ?? ""}`} role="listbox" aria-label={label} tabIndex={-1}>
      {rows.map((row, index) => (
        <li
          key={keyOf(row)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() =>
            index !== active && onPoint(index)}
          onClick={() =>
            onTake(index)}
        >
          {draw(row)}
        </li>
      ))}
    </ul>
  );
}

/** The words of a suggestion, on one line. */
export const suggestionLabelClass = css.label!;

/** Lets a screen reader say at the field which suggestion is pointed at. */
function useSpokenBy(field: RefObject<HTMLTextAreaElement | null>, active: string | undefined, list: string): void {
  useEffect(() => {
    const element = field.current;
    if (!element || !active) return;
    element.setAttribute("aria-controls", list);
    element.setAttribute("aria-activedescendant", active);
    return () => {
      element.removeAttribute("aria-controls");
      element.removeAttribute("aria-activedescendant");
    };
  }, [field, active, list]);
}
