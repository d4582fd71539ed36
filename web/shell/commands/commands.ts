import type { LucideIcon } from "lucide-react";
import { folded } from "../../list/folded.ts";

/** Something the command bar can do or lead to. */
export interface Command {
  key: string;
  label: string;
  icon?: LucideIcon;
  avatar?: { id: number; name: string; src: string | null };
  /** Quietly after the label: a number, the last words. */
  more?: string;
  queue?: { name: string; color: string };
  /** At the row's end: a key, or what choosing it does. */
  shortcut?: string;
  end?: string;
  run(): void;
}

export interface Section {
  key: string;
  title: string;
  commands: readonly Command[];
}

/** Sections that have something to show. */
export function filled(sections: readonly Section[]): Section[] {
  return sections.filter(({ commands }) => commands.length > 0);
}

/** Of these those whose label has every typed word at the beginning of one of its own; all when nothing is typed. */
export function matching<One extends { label: string }>(all: readonly One[], text: string): One[] {
  const wanted = folded(text).split(/\s+/).filter(Boolean);
  return all.filter(({ label }) => {
    const words = folded(label).split(/[\s-]+/);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

/** A label parted at the first place where a word begins with what was typed. */
export function partsOf(label: string, text: string): { text: string; isHit: boolean }[] {
  const [wanted = ""] = folded(text).split(/\s+/);
  const letters = [...label.normalize("NFC")];
  const plain = letters.map((letter) => folded(letter) || letter);
  const begins = (at: number) => at === 0 || /[\s-]/.test(letters[at - 1]!);
  const at = wanted ? plain.findIndex((_, i) => begins(i) && plain.slice(i).join("").startsWith(wanted)) : -1;
  if (at === -1) return [{ text: label, isHit: false }];
  const end = at + [...wanted].length;
  return [[0, at, false], [at, end, true], [end, letters.length, false]]
    .map(([from, to, isHit]) => ({
      text: letters.slice(from as number, to as number).join(""),
      isHit: isHit as boolean,
    }))
    .filter((part) => part.text !== "");
}
