import { t } from "@lingui/core/macro";
import { atom, getDefaultStore } from "jotai";
import * as z from "zod/mini";
import { type Card, type FileAbout, type Message, messages, type Place } from "../../src/contract/messages.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { call, CallError, upload } from "../call.ts";
import { connectionAtom } from "../live.ts";
import { meAtom } from "../session.ts";
import { showError } from "../ui/showError.ts";
import { confirm, type Question } from "../ui/confirm.ts";
import { attach, type Attachment } from "./attachments.ts";
import { addToDraft } from "./drafts.ts";
import { newestSeen, noticeAnswers } from "./knowing.ts";
import { plainText } from "./markup.ts";
import { composerWishAtom } from "./reply.ts";
import { signatureOf } from "./signature.ts";
import { adoptPicture } from "./media.ts";
import { noteMessage } from "./conversation.ts";
import { changeThreadOf, findConversation, openTicketAtom } from "./conversations.ts";
import { onOtherPerson } from "./person.ts";
import { changeOutgoing, dropOutgoing, kept, nextToSend, NOTHING_BESIDE, type Outgoing, restored } from "./outgoing.ts";
import type { Prepared } from "./prepare.ts";
import { appendMessage } from "./thread.ts";

/** Everything that was sent here and is not yet acknowledged, oldest first. */
export const outgoingAtom = atom<readonly Outgoing[]>([]);

/** Files wait this long (ms) before they leave, so that a slip can be taken back (spec 1 §9). */
export const SECOND_THOUGHTS = 2000;
const RETRY_AFTER = 5000;

const store = getDefaultStore();
const uploads = new Map<string, AbortController>();
/** Files that are being got ready, or are, by the mark of their message. */
const ready = new Map<string, Promise<Prepared>>();

interface Words {
  /** What leaves, signature included, and what was typed. */
  body: string;
  typed: string;
  quoted: Message | null;
}

const NO_WORDS: Words = { body: "", typed: "", quoted: null };

/** Shows a text in the thread at once and sends it. */
export function sendText(ticket: Ticket, words: Words): void {
  add([outgoingOf(ticket, words)]);
  sendNext(ticket.id);
}

/** Shows files in the thread and sends them one after the other: the words with the first, its own caption with each. */
export function sendFiles(ticket: Ticket, tray: readonly Attachment[], words: Words): void {
  sendLater(
    ticket,
    tray.map(({ file, caption }, nth) => ({
      ...outgoingOf(ticket, nth === 0 ? withCaption(words, caption) : { ...NO_WORDS, body: caption, typed: caption }),
      file,
    })),
  );
}

export function sendSticker(ticket: Ticket, file: File): void {
  sendLater(ticket, [{ ...outgoingOf(ticket, NO_WORDS), file, about: { as: "sticker" } }]);
}

/** A recording leaves at once: whoever pressed "send" has had their second thoughts while it ran. */
export function sendVoice(ticket: Ticket, { file, about }: Prepared, quoted: Message | null): void {
  add([{ ...outgoingOf(ticket, { ...NO_WORDS, quoted }), file, about: { ...about, as: "voice" } }]);
  sendNext(ticket.id);
}

export function sendPlace(ticket: Ticket, place: Place): void {
  add([{ ...outgoingOf(ticket, NO_WORDS), place }]);
  sendNext(ticket.id);
}

export function sendCards(ticket: Ticket, cards: readonly Card[]): void {
  add([{ ...outgoingOf(ticket, NO_WORDS), cards }]);
  sendNext(ticket.id);
}

/** Files are shown at once, got ready meanwhile, and may be taken back until they leave. */
function sendLater(ticket: Ticket, files: readonly Outgoing[]): void {
  const leaves = new Date(Date.now() + SECOND_THOUGHTS).toISOString();
  for (const { localId, file } of files) if (file!.type.startsWith("image/")) adoptPicture(localId, file!);
  add(files.map((one) => ({ ...one, leaves })));
  void getReady(files);
  setTimeout(() => sendNext(ticket.id), SECOND_THOUGHTS);
}

/** One after the other: thirty photos at once would fill the memory. */
async function getReady(files: readonly Outgoing[]): Promise<void> {
  for (const { localId, file, about } of files) {
    if (!store.get(outgoingAtom).some((one) => one.localId === localId)) continue;
    change(localId, { about: (await readied(localId, file!, about?.as)).about });
  }
}

async function readied(localId: string, file: File, as: FileAbout["as"]): Promise<Prepared> {
  const { prepare } = await import("./prepare.ts");
  const work = ready.get(localId) ?? prepare(file, as);
  ready.set(localId, work);
  return work;
}

function withCaption(words: Words, caption: string): Words {
  const join = (text: string) => [text, caption].filter(Boolean).join("\n");
  return { ...words, body: join(words.body), typed: join(words.typed) };
}

/** Tries a failed message again, one of this page or one that the server knows to have failed. */
export async function tryAgain(message: Message): Promise<void> {
  const own = store.get(outgoingAtom).find((one) => one.localId === message.localId);
  if (own) {
    change(own.localId, { state: "waiting", failure: null, progress: 0 });
    return sendNext(own.ticketId);
  }
  await call(messages.retry, { id: message.id }).then(noteMessage, showError);
}

