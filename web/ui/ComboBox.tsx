import { useLingui } from "@lingui/react/macro";
import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, use, useEffect, useRef } from "react";
import {
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Virtualizer,
} from "react-aria-components";
import { useEarlyEnter } from "./earlyEnter.ts";
import { Below, type FieldProps } from "./Field.tsx";
import fieldCss from "./Field.module.css";
import css from "./ComboBox.module.css";

/** More options than these would take their time to be drawn; all of them are as high as ComboBox.module.css says (px). */
const MANY = 60, ROWS = { rowSize: 40, padding: 4 };

interface ComboBoxProps<Option> extends FieldProps {
  name?: string;
  placeholder?: string;
  /** What is typed, or the name of what was chosen. */
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  /** The options for what is typed are still on their way. */
  isAwaited?: boolean;
  chosen?: Option | null;
  onChoose: (option: Option) => void;
  /** As which it stands in the field, and is said aloud. */
  nameOf: (option: Option) => string;
  /** The person goes on to something else. */
  onLeave?: () => void;
  /** Said below the options, or in their place: what to type, that nothing was found. */
  note?: ReactNode;
  autoFocus?: boolean;
  children: (option: Option) => ReactNode;
}

/** A field in which typing offers choices that float below it; Esc closes them. */
export function ComboBox<Option extends { id: number }>(props: ComboBoxProps<Option>) {
  const { label, hint, error, name, placeholder, autoFocus, note, children } = props;
  const { text, onText, options, isAwaited = false, chosen, onChoose, nameOf, onLeave } = props;
  const { t } = useLingui();
  const [first] = options;
  return (
    // The library puts something of its own beside it, which nothing around it is to see.
    <div className={fieldCss.whole}>
      <AriaComboBox
        className={fieldCss.field}
        validationBehavior="aria"
        isInvalid={Boolean(error)}
        // Whoever asks the server has found these; what was typed stays, chosen or not.
        items={options}
        allowsCustomValue
        allowsEmptyCollection={Boolean(note)}
        inputValue={text}
        onInputChange={onText}
        value={chosen?.id ?? null}
        onSelectionChange={(key) => {
          const option = options.find(({ id }) => id === key);
          if (option) onChoose(option);
        }}
        onBlur={onLeave}
      >
        <Label>{label}</Label>
        <TypedInto
          {...{ name, autoFocus, placeholder, text, isAwaited }}
          onFirst={first && (() => onChoose(first))}
        />
        <Below hint={hint} error={error} />
        <Popover offset={4} containerPadding={8} className={css.list} data-covers="popover">
          <Drawn isLong={options.length > MANY}>
            <ListBox
              aria-label={t`Sugestões`}
              autoFocus="first"
              className={css.options}
              data-long={options.length > MANY || undefined}
            >
              {(option: Option) => (
                <ListBoxItem id={option.id} textValue={nameOf(option)} className={css.option}>
                  {children(option)}
                </ListBoxItem>
              )}
            </ListBox>
          </Drawn>
          {note && <p role="status">{note}</p>}
        </Popover>
      </AriaComboBox>
    </div>
  );
}

/** Of a long list, only what is in view. */
function Drawn({ isLong, children }: { isLong: boolean; children: ReactNode }) {
  if (!isLong) return children;
  return <Virtualizer layout={ListLayout} layoutOptions={ROWS}>{children}</Virtualizer>;
}

interface TypedIntoProps {
  name?: string;
  autoFocus?: boolean;
  placeholder?: string;
  text: string;
  isAwaited: boolean;
  /** Takes the first option; nothing where there is none. */
  onFirst?: () => void;
}

/** A press on it opens the list, too; Enter takes the first, unless another is pointed at; and Esc closes the list alone. */
function TypedInto({ text, isAwaited, onFirst, ...input }: TypedIntoProps) {
  // There is none while the library only gathers the options.
  const state = use(ComboBoxStateContext);
  const first = state?.isOpen && state.selectionManager.focusedKey === null ? state.collection.getFirstKey() : null;
  useEffect(() => {
    // After the list's own beginning, which points at nothing when its first options have just come.
    if (first !== null) queueMicrotask(() => state?.selectionManager.setFocusedKey(first));
  });
  const field = useRef<HTMLInputElement>(null);
  useFollowing(field);
  const seeKey = useEarlyEnter(text, {
    isAwaited,
    takeFirst: () => {
      onFirst?.();
      // What is said in place of options stays.
      if (onFirst) state?.close();
    },
  });
  const see = (event: KeyboardEvent) => {
    seeKey(event);
    if (event.key !== "Escape" || !state?.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    state.revert();
  };
  return (
    <Group
      role="presentation"
      className={fieldCss.input}
      render={(props) => <div {...props} onKeyDownCapture={see} />}
    >
      <Input {...input} ref={field} onClick={() => state?.isOpen || state?.open(null, "manual")} />
      <ChevronsUpDown size={16} aria-hidden />
    </Group>
  );
}

/**
 * Keeps the list open and below its field when what is around them scrolls, as a phone's page does when the keyboard comes
 * up. By itself the library closes it, but for half a second after the viewport was resized.
 */
function useFollowing(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const input = field.current;
      if (input?.ariaExpanded !== "true" || target === input) return;
      // As if it had been resized: the library then puts the list in its place again. Out of sight it may close it.
      if (target instanceof Node && target.contains(input) && isSeenIn(target, input)) {
        visualViewport?.dispatchEvent(new Event("resize"));
      }
    };
    // Older than the library's own listener, which comes with the list, and so asked before it.
    addEventListener("scroll", follow, true);
    return () => removeEventListener("scroll", follow, true);
  }, []);
}

function isSeenIn(pane: Node, input: HTMLElement): boolean {
  const { top, bottom } = pane instanceof Element ? pane.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  const own = input.getBoundingClientRect();
  return own.bottom > top && own.top < bottom;
}
