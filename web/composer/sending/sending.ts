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
import { changeThreadOf, findConversation, openTicketAtom } from "../../thread/conversations.ts";
import { onOtherPerson } from "../../person.ts";
import { nextToSend, NOTHING_BESIDE, type Outgoing } from "./outgoing.ts";
import { addOutgoing, findOutgoing, forgetOutgoing, noteOutgoing, outgoingAtom, takeUpOutgoing } from "./outbox.ts";
import type { Prepared } from "./prepare.ts";
import { forgetReadied, readied } from "./readied.ts";
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

const NO_WORDS: Words = { body: "", typed: "", quoted: null };

/** Shows a text in the thread at once and sends it. */
export function sendText(ticket: Ticket, words: Words): void {
  addOutgoing([outgoingOf(ticket, words)]);
  sendNext(ticket.id);
}

/**
 * Shows files in the thread and sends them one after the other, the first with what was typed. `sign` makes of a text
 * what leaves.
 */
export function sendFiles(
  ticket: Ticket,
  files: readonly File[],
  { typed, quoted }: Omit<Words, "body">,
  sign: (text: string) => string,
): void {
  sendLater(
    ticket,
    files.map((file, nth) => ({
      ...outgoingOf(ticket, nth === 0 ? { body: sign(typed), typed, quoted } : { ...NO_WORDS, body: sign("") }),
      file,
    })),
  );
}

export function sendSticker(ticket: Ticket, file: File): void {
  sendLater(ticket, [{ ...outgoingOf(ticket, NO_WORDS), file, about: { as: "sticker" } }]);
}

/** A recording leaves at once: whoever pressed "send" has had their second thoughts while it ran. */
export function sendVoice(ticket: Ticket, { file, about }: Prepared, quoted: Message | null): void {
  addOutgoing([{ ...outgoingOf(ticket, { ...NO_WORDS, quoted }), file, about: { ...about, as: "voice" } }]);
  sendNext(ticket.id);
}

export function sendPlace(ticket: Ticket, place: Place): void {
  addOutgoing([{ ...outgoingOf(ticket, NO_WORDS), place }]);
  sendNext(ticket.id);
}

export function sendCards(ticket: Ticket, cards: readonly Card[]): void {
  addOutgoing([{ ...outgoingOf(ticket, NO_WORDS), cards }]);
  sendNext(ticket.id);
}

/** Files are shown at once, got ready meanwhile, and may be taken back until they leave. */
function sendLater(ticket: Ticket, files: readonly Outgoing[]): void {
  const leaves = new Date(Date.now() + SECOND_THOUGHTS).toISOString();
  for (const { localId, file } of files) if (file!.type.startsWith("image/")) adoptPicture(localId, file!);
  addOutgoing(files.map((one) => ({ ...one, leaves })));
  void getReady(files);
  setTimeout(() => sendNext(ticket.id), SECOND_THOUGHTS);
}

/** One after the other: thirty photos at once would fill the memory. */
async function getReady(files: readonly Outgoing[]): Promise<void> {
  for (const { localId, file, about } of files) {
    if (findOutgoing(localId)) noteOutgoing(localId, { about: (await readied(localId, file!, about)).about });
  }
}

/** Tries a failed message again, one of this page or one that the server knows to have failed. */
export async function tryAgain(message: Message): Promise<void> {
  const own = message.localId && findOutgoing(message.localId);
  if (own) {
    noteOutgoing(own.localId, { state: "waiting", failure: null, progress: 0 });
    return sendNext(own.ticketId);
  }
  await call(messages.retry, { id: message.id }).then(noteMessage, showError);
}

/** Takes a message back that has not left; what was written is returned. */
export function takeBack(localId: string): Outgoing | undefined {
  const own = findOutgoing(localId);
  uploads.get(localId)?.abort();
  forgetReadied(localId);
  forgetOutgoing(localId);
  if (own) sendNext(own.ticketId);
  return own;
}