/** Takes a message back that has not left; what was written is returned. */
export function takeBack(localId: string): Outgoing | undefined {
  const own = store.get(outgoingAtom).find((one) => one.localId === localId);
  uploads.get(localId)?.abort();
  ready.delete(localId);
  set(dropOutgoing(store.get(outgoingAtom), localId));
  if (own) sendNext(own.ticketId);
  return own;
}

function sendNext(ticketId: number): void {
  const next = nextToSend(store.get(outgoingAtom), ticketId, new Date());
  if (next) void send(next);
}

async function send(outgoing: Outgoing): Promise<void> {
  const { localId, ticketId } = outgoing;
  change(localId, { state: "sending" });
  try {
    const answer = await transmit(outgoing);
    for (const message of answer) {
      changeThreadOf(
        ticketId,
        (thread) => appendMessage(thread, { ...message, localId: message.localId ?? localId }, true),
      );
    }
    ready.delete(localId);
    set(dropOutgoing(store.get(outgoingAtom), localId));
  } catch (error) {
    if (!store.get(outgoingAtom).some((one) => one.localId === localId)) return;
    if (error instanceof CallError && error.code === "ERR_ANSWERED_MEANWHILE") return askFirst(outgoing, error.detail);
    const isOffline = error instanceof CallError && error.code === "ERR_OFFLINE";
    const failure = error instanceof CallError ? error.code : "ERR_UNKNOWN";
    change(localId, isOffline ? { state: "held" } : { state: "failed", failure });
    if (isOffline) return void setTimeout(() => sendNext(ticketId), RETRY_AFTER);
  } finally {
    uploads.delete(localId);
  }
  sendNext(ticketId);
}

/** A colleague has answered meanwhile: it goes when it is meant all the same, and otherwise its words come back. */
async function askFirst({ localId, ticketId, typed, file }: Outgoing, detail: unknown): Promise<void> {
  const isMeant = await confirm(questionAbout(detail as Answered));
  noticeAnswers();
  const own = store.get(outgoingAtom).filter((one) => one.ticketId === ticketId);
  if (!own.some((one) => one.localId === localId)) return;
  if (isMeant) {
    for (const one of own) change(one.localId, { knows: null });
    change(localId, { state: "waiting" });
    return sendNext(ticketId);
  }
  takeBack(localId);
  if (store.get(openTicketAtom)?.id === ticketId) store.set(composerWishAtom, { text: typed });
  else addToDraft(ticketId, typed);
  if (file) attach(ticketId, [file]);
}

interface Answered {
  name: string;
  body: string;
  at: string;
}

function questionAbout({ name, body, at }: Answered): Question {
  const [first = name] = name.split(" ");
  const seconds = Math.max(1, Math.round((Date.now() - Date.parse(at)) / 1000));
  const minutes = Math.round(seconds / 60);
  const words = plainText(body.slice(signatureOf(body).length));
  const said = words.length > 160 ? `${words.slice(0, 160)}…` : words;
  return {
    title: seconds < 60 ? t`${first} respondeu há ${seconds} s` : t`${first} respondeu há ${minutes} min`,
    text: said ? t`“${said}” Enviar a sua mensagem mesmo assim?` : t`Enviar a sua mensagem mesmo assim?`,
    yes: t`Enviar mesmo assim`,
  };
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
  const isRecording = about?.as === "voice";
  const prepared = isRecording ? { file, about } : await readied(localId, file, about?.as);
  const onProgress = (progress: number) => change(localId, { progress });
  return upload(messages.send, { ...words, about: prepared.about }, [prepared.file], {
    onProgress,
    signal: stop.signal,
  });
}

function outgoingOf(ticket: Ticket, words: Words): Outgoing {
  return {
    ...words,
    ...NOTHING_BESIDE,
    knows: newestSeen(findConversation({ ticketId: ticket.id })?.thread, Date.now()) ?? null,
    localId: crypto.randomUUID(),
    ticketId: ticket.id,
    userId: store.get(meAtom)?.id ?? 0,
    state: "waiting",
    failure: null,
    progress: 0,
    at: new Date().toISOString(),
    leaves: null,
  };
}

function add(more: readonly Outgoing[]): void {
  set([...store.get(outgoingAtom), ...more]);
}

function change(localId: string, by: Partial<Outgoing>): void {
  set(changeOutgoing(store.get(outgoingAtom), localId, by));
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

const Left = z.array(z.looseObject({ localId: z.string(), ticketId: z.number(), body: z.string(), at: z.string() }));

/** Takes up what an earlier page load left unsent. */
function takeUp(): void {
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
  sendAll();
}

function sendAll(): void {
  for (const ticketId of new Set(store.get(outgoingAtom).map((one) => one.ticketId))) sendNext(ticketId);
}

takeUp();
onOtherPerson(takeUp);
store.sub(connectionAtom, () => store.get(connectionAtom) === "online" && sendAll());
addEventListener("online", sendAll);
