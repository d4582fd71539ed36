import { milliseconds } from "date-fns/milliseconds";
import type { PublishedAnnouncement } from "./announcements.ts";
import type { Brand } from "./brand.ts";
import type { CampaignPace } from "./campaign_settings.ts";
import type { Campaign } from "./campaigns.ts";
import type { Chat, ChatMessage } from "./chats.ts";
import type { CompanyFigures } from "./cockpit.ts";
import type { CompanyDetails, CompanyRecord } from "./companies.ts";
import type { Connection } from "./connections.ts";
import type { ContactList, ListCheck, ListImport, ListItem } from "./contact_lists.ts";
import type { Contact } from "./contacts.ts";
import type { Help } from "./helps.ts";
import type { Holiday } from "./holidays.ts";
import type { Invoice, PaymentQuestion, ProviderInvoice } from "./invoices.ts";
import type { Mention } from "./mentions.ts";
import type { Message } from "./messages.ts";
import type { Note } from "./notes.ts";
import type { OptOut } from "./opt_outs.ts";
import type { Plan } from "./plans.ts";
import type { QueueRow } from "./queues.ts";
import type { QuickReply } from "./quick_replies.ts";
import type { Schedule } from "./schedules.ts";
import type { Setting } from "./settings.ts";
import type { Tag } from "./tags.ts";
import type { Move, Ticket } from "./tickets.ts";
import type { Colleague, UserRef } from "./users.ts";

/** A row was added or changed, or is gone: what most lists need to stay live. */
export type Change<Row extends { id: number }> = { action: "create" | "update"; record: Row } | {
  action: "delete";
  id: number;
};

/** A colleague who has a ticket before them. */
export interface Viewer {
  id: number;
  name: string;
  typing: boolean;
}

/** Why a login session ended: the password or the second factor is another now, or its person ended it from elsewhere. */
export type AuthReason = "password" | "secondFactor" | "ended";

/** Everything the server may push. On the wire each name is prefixed `company-{id}-` (spec 1 §7, Realtime). */
export interface Events {
  ticket:
    /** `reread` when its messages are others than before: a merge of contacts has moved them. */
    | { action: "update"; ticket: Ticket; move?: Move; reread?: true }
    | { action: "updateUnread"; ticketId: number }
    | { action: "delete"; ticketId: number; contactId?: number }
    /** `into` when it was joined with another, which goes on: that one's uuid. */
    | { action: "removeFromList"; ticketId: number; into?: string };
  /** `live` is false for back-filled history and for what the bot answers: it rings no bell. */
  appMessage:
    | { action: "create"; message: Message; ticket: Ticket; live: boolean; history?: true }
    | { action: "update"; message: Message };
  contact: Change<Contact>;
  note: Change<Note>;
  tag: Change<Tag>;
  quickMessage: Change<QuickReply>;
  schedule: Change<Schedule>;
  whatsapp: Change<Connection>;
  whatsappSession: { action: "update"; session: Connection };
  /** `recipients` when somebody's state has changed, too; the counts in the record are as new as it is. */
  campaign: Change<Campaign> & { recipients?: true };
  ContactList: Change<ContactList> | { action: "reload"; records: ContactList[] };
  ContactListItem: (Change<ListItem> | { action: "reload" }) & { contactListId: number };
  contactListImport: { action: "update"; record: ListImport };
  contactListCheck: { action: "update"; record: ListCheck };
  /** What the network has just said of these numbers, on whatever list they are. */
  numberChecks: { records: { number: string; isWhatsappValid: boolean }[] };
  /** `reload` when a sheet has brought several at once. */
  optOut: Change<OptOut> | { action: "reload" };
  apiRequests: { action: "reload" };
  /** What waits for a webhook, or how it fares, is another. */
  webhooks: { action: "reload" };
  /** Somebody has decided what becomes of all that is held; for administrators. */
  holding: { action: "decided" };
  campaignPace: { action: "update"; records: CampaignPace[] };
  /** For those in it alone; for who is taken out of it, it is deleted. */
  chat:
    | Change<Chat>
    | { action: "new-message"; newMessage: ChatMessage; chat: Chat }
    | { action: "update-message"; message: ChatMessage; chat: Chat };
  /** Somebody in a chat types, or has stopped; for the others in it. */
  chatTyping: { chatId: number; user: UserRef; typing: boolean };
  /** For who is called, alone. */
  mention: { action: "create"; record: Mention } | { action: "seen"; ids: number[] };
  company: { action: "update"; record: CompanyDetails };
  /** For super users alone. */
  companyRecord: Change<CompanyRecord>;
  companyFigures: { companyId: number; isUnreadable: boolean; figures: CompanyFigures };
  /** On the wire it is `company-announcement` (`TOLD_TO_ALL`). */
  announcement: Change<PublishedAnnouncement>;
  /** On the other screens of a person who has seen some. */
  announcementRead: { ids: number[] };
  help: Change<Help>;
  brand: { action: "update"; record: Brand };
  holiday: Change<Holiday>;
  /** For who may pay it. */
  invoice: Change<Invoice>;
  /** The company is renewed (spec 2 §3, Payment event); `dueDate` is YYYY-MM-DD. */
  payment: { action: "CONCLUIDA"; company: { dueDate: string } };
  /** For super users alone. */
  plan: Change<Plan>;
  providerInvoice: Change<ProviderInvoice>;
  paymentQuestion: Change<PaymentQuestion>;
  providerSetting: { action: "update"; record: Setting };
  queue: Change<QueueRow>;
  settings: { action: "update"; record: Setting };
  /** `isEdited`: more than the presence changed, so that what somebody may see and do may be another now. */
  user: Change<Colleague> & { isEdited?: true };
  /** The customer is typing, or has stopped. */
  typing: { ticketId: number; typing: boolean };
  /** Who looks at a ticket, and who of them types; for those who may see it. */
  presence: { ticketId: number; people: Viewer[] };
  /**
   * This person's other sessions than `sessionId` are over, or those in `ended` alone; without `why` because they logged in
   * elsewhere.
   */
  auth: { action: "update"; userId: number; sessionId: string; ended?: string[]; why?: AuthReason };
}