function sendNext(ticketId: number): void {
  const next = nextToSend(store.get(outgoingAtom), ticketId, new Date());
  if (next) void send(next);
}

async function send(outgoing: Outgoing): Promise<void> {
  const { localId, ticketId } = outgoing;
  noteOutgoing(localId, { state: "sending" });
  try {
    const answer = await transmit(outgoing);
    for (const message of answer) {
      changeThreadOf(
        ticketId,
        (thread) => appendMessage(thread, { ...message, localId: message.localId ?? localId }, true),
      );
    }
    forgetReadied(localId);
    forgetOutgoing(localId);
  } catch (error) {
    if (!findOutgoing(localId)) return;
    if (error instanceof CallError && error.code === "ERR_ANSWERED_MEANWHILE") return askFirst(outgoing, error.detail);
    const isOffline = error instanceof CallError && error.code === "ERR_OFFLINE";
    const failure = error instanceof CallError ? error.code : "ERR_UNKNOWN";
    noteOutgoing(localId, isOffline ? { state: "held" } : { state: "failed", failure });
    if (isOffline) return void setTimeout(() => sendNext(ticketId), RETRY_AFTER);
  } finally {
    uploads.delete(localId);
  }
  sendNext(ticketId);
}

/** A colleague has answered meanwhile: it goes when it is meant all the same, and otherwise its words come back. */
async function askFirst({ localId, ticketId, typed, file }: Outgoing, detail: unknown): Promise<void> {
  const isMeant = await isMeantAllTheSame(detail);
  if (!findOutgoing(localId)) return;
  if (isMeant) {
    const own = store.get(outgoingAtom).filter((one) => one.ticketId === ticketId);
    for (const one of own) noteOutgoing(one.localId, { knows: null });
    noteOutgoing(localId, { state: "waiting" });
    return sendNext(ticketId);
  }
  takeBack(localId);
  if (store.get(openTicketAtom)?.id === ticketId) store.set(composerWishAtom, { text: typed });
  else addToDraft(ticketId, typed);
  if (file) attach(ticketId, [file]);
}

async function transmit(outgoing: Outgoing): Promise<Message[]> {
  const { localId, ticketId, body, quoted, file, about, place, cards, knows } = outgoing;
  const seen = { knows: knows ?? undefined, quotedMsg: quoted && { id: quoted.id } };
  const words = { ticketId, body, localId, fromMe: true, read: true, ...seen };
  if (!file) {
    return call(messages.send, { ...words, ...(place && { place }), ...(cards.length && { cards: [...cards] }) });
  }
  const stop = new AbortController();
  uploads.set(localId, stop);
  const prepared = await readied(localId, file, about);
  await checkReadable(prepared.file);
  const onProgress = (progress: number) => noteOutgoing(localId, { progress });
  return upload(messages.send, { ...words, about: prepared.about }, [prepared.file], {
    onProgress,
    signal: stop.signal,
  });
}

/** A folder, or a file that was moved meanwhile, would look like a line that is down. */
async function checkReadable(file: File): Promise<void> {
  await file.slice(0, 1).arrayBuffer().catch(() => {
    throw new CallError("ERR_FILE_UNREADABLE", 0);
  });
}

function outgoingOf(ticket: Ticket, words: Words): Outgoing {
  return {
    ...words,
    ...NOTHING_BESIDE,
    knows: newestSeen(findConversation({ ticketId: ticket.id })?.thread, Date.now()) ?? null,
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
  for (const ticketId of new Set(store.get(outgoingAtom).map((one) => one.ticketId))) sendNext(ticketId);
}

/** Goes on with what earlier loads of the page left unsent. */
function takeUp(): void {
  takeUpOutgoing(({ all, lost }) => {
    for (const { localId, file } of all) if (file?.type.startsWith("image/")) adoptPicture(localId, file);
    sendAll();
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
