import { type Atom, atom, getDefaultStore } from "jotai";
import { unwrap } from "jotai/utils";
import { queues } from "../../src/contract/queues.ts";
import { users } from "../../src/contract/users.ts";
import { call } from "../call.ts";
import { onEvent } from "../live.ts";
import { meAtom } from "../session.ts";
import { onAskedAnew } from "../ui/part.ts";

/** A company's queues and people: read when they are first offered, and again when one of them was changed. */
export const queuesAtom = keptWhileReading(() => call(queues.list));
const peopleAtom = keptWhileReading(() => call(users.list));

/** Both, asked for at once. */
export const choicesAtom = keptWhileReading(async (get) => {
  const [allQueues, people] = await Promise.all([get(queuesAtom), get(peopleAtom)]);
  return { allQueues, people };
});

const ownerAtom = atom((get) => get(meAtom)?.id);

/** Counts how often they changed. */
const changesAtom = atom(0);
/** What was read is read anew. */
export const noteChange = () => getDefaultStore().set(changesAtom, (count) => count + 1);
onEvent("queue", noteChange);
onEvent("user", (change) => change.isEdited && noteChange());

/** What is being read. */
const underway = new Set<Promise<unknown>>();

// An atom keeps the failure of what could not be read, too.
onAskedAnew(async () => {
  noteChange();
  // What was still on its way is asked for again at once, and may fail with nobody there any more who would see it.
  const ends = await Promise.allSettled(underway);
  if (ends.some(({ status }) => status === "rejected")) noteChange();
});

function noted<T>(reading: Promise<T>): Promise<T> {
  underway.add(reading);
  const end = () => void underway.delete(reading);
  reading.then(end, end);
  return reading;
}

/** What is read anew is shown as it was meanwhile, so that no open dialog vanishes; never to another person. */
export function keptWhileReading<T>(read: (get: <V>(atom: Atom<V>) => V) => Promise<T>): Atom<T | Promise<T>> {
  const readAtom = atom(async (get) => {
    get(changesAtom);
    return { owner: get(ownerAtom), value: await noted(read(get)) };
  });
  const keptAtom = unwrap(readAtom, (before) => before);
  return atom((get) => {
    const kept = get(keptAtom);
    return kept && kept.owner === get(ownerAtom) ? kept.value : get(readAtom).then(({ value }) => value);
  });
}
