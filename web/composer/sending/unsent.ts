import { differenceInMilliseconds } from "date-fns/differenceInMilliseconds";
import { milliseconds } from "date-fns/milliseconds";
import type { Card, FileAbout, Message, Place } from "../../../src/contract/messages.ts";
import { ACK } from "../../../src/shared/delivery.ts";
import type { MessageKind } from "../../../src/contract/tickets.ts";

/** A message that this browser has shown but the server has not yet acknowledged. */
export interface UnsentMessage {
  localId: string;
  ticketId: number;
  userId: number;
  /** As it will leave, signature included; `typed` without. */
  body: string;
  typed: string;
  quoted: Message | null;
  file: File | null;
  /** What the server is to know of the file, as far as it is known yet. */
  about: FileAbout | null;
  /** Instead of a text or a file. */
  place: Place | null;
  cards: readonly Card[];
  /** `held` waits for the network, `failed` for the person. */
  state: "waiting" | "sending" | "held" | "failed";
  /** Why it failed, as an error code. */
  failure: string | null;
  /** Share of the file that has gone up, 0 to 1. */
  progress: number;
  /** The newest message that its writer had seen; null once they want it sent whatever was said since, or don't know. */
  knows: number | null;
  /** When it was written: ISO 8601. */
  at: string;
  /** Not to leave before this moment; null for at once. */
  leaves: string | null;
}

/** What the same file meets again, however often it is sent. */
const REFUSED_FOR_GOOD: readonly (string | null)[] = [
  "ERR_FILE_TYPE",
  "ERR_FILE_TOO_LARGE",
  "ERR_BODY_TOO_LARGE",
  "ERR_META_FILE",
];

/** What an earlier page load left is sent by itself only this long after it was written (ms). */
const STILL_MEANT = milliseconds({ minutes: 10 });

export function changeUnsent(
  all: readonly UnsentMessage[],
  localId: string,
  change: Partial<UnsentMessage>,
): readonly UnsentMessage[] {
  return all.map((one) => one.localId === localId ? { ...one, ...change } : one);
}

export function dropUnsent(all: readonly UnsentMessage[], localId: string): readonly UnsentMessage[] {
  return all.filter((one) => one.localId !== localId);
}

/** What a ticket's thread shows below its messages: all that none of them has confirmed. */
export function unconfirmed(
  all: readonly UnsentMessage[],
  ticketId: number,
  messages: readonly Message[],
): readonly UnsentMessage[] {
  const own = all.filter((one) => one.ticketId === ticketId);
  if (own.length === 0) return own;
  const confirmed = new Set(messages.map((message) => message.localId));
  return own.filter((one) => !confirmed.has(one.localId));
}

/** The next to send of a ticket: one at a time, in the order in which they were written; a failed one holds nobody up. */
export function nextToSend(all: readonly UnsentMessage[], ticketId: number, now: Date): UnsentMessage | undefined {
  const own = all.filter((one) => one.ticketId === ticketId);
  if (own.some((one) => one.state === "sending")) return;
  const next = own.find((one) => one.state === "waiting" || one.state === "held");
  return next && (next.leaves === null || Date.parse(next.leaves) <= now.getTime()) ? next : undefined;
}

/** What a message is that is only a text. */
export const NOTHING_BESIDE = { file: null, about: null, place: null, cards: [], knows: null } as const;

/** As they were written, those of the same moment as they stand. */
export function inOrder(all: readonly UnsentMessage[]): readonly UnsentMessage[] {
  return all.toSorted((one, other) => one.at.localeCompare(other.at));
}

/** What an earlier page load left behind, for this person: the recent goes out again, the old asks first. */
export function restored(all: readonly UnsentMessage[], userId: number, now: Date): readonly UnsentMessage[] {
  return all.filter((one) => one.userId === userId).map((left) => {
    const one = { ...NOTHING_BESIDE, ...left };
    const isRecent = differenceInMilliseconds(now, one.at) < STILL_MEANT;
    if (one.state === "failed") return one;
    return isRecent ? { ...one, state: "waiting" } : { ...one, state: "failed", failure: "ERR_NOT_SENT" };
  });
}

/** Whether the server would refuse it again: it can only be given up. */
export function isRefusedForGood({ failure }: { failure: string | null }): boolean {
  return REFUSED_FOR_GOOD.includes(failure);
}

/** The message that an unsent one will become, so that a bubble needs to know only one shape. */
export function asMessage(unsent: UnsentMessage): Message {
  const { file, quoted, about } = unsent;
  return {
    id: -1,
    ticketId: unsent.ticketId,
    contactId: null,
    queueId: null,
    body: unsent.body,
    fromMe: true,
    user: null,
    participant: "",
    read: true,
    ack: unsent.state === "failed" ? ACK.failed : ACK.waiting,
    failure: unsent.failure,
    kind: shownKind(unsent),
    kindName: "",
    mediaType: null,
    mediaUrl: null,
    media: file && {
      state: "ready",
      name: file.name,
      mimetype: file.type,
      size: file.size,
      width: about?.width ?? 0,
      height: about?.height ?? 0,
      seconds: about?.seconds ?? 0,
      waveform: about?.waveform ?? "",
    },
    places: unsent.place,
    cards: [...unsent.cards],
    quotedMsg: quoted && {
      id: quoted.id,
      fromMe: quoted.fromMe,
      body: quoted.body,
      kind: quoted.kind,
      contactName: quoted.participant,
    },
    reactions: [],
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    createdAt: unsent.at,
    localId: unsent.localId,
    asOf: 0,
  };
}

function shownKind({ file, about, place, cards }: UnsentMessage): MessageKind {
  if (place) return "location";
  if (cards.length) return "contact";
  return file ? about?.as ?? kindOf(file.type) : "text";
}

function kindOf(mimetype: string): MessageKind {
  const [family] = mimetype.split("/");
  return family === "image" || family === "video" || family === "audio" ? family : "document";
}
