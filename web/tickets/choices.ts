import { atom } from "jotai";
import { queues } from "../../src/contract/queues.ts";
import { users } from "../../src/contract/users.ts";
import { call } from "../call.ts";
import { meAtom } from "../session.ts";

/** A company's queues and people, read when they are first offered; they seldom change, and with the person. */
export const queuesAtom = atom(async (get) => {
  get(ownerAtom);
  return await call(queues.list);
});

const peopleAtom = atom(async (get) => {
  get(ownerAtom);
  return await call(users.list);
});

/** Both, asked for at once. */
export const choicesAtom = atom(async (get) => {
  const [allQueues, people] = await Promise.all([get(queuesAtom), get(peopleAtom)]);
  return { allQueues, people };
});

const ownerAtom = atom((get) => get(meAtom)?.id);
