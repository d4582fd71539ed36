import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Id, Moment, PageNumber, QueryFlag, QueryInt, SearchParam, typed, written } from "./fields.ts";
import { FileAbout, LONGEST_TEXT, Media } from "./messages.ts";
import { Revision, Was } from "./revisions.ts";
import { MessageKind } from "./tickets.ts";
import { UserRef } from "./users.ts";

/** Somebody of a chat, and how far they have read. */
export const ChatMember = z.object({
  userId: Id,
  /** Messages of others that they have not read. */
  unreads: z.int(),
  /** The newest message that they have read; 0 for none. */
  readTo: z.int(),
  user: UserRef,
});
export type ChatMember = z.infer<typeof ChatMember>;

/** A conversation between users of the company (spec 3 §3), seen by those in it alone. */
export const Chat = z.object({
  id: Id,
  uuid: z.string(),
  title: z.string(),
  ownerId: z.nullable(Id),
  /** The newest message as "Name: text"; empty while nobody has written. */
  lastMessage: z.string(),
  /** The same in parts: its words are a file's name where it has no others. */
  last: z.nullable(z.object({
    id: Id,
    senderId: z.nullable(Id),
    name: z.string(),
    body: z.string(),
    kind: MessageKind,
    isDeleted: z.boolean(),
  })),
  users: z.array(ChatMember),
  createdAt: Moment,
  /** When the newest message was written, or the chat was made. */
  updatedAt: Moment,
  revision: Revision,
  /** When the server read it so, as a number that only grows: of two states of one chat the higher one is later. */
  asOf: z.number(),
});
export type Chat = z.infer<typeof Chat>;

export const ChatQuote = z.object({
  id: Id,
  senderId: z.nullable(Id),
  name: z.string(),
  message: z.string(),
  kind: MessageKind,
});
export type ChatQuote = z.infer<typeof ChatQuote>;

export const ChatMessage = z.object({
  id: Id,
  chatId: Id,
  /** Null once that user is deleted; the name stays. */
  senderId: z.nullable(Id),
  sender: z.object({ name: z.string() }),
  message: z.string(),
  kind: MessageKind,
  /** Where the file is served to a bearer token; null without a file. */
  mediaUrl: z.nullable(z.string()),
  media: z.nullable(Media),
  quotedMsg: z.nullable(ChatQuote),
  /** Who is called in it, and by which words of it: `@Bruno`. */
  mentions: z.array(z.object({ userId: Id, written: z.string() })),
  /** The numbers of the tickets spoken of; whoever may see one gets its card by `mentions.tickets`. */
  tickets: z.array(Id),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  /** The sender's own mark of a message it has just shown; null for others. */
  localId: z.nullable(z.string()),
  createdAt: Moment,
  /** See `Chat`. */
  asOf: z.number(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A user by number, or as the lists of users have them. */
const SentUser = z.pipe(
  z.union([Id, z.object({ id: Id })]),
  z.transform((sent: number | { id: number }) => typeof sent === "number" ? sent : sent.id),
);

/** Each event of a chat names them all. */
export const MOST_MEMBERS = 200;
export const LONGEST_CHAT_TITLE = 100;

export const ChatForm = z.object({
  title: typed(1, LONGEST_CHAT_TITLE),
  users: z.array(SentUser).check(z.minLength(1), z.maxLength(MOST_MEMBERS)),
});

export const ChatMessageDraft = z.object({
  message: z._default(written(LONGEST_TEXT), ""),
  quotedMsg: z.optional(z.nullable(z.object({ id: Id }))),
  /** Of the one file that comes along. */
  about: z.optional(FileAbout),
  /** Chosen by the sender, so that a repeat after a lost answer is not sent twice. */
  localId: z.optional(z.uuid()),
});

/** A message that was found, and where. */
export const FoundChatMessage = z.object({
  id: Id,
  chat: z.object({ id: Id, uuid: z.string(), title: z.string() }),
  name: z.string(),
  /** The matching piece; what matched stands between \u0002 and \u0003. */
  snippet: z.string(),
  createdAt: Moment,
});
export type FoundChatMessage = z.infer<typeof FoundChatMessage>;

export const chats = {
  list: get("/chats", "A page of one's own chats, the latest message first", {
    query: z.object({
      /** Part of a title or of a member's name. */
      searchParam: SearchParam,
      pageNumber: PageNumber,
      /** Only those with messages that one has not read. */
      withUnread: z._default(z.optional(QueryFlag), false),
    }),
    answer: z.object({ records: z.array(Chat), hasMore: z.boolean() }),
  }),
  find: get("/chats/search", "Full-text search in one's own chats, newest first", {
    query: z.object({
      searchParam: SearchParam,
      chatId: z.optional(QueryInt),
      /** The `next` of the page before. */
      after: z.optional(QueryInt),
    }),
    answer: z.object({ found: z.array(FoundChatMessage), next: z.nullable(z.int()) }),
  }),
  show: get("/chats/:uuid", "One of one's own chats, by what the address bar holds", { answer: Chat }),
  add: post("/chats", "Begin a chat with other users; its maker owns it", {
    who: "chats-page:add",
    body: ChatForm,
    answer: Chat,
  }),
  change: put("/chats/:id", "Change a chat's title and members, for its owner", {
    body: z.extend(ChatForm, { was: Was }),
    answer: Chat,
  }),
  remove: del("/chats/:id", "Delete a chat with all its messages, for its owner"),
  messages: get("/chats/:id/messages", "A page of a chat's messages, oldest first; page 1 has the newest", {
    query: z.object({
      pageNumber: PageNumber,
      /** Only messages older, or newer, than this one; or those around it. Instead of a page number. */
      before: z.optional(QueryInt),
      after: z.optional(QueryInt),
      around: z.optional(QueryInt),
    }),
    answer: z.object({
      records: z.array(ChatMessage),
      /** Older messages exist; `hasNewer` likewise for a page that is not the last. */
      hasMore: z.boolean(),
      hasNewer: z.boolean(),
    }),
  }),
  send: post("/chats/:id/messages", "Write to a chat: a text, or files with an optional text", {
    body: ChatMessageDraft,
    files: "medias",
    answer: z.array(ChatMessage),
  }),
  read: post("/chats/:id/read", "Note that one has read a chat", {
    body: z.object({
      /** One's own number, as old clients send it. */
      userId: z.optional(Id),
      /** The newest message that was seen; all when left out. */
      upTo: z.optional(Id),
    }),
    answer: Chat,
  }),
  edit: put("/chat-messages/:id", "Change an own text within 15 minutes", {
    body: z.object({ message: written(LONGEST_TEXT).check(z.regex(/\S/)) }),
    answer: ChatMessage,
  }),
  removeMessage: del("/chat-messages/:id", "Delete an own message, with its file", { answer: ChatMessage }),
  mediaAddress: get(
    "/chat-messages/:id/media-address",
    "A short-lived address of a message's file for an audio or video element",
    { answer: z.object({ url: z.string() }) },
  ),
};