export type EventName = keyof Events;

/**
 * What goes only to who has that one thing before them, and which it is. On the wire its number stands behind the name: spec 3
 * §7, `ContactListItem-{listId}`.
 */
const NARROW: { [N in EventName]?: (payload: Events[N]) => number } = {
  ContactListItem: ({ contactListId }) => contactListId,
};

/** Of a narrow event, which thing it is about. */
export function placeOf<N extends EventName>(name: N, payload: Events[N]): number | undefined {
  return NARROW[name]?.(payload);
}

/** All that an administrator hears of a company that has not paid. */
export const WHEN_OVERDUE: ReadonlySet<string> = new Set(["payment", "invoice", "company", "auth"]);

/** What a browser says over the socket. The first frame must be `hello`. */
export type ClientFrame =
  | { say: "hello"; token: string; after?: string }
  | { say: "ping" }
  | { say: "userStatus" }
  | { say: "joinNotification" }
  | { say: "joinTickets"; status: string }
  | { say: "joinChatBox"; ticketId: number }
  | { say: "leaveChatBox"; ticketId: number }
  /** Whether the person is at this screen: it is in sight, and was touched lately. Said again as long as it is so. */
  | { say: "attention"; has: boolean }
  /** What this list's people become is to be heard, also what became of them since the mark `after`. */
  | { say: "joinContactList"; contactListId: number; after?: string }
  | { say: "leaveContactList"; contactListId: number }
  /** Said again every few seconds while the person types. */
  | { say: "typing"; ticketId: number; typing: boolean }
  | { say: "chatTyping"; chatId: number; typing: boolean };

/**
 * What the server says over the socket. `at` marks the place in the stream of events: said back as `after` when the
 * browser reconnects, it brings what was missed; `missed: "all"` means that is too long ago, so everything is read anew.
 * Another `state` than before: the company was brought back to an earlier moment, and nothing on the screen is true any more.
 */
export type ServerFrame =
  | { say: "welcome"; at: string; missed: "none" | "replayed" | "all"; state?: number }
  | { say: "pong" }
  | { say: "event"; name: string; payload: unknown; at: string }
  | { say: "refused"; error: string };

/** The browser pings this often (ms), and announces presence this often (spec 1 §9). */
export const PING_EVERY = 18_000;
export const PRESENCE_EVERY = milliseconds({ minutes: 5 });
/** Who has not touched a screen in sight for so long (ms) may have left it; that they are at it is said this often. */
export const ATTENTION_LASTS = milliseconds({ minutes: 2 });
export const ATTENTION_EVERY = milliseconds({ seconds: 45 });

/** The event that has no company's number in its name on the wire, because the provider tells it to all (spec 1 §7). */
export const TOLD_TO_ALL = "announcement" satisfies keyof Events;
