import { atom, getDefaultStore } from "jotai";
import { type Mention, mentions } from "../../src/contract/mentions.ts";
import { call } from "../call.ts";
import { onEvent, onResync } from "../live.ts";
import { onOtherPerson } from "../person.ts";
import { Underway } from "../underway.ts";

/** Where this person was called and has not been since, newest first. */
export const mentionsAtom = atom<readonly Mention[]>([]);

const store = getDefaultStore();
const reading = new Underway<readonly Mention[]>();

function change(by: (now: readonly Mention[]) => readonly Mention[]): void {
  reading.add(by);
  store.set(mentionsAtom, by);
}

/** Reads them from the server; until they come, those of before stay. */
export async function readMentions(): Promise<void> {
  const request = reading.begin();
  const answer = await call(mentions.list).catch(() => undefined);
  if (answer && reading.counts(request)) store.set(mentionsAtom, reading.end(answer));
}

/** The person goes where they were called. */
export function seeMention(id: number): void {
  change((now) => now.filter((one) => one.id !== id));
  call(mentions.seen, { ids: [id] }).catch(() => {});
}

onEvent("mention", (event) => {
  if (event.action === "create") change((now) => [event.record, ...now.filter(({ id }) => id !== event.record.id)]);
  else change((now) => now.filter(({ id }) => !event.ids.includes(id)));
});
// Who may not see the ticket any more is not called there.
onEvent("ticket", (event) => {
  if (event.action !== "delete" && event.action !== "removeFromList") return;
  if (store.get(mentionsAtom).some(({ ticket }) => ticket?.id === event.ticketId)) void readMentions();
});
onResync(readMentions);
onOtherPerson(() => {
  reading.letGo();
  store.set(mentionsAtom, []);
});
