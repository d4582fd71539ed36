import { atom, getDefaultStore } from "jotai";
import { selectAtom } from "jotai/utils";
import * as z from "zod/mini";
import { forgetFile, keepFile, keptFile } from "../../keptFiles.ts";
import { meAtom } from "../../session.ts";
import { holdUnsaved, isWithinPage } from "../../ui/unsaved.ts";
import { discardUnsent, unsentKey } from "../../unsent.ts";
import { newUuid } from "../../uuid.ts";
import { changeUnsent, dropUnsent, inOrder, restored, type UnsentMessage } from "./unsent.ts";

/** Everything that was sent here and is not yet acknowledged, oldest first. It outlives the page, files and all. */
export const unsentAtom = atom<readonly UnsentMessage[]>([]);

/** By its ticket what has failed here and waits for the person, in its first words. */
export const failedAtom = selectAtom(
  unsentAtom,
  (all) =>
    Object.fromEntries(
      all.filter(({ state }) => state === "failed").toReversed().map((one) => [one.ticketId, wordsOf(one)]),
    ) as Readonly<Record<number, string>>,
  (one, other) => JSON.stringify(one) === JSON.stringify(other),
);

function wordsOf({ typed, file, cards }: UnsentMessage): string {
  return typed || file?.name || cards[0]?.name || "";
}

const store = getDefaultStore();

/** This load of the page. What it has kept is sent by no other as long as it is there. */
const page = newUuid();
const lockOf = (one: string) => `balcao-page-${one}`;
// Not while this file runs: Chromium notes from where a lock is asked for, and read the whole script anew to know it, which
// took a phone 90 ms before its first list (seen in version 156).
queueMicrotask(() => void navigator.locks?.request(lockOf(page), () => new Promise<never>(() => {})));

/** What nothing but this page has: a file on its way to the browser's store, or for which there is no room in it. */
const unkept = new Set<string>();

export function findUnsent(localId: string): UnsentMessage | undefined {
  return store.get(unsentAtom).find((one) => one.localId === localId);
}

export function addUnsent(more: readonly UnsentMessage[]): void {
  store.set(unsentAtom, (all) => [...all, ...more]);
  for (const one of more) {
    keepRow(one);
    if (one.file) void keep(one.localId, one.file);
  }
}

export function noteUnsent(localId: string, by: Partial<UnsentMessage>): void {
  store.set(unsentAtom, (all) => changeUnsent(all, localId, by));
  const own = findUnsent(localId);
  // How far it has gone up is nobody's business after a reload, and changes many times a second.
  if (own && Object.keys(by).some((name) => name !== "progress")) keepRow(own);
}

export function forgetUnsent(localId: string): void {
  const own = findUnsent(localId);
  store.set(unsentAtom, (all) => dropUnsent(all, localId));
  const key = keyOf(localId);
  if (key) localStorage.removeItem(key);
  unkept.delete(localId);
  if (own?.file) void forgetFile(localId).catch(() => {/* It was never there. */});
}

async function keep(localId: string, file: File): Promise<void> {
  unkept.add(localId);
  try {
    await keepFile(localId, file);
  } catch {
    // It is sent all the same; until then the page is not left without a question.
    return;
  }
  if (findUnsent(localId)) unkept.delete(localId);
  else void forgetFile(localId).catch(() => {});
}

/** A message as it is kept: its file lies in a store of its own, because this one takes texts only. */
const Row = z.looseObject({
  localId: z.string(),
  ticketId: z.number(),
  body: z.string(),
  at: z.string(),
  /** The load of the page that sends it. */
  page: z.string(),
  /** The order of those of the same moment. */
  nth: z.number(),
  fileName: z.nullable(z.string()),
});
type Row = z.infer<typeof Row> & UnsentMessage;

let nth = 0;
const places = new Map<string, number>();

