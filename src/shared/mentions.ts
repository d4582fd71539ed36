import { folded } from "./folded.ts";

interface Named {
  id: number;
  name: string;
}

/** Somebody who is called in a text, and by which words of it. */
export interface Called {
  userId: number;
  written: string;
}

/** More people in one message than this are not called by it. */
const MOST_CALLED = 50;
/** So many signs are looked behind: a text of nothing else must cost no more than another. */
const MOST_SIGNS = 200;
/** More tickets in one message than this get no card. */
const MOST_TICKETS = 5;

/**
 * Who is called by `@` and their name: the whole of it, or the first name of somebody who alone has it. Capitals and
 * accents don't matter. Two people with the same whole name are both meant.
 */
export function calledIn(text: string, people: readonly Named[]): Called[] {
  if (!text.includes("@")) return [];
  const names = namesOf(people);
  const called = new Map<number, string>();
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])@/gu).take(MOST_SIGNS)) {
    const rest = folded(text.slice(index + 1, index + 1 + LONGEST_NAME));
    const found = names.find(({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)));
    if (!found) continue;
    const written = text.slice(index, index + 1 + found.length);
    for (const id of found.ids) if (!called.has(id)) called.set(id, written);
  }
  return [...called].slice(0, MOST_CALLED).map(([userId, written]) => ({ userId, written }));
}

const LONGEST_NAME = 60;

/** By which names people answer, the longest first. `length` is that of the name as it is written. */
function namesOf(people: readonly Named[]) {
  const ids = new Map<string, { length: number; ids: number[] }>();
  const add = (name: string, id: number) => {
    const known = ids.get(folded(name));
    if (known) known.ids.push(id);
    else if (name) ids.set(folded(name), { length: name.length, ids: [id] });
  };
  for (const { id, name } of people) add(name, id);
  for (const { id, name } of people) {
    const short = callNameOf({ id, name }, people);
    if (short !== name) add(short, id);
  }
  return [...ids].map(([name, rest]) => ({ name, ...rest })).sort((a, b) => b.name.length - a.name.length);
}

/** How somebody is called by all who are there: by the first name, or by the whole where another has the same first. */
export function callNameOf({ id, name }: Named, people: readonly Named[]): string {
  const [first = name] = name.split(" ");
  const isTaken = people.some((other) => other.id !== id && folded(other.name.split(" ")[0]!) === folded(first));
  return isTaken ? name : first;
}

/** The numbers of the tickets that a text speaks of by `#4819`. */
export function ticketsIn(text: string): number[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}#&/])#([1-9]\d{0,8})(?![\p{L}\p{N}])/gu)].map(([, id]) => Number(id));
  return [...new Set(found)].slice(0, MOST_TICKETS);
}
