import type { Chat } from "../contract/chats.ts";
import type { Events } from "../contract/events.ts";
import type { Mention } from "../contract/mentions.ts";
import type { Ticket } from "../contract/tickets.ts";
import type { Company, Emit, Witness, Write } from "../platform/company.ts";
import type { Audience } from "../platform/hub.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { devicesOf, type Told } from "./devices.ts";
import { type News, putPush, takeBack } from "./put.ts";

export const ticketTag = (id: number) => `ticket-${id}`;
export const waitingTag = (id: number) => `waiting-${id}`;
const chatTag = (id: number) => `chat-${id}`;
const mentionTag = (id: number) => `mention-${id}`;

/**
 * Stores what people are to be told while the product is closed, in the transaction in which it happens: what is committed
 * is told, also after a crash, and what was rolled back is not. A fault here spoils no message.
 */
export function tellPush(tenants: Tenants): Witness {
  return (company, db, emitted) => {
    try {
      const devices = devicesOf(tenants, company);
      // Most companies have none, and pay no more for it than this.
      if (devices.length > 0) company.write(() => tell(company, db, emitted, devices));
    } catch (error) {
      log.error("What happened could not be stored for devices", { company: company.id, error });
    }
  };
}

function tell(company: Company, db: Write, emitted: readonly Parameters<Emit>[], devices: readonly Told[]): void {
  const now = Date.now();
  let isAny = false;
  for (const each of emitted) isAny = takeBackBy(db, each) || isAny;
  for (const [device, news] of newsFor(devices, emitted)) {
    putPush(db, device, news, now);
    isAny = true;
  }
  if (isAny) company.afterwards(() => company.signals.emit("push", {}));
}

/** What each device is to be told, of each tag once: who is called in a chat's message is not told of the message as well. */
function newsFor(devices: readonly Told[], emitted: readonly Parameters<Emit>[]): [Told, News][] {
  const userIds = [...new Set(devices.map(({ userId }) => userId))], all = new Map<string, [Told, News]>();
  for (const news of emitted.flatMap((each) => newsOf(each, userIds))) {
    for (const device of devices) {
      if (device.userId !== news.userId || !device.choices.kinds.includes(news.kind)) continue;
      const key = `${device.id} ${news.tag}`;
      if (all.get(key)?.[1].kind !== "mention") all.set(key, [device, news]);
    }
  }
  return [...all.values()];
}

function newsOf([name, payload, to]: Parameters<Emit>, userIds: readonly number[]): News[] {
  switch (name) {
    case "appMessage":
      return fromMessage(payload as Events["appMessage"]);
    case "ticket":
      return fromMove(payload as Events["ticket"]);
    case "mention": {
      const said = payload as Events["mention"];
      return said.action === "create" ? meant(userIds, to).map((userId) => fromMention(userId, said.record)) : [];
    }
    case "chat": {
      const said = payload as Events["chat"];
      if (said.action !== "new-message") return [];
      const { chat: { id: ofId }, newMessage: { id: aboutId, senderId } } = said;
      return meant(userIds, to).filter((userId) => userId !== senderId)
        .map((userId) => ({ userId, tag: chatTag(ofId), kind: "chat", ofId, aboutId }));
    }
    default:
      return [];
  }
}

/** Those of these people whom an event is for that goes by the person alone. */
function meant(userIds: readonly number[], to: Audience = () => true): number[] {
  return userIds.filter((id) => to({ id, profile: "user", super: false, queueIds: [] }));
}

/** A customer's words, for who serves them. */
function fromMessage(said: Events["appMessage"]): News[] {
  if (said.action !== "create" || !said.live) return [];
  const { message, ticket: { id, userId, status, isGroup } } = said;
  if (message.fromMe || isGroup || userId === null || status !== "open") return [];
  return [{ userId, tag: ticketTag(id), kind: "message", ofId: id, aboutId: message.id }];
}

/** A ticket that somebody hands over to somebody else. */
function fromMove(said: Events["ticket"]): News[] {
  if (said.action !== "update" || said.move?.action !== "transfer") return [];
  const { id, userId, handover } = said.ticket;
  if (userId === null || !handover || handover.by?.id === userId) return [];
  return [{ userId, tag: ticketTag(id), kind: "transfer", ofId: id, aboutId: null }];
}

function fromMention(userId: number, { id, chat, ticket }: Mention): News {
  if (chat) return { userId, tag: chatTag(chat.id), kind: "mention", ofId: chat.id, aboutId: chat.messageId };
  return { userId, tag: mentionTag(id), kind: "mention", ofId: ticket!.id, aboutId: id };
}

/** Takes back what an event makes needless; answers whether a device is to be told so. */
function takeBackBy(db: Write, [name, payload, to]: Parameters<Emit>): boolean {
  switch (name) {
    case "appMessage": {
      const said = payload as Events["appMessage"];
      return said.action === "create" && takeBackOf(db, said.ticket);
    }
    case "ticket": {
      const said = payload as Events["ticket"];
      if (said.action === "update") return takeBackOf(db, said.ticket, said.move?.action === "transfer");
      // Who may no longer see a ticket is told so by the same move, which is an update for all others.
      if (said.action === "removeFromList" && !said.into) return false;
      const isBack = takeBack(db, ticketTag(said.ticketId));
      return said.action === "updateUnread" ? isBack : takeBack(db, waitingTag(said.ticketId)) || isBack;
    }
    case "mention": {
      const said = payload as Events["mention"];
      return said.action === "seen" && said.ids.map((id) => takeBack(db, mentionTag(id))).some(Boolean);
    }
    case "chat":
      return takeBackChat(db, payload as Events["chat"], to);
    default:
      return false;
  }
}

/** Read, ended, somebody else's by now, or waiting elsewhere: those who serve that queue are told anew. */
function takeBackOf(db: Write, ticket: Ticket, isMoved = false): boolean {
  const { id, status, userId, unreadMessages, handover } = ticket;
  const isDone = status !== "open" || (unreadMessages === 0 && !handover);
  const isBack = takeBack(db, ticketTag(id), (of) => isDone || of !== userId);
  return ((status !== "pending" || isMoved) && takeBack(db, waitingTag(id))) || isBack;
}

/** Who has read it all, and who is not in it any more. */
function takeBackChat(db: Write, said: Events["chat"], to: Audience | undefined): boolean {
  if (said.action === "delete") return takeBack(db, chatTag(said.id), (userId) => meant([userId], to).length > 0);
  const chat: Chat | undefined = "record" in said ? said.record : said.action === "new-message" ? said.chat : undefined;
  if (!chat) return false;
  const done = new Set(chat.users.filter(({ unreads }) => unreads === 0).map(({ userId }) => userId));
  return takeBack(db, chatTag(chat.id), (userId) => done.has(userId));
}
