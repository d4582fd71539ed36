import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds";
import { getDefaultStore } from "jotai";
import { navigate } from "wouter/use-browser-location";
import { deskAtom, showKeptDesk, wholeDesk } from "../inbox/desk.ts";
import { READING } from "../keptFiles.ts";
import { inStore } from "../keptStore.ts";
import { connectionAtom, expectState, onEvent, onReturn, seenAtom, shownState } from "../live.ts";
import { enter, meAtom, reloadMe, sessionAtom } from "../session.ts";
import { findOpened, keptTicketsAtom, type OpenedTicket, readBefore } from "../thread/opened.ts";
import { readToken } from "../token.ts";
import {
  keptDesk,
  type KeptLists,
  type KeptThread,
  keptThread,
  mayKeep,
  ownerOf,
  seenAtOf,
  toldStill,
  tooMany,
} from "./keeping.ts";

/** ms. What changes by the second is written down once. */
const AFTER = 2000;

const store = getDefaultStore();
let clock: ReturnType<typeof setTimeout> | undefined;
/** What is written down already, as the very objects. */
let keptNow: { owner: string; threads: ReadonlyMap<string, OpenedTicket> } = { owner: "", threads: new Map() };

/** From now on what the person reads is kept in this browser, for when there is no network. */
export function followReading(): void {
  for (const atom of [deskAtom, keptTicketsAtom, meAtom]) store.sub(atom, soon);
  onEvent("ticket", (event) => {
    if (event.action === "delete" || event.action === "removeFromList") void forgetThread(event.ticketId);
  });
  // What does not change is of now all the same.
  setInterval(() => void keepAll(), minutesToMilliseconds(1));
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void keepAll());
  soon();
}

function soon(): void {
  clock ??= setTimeout(() => void keepAll(), AFTER);
}

/** Who reads, when it may be kept: another tab may have logged out a moment ago, or in as somebody else. */
function reader() {
  const me = store.get(meAtom), state = shownState();
  if (!me || !mayKeep(me) || state === undefined || store.get(connectionAtom) !== "online" || !readToken()) return null;
  return ownerOf(me) === ownerHere() ? { me, state, owner: ownerOf(me) } : null;
}

function ownerHere(): string {
  return `${localStorage.getItem("companyId")}-${localStorage.getItem("userId")}`;
}

async function keepAll(): Promise<void> {
  clearTimeout(clock);
  clock = undefined;
  const now = reader();
  if (!now) return;
  const { owner, me, state } = now;
  try {
    const before = await inStore<KeptLists | undefined>(READING, "readonly", (kept) => kept.get(owner));
    if (keptNow.owner !== owner || (before && before.state !== state)) await forgetOthers(owner, before, state);
    const desk = wholeDesk();
    if (desk) {
      const had = before?.state === state ? before.desk : undefined;
      const lists: KeptLists = { me, state, desk: keptDesk(desk, had, Date.now()) };
      await write((kept) => kept.put(lists, owner));
    }
    await keepThreads(owner);
  } catch {
    // No room, or a private window: without a network there is that much less to read.
  }
}

/** Nothing of anybody else stays, and of the same person nothing of another state of the company. */
async function forgetOthers(owner: string, before: KeptLists | undefined, state: number): Promise<void> {
  keptNow = { owner, threads: new Map() };
  if (before?.state !== state) return void await write((kept) => kept.clear());
  const keys = await inStore<string[]>(READING, "readonly", (kept) => kept.getAllKeys());
  for (const key of keys.filter((key) => key !== owner && !key.startsWith(`${owner}/`))) {
    await write((kept) => kept.delete(key));
  }
}

async function keepThreads(owner: string): Promise<void> {
  const opened = store.get(keptTicketsAtom), changed = opened.filter((one) => one !== keptNow.threads.get(one.uuid));
  for (const one of changed) {
    // What is shown of an earlier page is not read anew yet.
    const thread = one.asOf === undefined ? keptThread(one) : undefined;
    // It may have been deleted since.
    if (thread && findOpened(one)) {
      await write((kept) => kept.put({ opened: thread, at: Date.now() } satisfies KeptThread, `${owner}/${one.uuid}`));
    }
  }
  keptNow = { owner, threads: new Map(opened.map((one) => [one.uuid, one])) };
  if (changed.length > 0) {
    for (const key of tooMany(await threadsOf(owner))) {
      await write((kept) => kept.delete(key));
    }
  }
}

/** What was deleted, or is not for this person any more, is not kept for them either. */
async function forgetThread(ticketId: number): Promise<void> {
  for (const [uuid, { ticket }] of readBefore) if (ticket?.id === ticketId) readBefore.delete(uuid);
  const owner = reader()?.owner;
  if (owner === undefined) return;
  try {
    for (const [key, { opened }] of await threadsOf(owner)) {
      if (opened.ticket?.id === ticketId) await write((kept) => kept.delete(key));
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Writes, unless the login has ended since: then nothing may come after what was forgotten. */
async function write(work: (kept: IDBObjectStore) => IDBRequest): Promise<void> {
  if (reader()) await inStore(READING, "readwrite", work);
}

async function threadsOf(owner: string): Promise<Map<string, KeptThread>> {
  const ofOwner = IDBKeyRange.bound(`${owner}/`, `${owner}/\uffff`);
  const [keys, threads] = await Promise.all([
    inStore<string[]>(READING, "readonly", (kept) => kept.getAllKeys(ofOwner)),
    inStore<KeptThread[]>(READING, "readonly", (kept) => kept.getAll(ofOwner)),
  ]);
  return new Map(keys.map((key, nth) => [key, threads[nth]!]));
}

/** The server does not answer: shows what the person who is logged in here has seen last, if that is kept. */
export async function openKept(): Promise<void> {
  const owner = ownerHere();
  const lists = await inStore<KeptLists | undefined>(READING, "readonly", (kept) => kept.get(owner));
  const threads = await threadsOf(owner);
  // The server may have answered meanwhile, or another tab has logged out.
  const isWanted = store.get(sessionAtom).state === "unreachable" && readToken() !== null && owner === ownerHere();
  if (!lists || !isWanted || ownerOf(lists.me) !== owner) return;
  const desk = toldStill(lists.desk, Date.now()), seenAt = seenAtOf(desk);
  if (seenAt === undefined) return;
  for (const { opened, at } of threads.values()) readBefore.set(opened.uuid, { ...opened, asOf: at });
  // Figures of the dashboard are not kept.
  if (location.pathname === "/") navigate("/tickets", { replace: true });
  // A place that is in no stream of events: once there is a way to the server, all that is shown is read anew.
  enter({ user: lists.me, at: "kept.0" });
  showKeptDesk(desk);
  expectState(lists.state);
  store.set(seenAtom, { at: seenAt, isOnlyTickets: true });
  const stop = onReturn(() => {
    stop();
    // Their rights, or the company's settings, may be others by now.
    reloadMe().catch(() => {/* The next call says what there is to say. */});
  });
}
