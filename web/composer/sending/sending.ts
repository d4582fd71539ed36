import { msg } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { type Card, type Message, messages, type Place } from "../../../src/contract/messages.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { call, CallError, upload } from "../../call.ts";
import { onReturn } from "../../live.ts";
import { meAtom } from "../../session.ts";
import { showError } from "../../ui/showError.ts";
import { toast } from "../../ui/toast.ts";
import { newUuid } from "../../uuid.ts";
import { isMeantAllTheSame } from "./askFirst.ts";
import { attach } from "../attachments.ts";
import { addToDraft } from "../drafts.ts";
import { newestSeen } from "../../thread/knowing.ts";
import { composerWishAtom } from "../reply.ts";
import { adoptPicture } from "../../thread/media.ts";
import { noteMessage } from "../../thread/follow.ts";
import { changeThreadOf, findOpened, openTicketAtom } from "../../thread/opened.ts";
import { onOtherPerson } from "../../person.ts";
import { nextToSend, NOTHING_BESIDE, type UnsentMessage } from "./unsent.ts";
import { elsewhere, isElsewhere } from "./elsewhere.ts";
import { addUnsent, findUnsent, forgetUnsent, noteUnsent, takeUpUnsent, unsentAtom } from "./outbox.ts";
import type { Upload } from "./upload.ts";
import { tellUnsent } from "./tellUnsent.ts";
import { forgetUpload, uploadOf } from "./uploads.ts";
import { appendMessage } from "../../thread/thread.ts";

/** Files wait this long (ms) before they leave, so that a slip can be taken back (spec 1 §9). */
export const SECOND_THOUGHTS = 2000;
const RETRY_AFTER = 5000;
/** ms */
const LOSS_STAYS = 10_000;

const store = getDefaultStore();
const uploads = new Map<string, AbortController>();
interface Words {
  /** What leaves, signature included, and what was typed. */
  body: string;
  typed: string;
  quoted: Message | null;
}

/** Where it is sent: a ticket, or another place by its number below zero (elsewhere.ts). */
type Whereto = Pick<Ticket, "id">;

const NO_WORDS: Words = { body: "", typed: "", quoted: null };

/** Shows a text in the thread at once and sends it. */
export function sendText(ticket: Whereto, words: Words): void {
  addUnsent([unsentOf(ticket, words)]);
  sendNext(ticket.id);
}

/**
 * Shows files in the thread and sends them one after the other, the first with what was typed. `sign` makes of a text
 * what leaves.
 */
export function sendFiles(
  ticket: Whereto,
  files: readonly File[],
  { typed, quoted }: Omit<Words, "body">,
  sign: (text: string) => string,
): void {
  sendLater(
    ticket,
    files.map((file, nth) => ({
      ...unsentOf(ticket, nth === 0 ? { body: sign(typed), typed, quoted } : { ...NO_WORDS, body: sign("") }),
      file,
    })),
  );
}

export function sendSticker(ticket: Ticket, file: File): void {
  sendLater(ticket, [{ ...unsentOf(ticket, NO_WORDS), file, about: { as: "sticker" } }]);
}

/** A recording leaves at once: whoever pressed "send" has had their second thoughts while it ran. */
export function sendVoice(ticket: Whereto, { file, about }: Upload, quoted: Message | null): void {
  addUnsent([{ ...unsentOf(ticket, { ...NO_WORDS, quoted }), file, about: { ...about, as: "voice" } }]);
  sendNext(ticket.id);
}

export function sendPlace(ticket: Ticket, place: Place): void {
  addUnsent([{ ...unsentOf(ticket, NO_WORDS), place }]);
  sendNext(ticket.id);
}

export function sendCards(ticket: Ticket, cards: readonly Card[]): void {
  addUnsent([{ ...unsentOf(ticket, NO_WORDS), cards }]);
  sendNext(ticket.id);
}

/** Files are shown at once, got ready meanwhile, and may be taken back until they leave. */
function sendLater(ticket: Whereto, files: readonly UnsentMessage[]): void {
  const leaves = new Date(Date.now() + SECOND_THOUGHTS).toISOString();
  for (const { localId, file } of files) if (file!.type.startsWith("image/")) adoptPicture(localId, file!);
  addUnsent(files.map((one) => ({ ...one, leaves })));
  getReady(files).catch(() => {/* It is got ready once more before it leaves. */});
  setTimeout(() => sendNext(ticket.id), SECOND_THOUGHTS);
}

/** One after the other: thirty photos at once would fill the memory. */
async function getReady(files: readonly UnsentMessage[]): Promise<void> {
  for (const { localId, file, about } of files) {
    if (findUnsent(localId)) noteUnsent(localId, { about: (await uploadOf(localId, file!, about)).about });
  }
}

/** Tries a failed message again, one of this page or one that the server knows to have failed. */
export async function tryAgain(message: Message): Promise<void> {
  const own = message.localId && findUnsent(message.localId);
  if (own) {
    noteUnsent(own.localId, { state: "waiting", failure: null, progress: 0 });
    return sendNext(own.ticketId);
  }
  await call(messages.retry, { id: message.id }).then(noteMessage, showError);
}

/** Takes a message back that has not left; what was written is returned. */
export function takeBack(localId: string): UnsentMessage | undefined {
  const own = findUnsent(localId);
  uploads.get(localId)?.abort();
  forgetUpload(localId);
  forgetUnsent(localId);
  if (own) sendNext(own.ticketId);
  return own;
}

