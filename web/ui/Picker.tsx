import { Search } from "lucide-react";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type UIEvent,
  use,
  useRef,
} from "react";
import { useEffect, useEffectEvent } from "react";
import {
  Autocomplete,
  AutocompleteStateContext,
  Input,
  ListBox,
  ListBoxItem,
  type ListBoxRenderProps,
  ListLayout,
  TextField,
  Virtualizer,
} from "react-aria-components";
import { AT_ONCE, type Early, useEarlyEnter } from "./earlyEnter.ts";
import css from "./Picker.module.css";

/** More options than these would take their time to be drawn at each letter. */
const MANY = 60;

/** Sees the field's keys first. */
const KeysContext = createContext<(event: KeyboardEvent) => void>(() => {});

interface PickerProps {
  text: string;
  onText: (text: string) => void;
  /** Where the options come from the server. */
  early?: Early;
  /** Holds a `PickerField` and, as long as that is there, a `PickerList`: Esc and Ctrl+K pass through it. */
  children: ReactNode;
}

/** Options below a field that keeps the focus. Whoever uses it finds them, here or on the server. */
export function Picker({ text, onText, early = AT_ONCE, children }: PickerProps) {
  return (
    <KeysContext value={useEarlyEnter(text, early)}>
      <Autocomplete inputValue={text} onInputChange={onText} disableAutoFocusFirst>{children}</Autocomplete>
    </KeysContext>
  );
}

interface PickerFieldProps {
  label: string;
  hasOptions: boolean;
  iconSize?: 16 | 20;
  className?: string;
  children?: ReactNode;
}

/** What is typed here finds the options; arrow keys mark one, Enter takes it. */
export function PickerField({ label, hasOptions, iconSize = 16, className = css.search, children }: PickerFieldProps) {
  const seeFirst = use(KeysContext);
  const see = (event: KeyboardEvent) => {
    seeFirst(event);
    leaveCaretKeys(event);
  };
  return (
    <TextField
      aria-label={label}
      className={className}
      render={(props) => <div {...props} onKeyDownCapture={see} />}
    >
      <Search size={iconSize} aria-hidden />
      <Input autoFocus placeholder={label} role="combobox" aria-expanded={hasOptions} />
      {children}
    </TextField>
  );
}

/** With these the library would take the mark off its option, and Enter would do nothing. */
function leaveCaretKeys(event: KeyboardEvent): void {
  if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) event.stopPropagation();
}

interface PickerListProps<Row extends object> {
  label: string;
  rows: readonly Row[];
  onChoose: (key: string) => void;
  /** How high every row is (px) when there are too many to draw them all. */
  rowSize?: number;
  /** Several may be selected. */
  isMultiple?: boolean;
  /** For lists of which more comes. */
  onScroll?: (event: UIEvent<HTMLElement>) => void;
  className?: string;
  /** Draws a row: a `PickerOption`, or a section of them. */
  children: (row: Row) => ReactNode;
}

export function PickerList<Row extends object>(
  { label, rows, onChoose, rowSize = 40, isMultiple, onScroll, className = css.options, children }: PickerListProps<
    Row
  >,
) {
  const isLong = rows.length > MANY;
  const list = (
    <ListBox
      aria-label={label}
      items={rows}
      className={className}
      data-long={isLong || undefined}
      shouldFocusWrap
      // What is chosen is done at once: the library itself never has anything selected that Esc could take away.
      selectionMode="single"
      selectedKeys={NOTHING}
      onSelectionChange={(keys) => [...keys].forEach((key) => onChoose(String(key)))}
      shouldSelectOnPressUp
      onScroll={onScroll}
      render={(props, { state }) => <MarkedList {...props} aria-multiselectable={isMultiple} state={state} />}
    >
      {children}
    </ListBox>
  );
  if (!isLong) return list;
  return <Virtualizer layout={ListLayout} layoutOptions={{ rowSize, padding: 4 }}>{list}</Virtualizer>;
}

const NOTHING: readonly string[] = [];

interface PickerOptionProps {
  id: string;
  name: string;
  /** Of several; otherwise the marked one counts as selected. */
  isSelected?: boolean;
  className?: string;
  children: ReactNode;
}

export function PickerOption({ id, name, isSelected, className = css.option, children }: PickerOptionProps) {
  return (
    <ListBoxItem
      id={id}
      textValue={name}
      className={className}
      render={(props, { isFocused }) => (
        <div {...props as ComponentProps<"div">} aria-selected={isSelected ?? isFocused} />
      )}
    >
      {children}
    </ListBoxItem>
  );
}

interface MarkedListProps extends ComponentProps<"div"> {
  state: ListBoxRenderProps["state"];
}

/**
 * The list, in which one option is marked as long as the field has the focus: the first of those found for a text, even
 * when others come above it, until the person points at another. The library alone marks one only while letters are added,
 * and tells of it half a second late, when the one of before may be gone.
 */
function MarkedList({ state: { collection, selectionManager: marks }, ...list }: MarkedListProps) {
  const text = use(AutocompleteStateContext)!.inputValue;
  const last = useRef({ text, first: null as string | number | null });
  const keepMarked = useEffectEvent(() => {
    // Phones' screen readers bring the focus itself into the list, which then can be tabbed to.
    if (list.tabIndex !== undefined || document.activeElement?.getAttribute("aria-controls") !== list.id) return;
    const { focusedKey } = marks;
    const isOther = focusedKey !== null && collection.getItem(focusedKey) !== null &&
      focusedKey !== last.current.first && text === last.current.text;
    last.current = { text, first: firstOption(collection) };
    marks.setFocused(true);
    if (!isOther) marks.setFocusedKey(last.current.first);
  });
  useEffect(() => keepMarked());
  useEffect(() => {
    // The library sends events of its own when it moves the mark.
    const follow = ({ isTrusted }: Event) => isTrusted && keepMarked();
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
  const point = ({ target }: PointerEvent) => {
    const key = (target as Element).closest<HTMLElement>("[role=option]")?.dataset.key;
    if (key !== undefined) marks.setFocusedKey(key);
  };
  return <div {...list} onPointerMove={point} />;
}

/** Sections and their headings are not chosen. */
function firstOption(collection: ListBoxRenderProps["state"]["collection"]): string | number | null {
  let key = collection.getFirstKey();
  while (key !== null && collection.getItem(key)?.type !== "item") key = collection.getKeyAfter(key);
  return key;
}
