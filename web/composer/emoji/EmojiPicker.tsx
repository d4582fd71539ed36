import { useLingui } from "@lingui/react/macro";
import { msg } from "@lingui/core/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { Clock } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { SearchField } from "../../ui/SearchField.tsx";
import { type Emoji, emojisIn, findEmojis, recentEmojisAtom, withRecent } from "./emojis.ts";
import css from "./EmojiPicker.module.css";

/** Unicode's groups by their number, without the one of mere parts. */
const GROUPS = [
  { group: 0, icon: "😀", says: msg`Rostos` },
  { group: 1, icon: "👋", says: msg`Pessoas` },
  { group: 3, icon: "🐶", says: msg`Natureza` },
  { group: 4, icon: "🍞", says: msg`Comidas` },
  { group: 5, icon: "🚗", says: msg`Lugares` },
  { group: 6, icon: "🎉", says: msg`Atividades` },
  { group: 7, icon: "💡", says: msg`Objetos` },
  { group: 8, icon: "❤️", says: msg`Símbolos` },
  { group: 9, icon: "🏁", says: msg`Bandeiras` },
] as const;
const RECENT = -1;
/** As many in a row as the sheet is wide; and found at once. */
const COLUMNS = 8, MOST_FOUND = 120;

/** All emojis, by group or by name. */
export default function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t, i18n } = useLingui();
  const recent = useAtomValue(recentEmojisAtom), setRecent = useSetAtom(recentEmojisAtom);
  const [search, setSearch] = useState("");
  const [group, setGroup] = useState<number>(recent.length ? RECENT : 0);
  const all = useEmojis(i18n.locale);
  const grid = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // On a phone this would call up the keyboard over what is to be picked.
  useEffect(() => {
    if (matchMedia("(hover: hover)").matches) field.current?.focus();
  }, []);
  const shown = shownOf(all, { search, group, recent });
  const pick = (emoji: string) => {
    setRecent((now) => withRecent(now, emoji));
    onPick(emoji);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      // Pressed before the names have come, it waits for them.
      void emojisIn(i18n.locale).then((known) => {
        const [first] = shownOf(known, { search, group, recent });
        if (first && grid.current) pick(first.emoji);
      }, () => {});
    }
    walk(event, grid.current!);
  };
  return (
    <div className={css.picker} onKeyDown={onKeyDown}>
      <SearchField
        ref={field}
        label={t`Buscar emojis`}
        placeholder={t`Buscar emojis`}
        value={search}
        onText={setSearch}
      />
      <Groups chosen={search ? undefined : group} onChoose={choose} />
      <div ref={grid} className={css.grid} role="group" aria-label={t`Emojis`}>
        <Buttons of={shown} onPick={pick} />
        {all && shown.length === 0 && <p>{t`Nenhum emoji encontrado`}</p>}
      </div>
    </div>
  );

  function choose(next: number) {
    setSearch("");
    setGroup(next);
    grid.current?.scrollTo(0, 0);
  }
}

/** One of them is in the tab order; the arrows go to the others. */
function Buttons({ of, onPick }: { of: readonly Emoji[]; onPick: (emoji: string) => void }) {
  return of.map(({ emoji, name }, nth) => (
    <button
      key={emoji}
      type="button"
      aria-label={name}
      title={name}
      tabIndex={nth === 0 ? 0 : -1}
      onClick={() => onPick(emoji)}
    >
      {emoji}
    </button>
  ));
}

interface GroupsProps {
  /** None while something is searched for. */
  chosen: number | undefined;
  onChoose: (group: number) => void;
}

function Groups({ chosen, onChoose }: GroupsProps) {
  const { t, i18n } = useLingui();
  return (
    <div className={css.groups} role="group" aria-label={t`Grupos de emojis`}>
      <GroupButton says={t`Usados há pouco`} isChosen={chosen === RECENT} onChoose={() => onChoose(RECENT)}>
        <Clock size={16} aria-hidden />
      </GroupButton>
      {GROUPS.map(({ group: own, icon, says }) => (
        <GroupButton
          key={own}
          says={i18n._(says)}
          isChosen={chosen === own}
          onChoose={() => onChoose(own)}
        >
          {icon}
        </GroupButton>
      ))}
    </div>
  );
}

interface GroupButtonProps {
  says: string;
  isChosen: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

function GroupButton({ says, isChosen, onChoose, children }: GroupButtonProps) {
  return (
    <button type="button" aria-label={says} data-tooltip={says} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  );
}

function useEmojis(language: string): readonly Emoji[] | undefined {
  const [all, setAll] = useState<readonly Emoji[]>();
  useEffect(() => {
    let isWanted = true;
    emojisIn(language).then((emojis) => isWanted && setAll(emojis), () => isWanted && setAll([]));
    return () => void (isWanted = false);
  }, [language]);
  return all;
}

function shownOf(
  all: readonly Emoji[] = [],
  { search, group, recent }: { search: string; group: number; recent: readonly string[] },
): readonly Emoji[] {
  if (search.trim()) return findEmojis(all, search).slice(0, MOST_FOUND);
  if (group !== RECENT) return all.filter((one) => one.group === group);
  return recent.map((emoji) => all.find((one) => one.emoji === emoji) ?? { emoji, name: emoji, words: "", group });
}

/** The arrows go through the grid; from the search they go down into it. */
function walk(event: KeyboardEvent, grid: HTMLElement): void {
  const buttons = [...grid.querySelectorAll("button")];
  const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (here === -1 && event.key !== "ArrowDown") return;
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: here === -1 ? 1 : COLUMNS };
  const step = event.key === "ArrowUp" ? -COLUMNS : steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, here + step))]?.focus();
}
