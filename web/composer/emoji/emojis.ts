import { atomWithStorage } from "jotai/utils";
import { folded } from "../../../src/shared/folded.ts";

/** One emoji with its name and further words for it, in the person's language. */
export interface Emoji {
  emoji: string;
  name: string;
  words: string;
  group: number;
}

/** The names are Unicode's (CLDR), by way of emojibase; vite.config.ts leaves only these four parts of each row. */
const NAMES: Record<string, () => Promise<{ default: readonly [string, string, string, number][] }>> = {
  pt: () => import("emojibase-data/pt/compact.json") as never,
  en: () => import("emojibase-data/en/compact.json") as never,
  es: () => import("emojibase-data/es/compact.json") as never,
};

const read = new Map<string, Promise<readonly Emoji[]>>();

export function emojisIn(language: string): Promise<readonly Emoji[]> {
  const known = read.get(language) ?? load(language);
  read.set(language, known);
  known.catch(() => read.delete(language));
  return known;
}

async function load(language: string): Promise<readonly Emoji[]> {
  const { default: rows } = await (NAMES[language] ?? NAMES.pt!)();
  return rows.map(([emoji, name, words, group]) => ({ emoji, name, words, group }));
}

/** What is found by all of its words, at the beginning of one of theirs; accents don't matter. */
export function findEmojis(all: readonly Emoji[], search: string): readonly Emoji[] {
  const wanted = folded(search).split(/\s+/).filter(Boolean);
  return all.filter(({ name, words }) => {
    const text = ` ${folded(`${name} ${words}`)}`;
    return wanted.every((word) => text.includes(` ${word}`));
  });
}

/** Lately used ones, the latest first, kept on this device. */
export const recentEmojisAtom = atomWithStorage<readonly string[]>("recentEmojis", [], undefined, { getOnInit: true });
const MOST_RECENT = 24;

export function withRecent(recent: readonly string[], emoji: string): readonly string[] {
  return [emoji, ...recent.filter((one) => one !== emoji)].slice(0, MOST_RECENT);
}
