import { atom, getDefaultStore } from "jotai";
import * as z from "zod/mini";
import { meAtom } from "../session.ts";
import { changeOutgoing, dropOutgoing, kept, type Outgoing, restored } from "./outgoing.ts";

/** Everything that was sent here and is not yet acknowledged, oldest first. Texts among it outlive the page. */
export const outgoingAtom = atom<readonly Outgoing[]>([]);

const store = getDefaultStore();

export function findOutgoing(localId: string): Outgoing | undefined {
  return store.get(outgoingAtom).find((one) => one.localId === localId);
}

export function addOutgoing(more: readonly Outgoing[]): void {
  set([...store.get(outgoingAtom), ...more]);
}

export function noteOutgoing(localId: string, by: Partial<Outgoing>): void {
  set(changeOutgoing(store.get(outgoingAtom), localId, by));
}

export function forgetOutgoing(localId: string): void {
  set(dropOutgoing(store.get(outgoingAtom), localId));
}

const Left = z.array(z.looseObject({ localId: z.string(), ticketId: z.number(), body: z.string(), at: z.string() }));

/** Takes up what an earlier page load left unsent. */
export function takeUpOutgoing(): void {
  const key = keyNow();
  const me = store.get(meAtom);
  const left = key && localStorage.getItem(key);
  if (!left || !me) return store.set(outgoingAtom, []);
  try {
    const all = Left.parse(JSON.parse(left)) as unknown as Outgoing[];
    set(restored(all, me.id, new Date()));
  } catch {
    localStorage.removeItem(key);
  }
}

function set(all: readonly Outgoing[]): void {
  store.set(outgoingAtom, all);
  const key = keyNow();
  if (!key) return;
  const texts = kept(all);
  if (texts.length) localStorage.setItem(key, JSON.stringify(texts));
  else localStorage.removeItem(key);
}

function keyNow(): string | undefined {
  const me = store.get(meAtom);
  return me ? `outbox-${me.id}` : undefined;
}