/** The same, when its words are wanted again: they stand in the composer. */
export function takeBackWords(localId: string): void {
  const own = takeBack(localId);
  if (own) store.set(composerWishAtom, { text: own.typed });
}

function sendNext(ticketId: number): void {
  const next = nextToSend(store.get(unsentAtom), ticketId, new Date());
  if (next) void send(next);
}

async function send(unsent: UnsentMessage): Promise<void> {
  const { localId, ticketId } = unsent;
  noteUnsent(localId, { state: "sending" });
  try {
    const answer = await transmit(unsent);
    for (const message of answer) {
      changeThreadOf(
        ticketId,
        (thread) => appendMessage(thread, { ...message, localId: message.localId ?? localId }, true),
      );
    }
    forgetUpload(localId);
    forgetUnsent(localId);
  } catch (error) {
    if (!findUnsent(localId)) return;
    if (error instanceof CallError && error.code === "ERR_ANSWERED_MEANWHILE") return askFirst(unsent, error.detail);
    const isOffline = error instanceof CallError && error.code === "ERR_OFFLINE";
    const failure = error instanceof CallError ? error.code : "ERR_UNKNOWN";
    noteUnsent(localId, isOffline ? { state: "held" } : { state: "failed", failure });
    if (isOffline) return void setTimeout(() => sendNext(ticketId), RETRY_AFTER);
    tellUnsent(ticketId);
  } finally {
    uploads.delete(localId);
  }
  sendNext(ticketId);
}

/** A colleague has answered meanwhile: it goes when it is meant all the same, and otherwise its words come back. */
async function askFirst({ localId, ticketId, typed, file }: UnsentMessage, detail: unknown): Promise<void> {
  const isMeant = await isMeantAllTheSame(detail);
  if (!findUnsent(localId)) return;
  if (isMeant) {
    const own = store.get(unsentAtom).filter((one) => one.ticketId === ticketId);
    for (const one of own) noteUnsent(one.localId, { knows: null });
    noteUnsent(localId, { state: "waiting" });
    return sendNext(ticketId);
  }
  takeBack(localId);
  if (store.get(openTicketAtom)?.id === ticketId) store.set(composerWishAtom, { text: typed });
  else addToDraft(ticketId, typed);
  if (file) void attach(ticketId, [file]);
}

async function transmit(unsent: UnsentMessage): Promise<Message[]> {
  const { localId, ticketId, body, quoted, file, about, place, cards, knows } = unsent;
  const seen = { knows: knows ?? undefined, quotedMsg: quoted && { id: quoted.id } };
  const words = { ticketId, body, localId, fromMe: true, read: true, ...seen };
  if (!file && !isElsewhere(unsent)) {
    return call(messages.send, { ...words, ...(place && { place }), ...(cards.length && { cards: [...cards] }) });
  }
  const stop = new AbortController();
  uploads.set(localId, stop);
  const ready = file && await uploadOf(localId, file, about);
  if (ready) await checkReadable(ready.file);
  const way = { onProgress: (progress: number) => noteUnsent(localId, { progress }), signal: stop.signal };
  if (ready && !isElsewhere(unsent)) return upload(messages.send, { ...words, about: ready.about }, [ready.file], way);
  await (await elsewhere()).send(unsent, ready, way);
  return [];
}

/** A folder, or a file that was moved meanwhile, would look like a line that is down. */
async function checkReadable(file: File): Promise<void> {
  await file.slice(0, 1).arrayBuffer().catch(() => {
    throw new CallError("ERR_FILE_UNREADABLE", 0);
  });
}

function unsentOf(ticket: Whereto, words: Words): UnsentMessage {
  return {
    ...words,
    ...NOTHING_BESIDE,
    knows: newestSeen(findOpened({ ticketId: ticket.id })?.thread, Date.now()) ?? null,
    localId: newUuid(),
    ticketId: ticket.id,
    userId: store.get(meAtom)?.id ?? 0,
    state: "waiting",
    failure: null,
    progress: 0,
    at: new Date().toISOString(),
    leaves: null,
  };
}

function sendAll(): void {
  for (const ticketId of new Set(store.get(unsentAtom).map((one) => one.ticketId))) sendNext(ticketId);
}

/** Goes on with what earlier loads of the page left unsent. */
function takeUp(): void {
  takeUpUnsent(({ all, lost }) => {
    for (const { localId, file } of all) if (file?.type.startsWith("image/")) adoptPicture(localId, file);
    sendAll();
    const left = all.filter(({ failure }) => failure === "ERR_NOT_SENT");
    for (const ticketId of new Set(left.map((one) => one.ticketId))) tellUnsent(ticketId);
    const leaves = Math.max(0, ...all.map((one) => Date.parse(one.leaves ?? "") - Date.now() || 0));
    if (leaves > 0) setTimeout(sendAll, leaves);
    for (const { ticketId, typed, fileName } of lost) {
      if (typed) addToDraft(ticketId, typed);
      toast.error(msg`“${fileName}” não chegou a ser enviado. Anexe o arquivo de novo.`, { stay: LOSS_STAYS });
    }
  });
}

takeUp();
onOtherPerson(takeUp);
onReturn(sendAll);
addEventListener("online", sendAll);