function keepRow({ file, ...rest }: UnsentMessage, fileName = file?.name ?? null): void {
  const key = keyOf(rest.localId);
  if (!key) return;
  if (!places.has(rest.localId)) places.set(rest.localId, ++nth);
  const row = { ...rest, page, nth: places.get(rest.localId)!, fileName };
  try {
    localStorage.setItem(key, JSON.stringify(row));
  } catch {
    unkept.add(rest.localId);
  }
}

/** What an earlier page load has left, of one that is gone. */
export interface TakenUp {
  all: readonly UnsentMessage[];
  /** Those whose file was not kept, by its name. */
  lost: readonly (UnsentMessage & { fileName: string })[];
}

/** Takes up what pages that are gone left unsent, now and when another one goes. */
export function takeUpUnsent(taken: (of: TakenUp) => void): void {
  store.set(unsentAtom, []);
  unkept.clear();
  lastTaken = taken;
  for (const gone of new Set(rows().map((row) => row.page))) whenGone(gone, taken);
}

addEventListener("storage", ({ key, newValue }) => {
  const prefix = keyOf("");
  const row = key && newValue && prefix && key.startsWith(prefix) ? rowIn(newValue) : undefined;
  if (row && lastTaken) whenGone(row.page, lastTaken);
});

let lastTaken: ((of: TakenUp) => void) | undefined;
const awaited = new Set<string>();

/** A page holds a lock as long as it is there: of two others that wait for its end one has the next turn, and takes all. */
function whenGone(gone: string, taken: (of: TakenUp) => void): void {
  // Plain http has no locks; then the server alone sees to it that nothing is sent twice.
  if (gone === page || !navigator.locks) return takeUpFrom(gone, taken);
  if (awaited.has(gone)) return;
  awaited.add(gone);
  void navigator.locks.request(lockOf(gone), () => {
    awaited.delete(gone);
    takeUpFrom(gone, taken);
  });
}

function takeUpFrom(gone: string, taken: (of: TakenUp) => void): void {
  const me = store.get(meAtom);
  if (!me) return;
  const left = rows().filter((row) => row.page === gone && !findUnsent(row.localId))
    .toSorted((one, other) => one.at.localeCompare(other.at) || one.nth - other.nth);
  for (const row of left) keepRow(row, row.fileName);
  const put = (found: readonly UnsentMessage[], lost: TakenUp["lost"]) => {
    const all = restored(found, me.id, new Date());
    store.set(unsentAtom, (now) => inOrder([...all, ...now]));
    for (const { localId } of lost) localStorage.removeItem(keyOf(localId)!);
    taken({ all, lost });
  };
  if (left.every(({ fileName }) => fileName === null)) return put(left, []);
  void Promise.all(left.map(withFile)).then((all) => {
    if (store.get(meAtom)?.id !== me.id) return;
    put(
      all.filter(({ file, fileName }) => file || fileName === null),
      all.filter((row): row is Row & { fileName: string } => !row.file && row.fileName !== null),
    );
  });
}

async function withFile(row: Row): Promise<Row> {
  if (row.fileName === null) return row;
  const file = await keptFile(row.localId).catch(() => undefined);
  return { ...row, file: file ?? null };
}

function rows(): Row[] {
  const prefix = keyOf("");
  if (!prefix) return [];
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    .flatMap((key) => rowIn(localStorage.getItem(key)!) ?? []);
}

function rowIn(text: string): Row | undefined {
  try {
    const { data } = Row.safeParse(JSON.parse(text));
    return data as Row | undefined;
  } catch {
    return undefined;
  }
}

function keyOf(localId: string): string | undefined {
  const me = store.get(meAtom);
  return me ? unsentKey(me, localId) : undefined;
}

holdUnsaved({
  isUnsaved: () => store.get(unsentAtom).length > 0,
  survives: (way) => isWithinPage(way) || (way === "reload" && unkept.size === 0),
  question: discardUnsent,
});
