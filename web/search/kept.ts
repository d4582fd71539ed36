import type { Contact } from "../../src/contract/contacts.ts";
import type { Message } from "../../src/contract/messages.ts";
import type { Found, Searched } from "../../src/contract/search.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { folded } from "../list/folded.ts";
import type { OpenedTicket } from "../thread/opened.ts";

/** What this browser has of the lists and of the threads that were opened in it. */
export interface KeptHere {
  tickets: readonly Ticket[];
  threads: readonly Pick<OpenedTicket, "ticket" | "thread">[];
}

/** What the server alone can search. */
export function isSearchedHere(what: Searched): boolean {
  return what === "messages" || what === "contacts";
}

/** What is found without a network, the newest first: every word stands somewhere in it, with or without accents. */
export function findKept({ tickets, threads }: KeptHere, { text, in: what }: { text: string; in: Searched }): Found[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 || !isSearchedHere(what)) return [];
  const found = what === "contacts"
    ? tickets.flatMap((ticket) => fromContact(ticket, words))
    : threads.flatMap(({ ticket, thread }) => {
      if (!ticket || !thread) return [];
      return thread.messages.flatMap((message) => fromMessage(ticket, message, words));
    });
  const newestFirst = found.toSorted((one, other) => other.at.localeCompare(one.at));
  return [...new Map(newestFirst.map((one) => [one.id, one])).values()];
}

function fromContact(ticket: Ticket, words: readonly string[]): Found[] {
  const { contact } = ticket,
    snippet = marked(contact.name, words) ?? (isNumber(contact, words) ? contact.name : undefined);
  if (snippet === undefined) return [];
  return [{ ...PLAIN, id: contact.id, contact, ticket, snippet, at: ticket.updatedAt }];
}

const PLAIN = { messageId: null, kind: "text", fromMe: false, author: "" } as const;

function isNumber({ number }: Contact, words: readonly string[]): boolean {
  const digits = words.join("").replace(/[^\d]/g, "");
  return digits !== "" && digits.length === words.join("").replace(/[-+().]/g, "").length && number.includes(digits);
}

/** It leads to the thread, not to the message: the pages of old messages are the server's. */
function fromMessage(ticket: Ticket, message: Message, words: readonly string[]): Found[] {
  const { id, body, kind, fromMe, user, participant, isDeleted, createdAt } = message;
  const snippet = isDeleted ? undefined : marked(body, words);
  if (snippet === undefined) return [];
  const author = user?.name ?? participant;
  return [{ id, contact: ticket.contact, ticket, messageId: null, kind, snippet, fromMe, author, at: createdAt }];
}

/** The text with the first word marked as the server marks hits; nothing where one of the words is missing. */
function marked(text: string, words: readonly string[]): string | undefined {
  const letters = [...text], starts: number[] = [];
  let plain = "";
  letters.forEach((letter, nth) => {
    const folds = folded(letter) || (letter.trim() ? "" : " ");
    plain += folds;
    for (let unit = 0; unit < folds.length; unit++) starts.push(nth);
  });
  if (!words.every((word) => plain.includes(word))) return undefined;
  const [first] = words, at = plain.indexOf(first!), from = starts[at]!, to = starts[at + first!.length - 1]! + 1;
  const part = (start: number, end?: number) => letters.slice(start, end).join("");
  return `${part(0, from)}\u0002${part(from, to)}\u0003${part(to)}`;
}
