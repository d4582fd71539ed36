import { atom, getDefaultStore } from "jotai";
import { type Draft, drafts, MOST_DRAFTS } from "../../src/contract/drafts.ts";
import { call, CallError } from "../call.ts";
import { onResync, onReturn } from "../live.ts";
import { beforeLogout } from "../log_out.ts";
import { meAtom } from "../session.ts";
import { onOtherPerson } from "../person.ts";

type Texts = Readonly<Record<number, string>>;

/** Unsent texts by ticket id: kept here first, so that nothing waits, and on the server for the person's other devices. */
export const draftsAtom = atom<Texts>({});

const store = getDefaultStore();
/** A draft is saved on the server this long (ms) after its last change. */
const SAVE_AFTER = 1000;

/** Tickets whose draft the server does not have yet. It outlives a reload, too. */
let unsaved = new Set<number>();
const clocks = new Map<number, ReturnType<typeof setTimeout>>();

export function keepDraft(ticketId: number, text: string): void {
  if ((store.get(draftsAtom)[ticketId] ?? "") === text) return;
  if (ticketId > 0 || text) unsaved.add(ticketId);
  else unsaved.delete(ticketId);
  put(withDraft(store.get(draftsAtom), ticketId, text), ticketId);
  clearTimeout(clocks.get(ticketId));
  clocks.set(ticketId, setTimeout(() => void save(ticketId), SAVE_AFTER));
}

/** Another's draft beside what is kept here already, if anything is. */
export function addToDraft(ticketId: number, text: string): void {
  keepDraft(ticketId, [text, store.get(draftsAtom)[ticketId]].filter(Boolean).join("\n"));
}

export function withDraft(texts: Texts, ticketId: number, text: string): Texts {
  const { [ticketId]: _, ...others } = texts;
  // Numeric keys stand in ascending order, so the drafts of the oldest tickets are the first to be forgotten.
  return Object.fromEntries(
    Object.entries(text.trim() ? { ...others, [ticketId]: text } : others).slice(-MOST_DRAFTS),
  );
}

/** What the server has, with what it does not have yet from here. */
export function merged(own: Texts, unsaved: ReadonlySet<number>, server: readonly Draft[]): Texts {
  const known = server.filter(({ ticketId }) => !unsaved.has(ticketId)).map(({ ticketId, body }) => [ticketId, body]);
  const here = Object.entries(own).filter(([ticketId]) => unsaved.has(Number(ticketId)));
  return Object.fromEntries([...known, ...here]);
}

async function save(ticketId: number): Promise<void> {
  // What is written elsewhere than to a ticket stays on this device.
  if (ticketId < 0) return;
  const person = store.get(meAtom)?.id;
  const body = store.get(draftsAtom)[ticketId] ?? "";
  try {
    await call(drafts.save, { id: ticketId, body });
  } catch (error) {
    // Refused for good: it stays on this device. All else is tried again when the line is back.
    if (!(error instanceof CallError) || error.status < 400 || error.status >= 500) return;
  }
  if (store.get(meAtom)?.id !== person || (store.get(draftsAtom)[ticketId] ?? "") !== body) return;
  unsaved.delete(ticketId);
  put(store.get(draftsAtom), ticketId);
}

async function fetchDrafts(): Promise<void> {
  const person = store.get(meAtom)?.id;
  if (person === undefined) return;
  const server = await call(drafts.list).catch(() => undefined);
  if (!server || store.get(meAtom)?.id !== person) return;
  put(merged(store.get(draftsAtom), unsaved, server));
  for (const ticketId of unsaved) void save(ticketId);
}

interface Stored {
  texts: Texts;
  unsaved: readonly number[];
}

function keyNow(): string | undefined {
  const me = store.get(meAtom);
  return me ? `drafts-${me.id}` : undefined;
}

/** Keeps them here, those of this tab beside what another one has not saved yet; `changed` is this one's as it is now. */
function put(texts: Texts, changed?: number): void {
  store.set(draftsAtom, texts);
  const key = keyNow();
  if (!key) return;
  const before = stored(), others = before.unsaved.filter((id) => id !== changed && !unsaved.has(id));
  const beside = Object.fromEntries(others.flatMap((id) => id in before.texts ? [[id, before.texts[id]!]] : []));
  const all: Stored = { texts: { ...texts, ...beside }, unsaved: [...unsaved, ...others] };
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // This device keeps no more; the server does.
  }
}

function stored(): Stored {
  const key = keyNow();
  try {
    const { texts = {}, unsaved = [] } = JSON.parse((key && localStorage.getItem(key)) || "{}") as Partial<Stored>;
    return { texts, unsaved };
  } catch {
    return { texts: {}, unsaved: [] };
  }
}

function readDrafts(): void {
  for (const clock of clocks.values()) clearTimeout(clock);
  const { texts, unsaved: left } = stored();
  unsaved = new Set(left);
  store.set(draftsAtom, texts);
  void fetchDrafts();
}

readDrafts();
onOtherPerson(readDrafts);
// They go from this device with the person, so the server has the last of them first.
beforeLogout(() => Promise.all([...unsaved].map(save)));
onResync(fetchDrafts);
onReturn(() => {
  for (const ticketId of unsaved) void save(ticketId);
});
