import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Channel, ConnectionKind } from "./channels.ts";
import { Id, Moment, typed } from "./fields.ts";
import { QueueRef } from "./queues.ts";
import { Revision, Was } from "./revisions.ts";

/** As the spec has them (2 §4); what the screen adds in words is in `situation`. */
export const ConnectionStatus = z.enum(["DISCONNECTED", "OPENING", "qrcode", "PAIRING", "TIMEOUT", "CONNECTED"]);
export type ConnectionStatus = z.infer<typeof ConnectionStatus>;

/** Why a connection is in its state, as far as it needs words (behaviour.md, Connections). */
export const Situation = z.enum([
  "new",
  "connecting",
  "waiting_for_scan",
  "linking",
  "connected",
  "restricted",
  "scan_timed_out",
  "logged_out",
  "replaced",
  "unreachable",
  "banned",
  "outdated",
  "stopped_after_failures",
  "disconnected_by_admin",
  "passkey_needed",
  "same_number",
  "token_missing",
  "token_refused",
]);
export type Situation = z.infer<typeof Situation>;

export const Connection = z.object({
  id: Id,
  name: z.string(),
  channel: Channel,
  kind: ConnectionKind,
  status: ConnectionStatus,
  situation: Situation,
  isDefault: z.boolean(),
  /** The linked account's number, digits only; empty while none is linked. */
  number: z.string(),
  /** The QR code's text while one waits to be scanned, else empty. Only to who may act on connections. */
  qrcode: z.string(),
  /** Which code of how many this is, and when the next one replaces it. */
  qr: z.nullable(z.object({ nth: z.int(), of: z.int(), until: Moment })),
  retries: z.int(),
  /** Since when it is in this status. */
  since: Moment,
  updatedAt: Moment,
  /** In the order in which the menu names them. */
  queues: z.array(QueueRef),
});
export type Connection = z.infer<typeof Connection>;

/** Statuses that call for an administrator: the '!' in the menu (spec 1 §2.2). */
export const NEEDS_ATTENTION: readonly ConnectionStatus[] = ["qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING"];

/** The longest text that a connection says by itself, in characters. */
export const LONGEST_TEXT = 2000;

/** What a connection says by itself (behaviour.md, Queue menu and option tree; Opening hours, ratings). Empty = nothing. */
const texts = {
  /** Before the queue menu, or alone while there are no queues. */
  greetingMessage: z.optional(typed(0, LONGEST_TEXT)),
  /** When an attendant has closed the ticket. */
  complationMessage: z.optional(typed(0, LONGEST_TEXT)),
  outOfHoursMessage: z.optional(typed(0, LONGEST_TEXT)),
  /** Asks to be rated. */
  ratingMessage: z.optional(typed(0, LONGEST_TEXT)),
};

/** A connection as its dialog shows it (spec 2 §3). What the form leaves out stays as it is. */
export const ConnectionForm = z.object({
  name: typed(2, 50),
  isDefault: z.optional(z.boolean()),
  ...texts,
  /** Who may send through the connection by the API: guessed by nobody, so 16 characters at least; empty = nobody. */
  token: z.optional(z.string().check(z.regex(/^([\w-]{16,100})?$/))),
  provider: z.optional(typed(0, 20)),
  /** In the order in which the menu names them. */
  queueIds: z.optional(z.array(Id).check(z.maxLength(50))),
});

/** A connection with everything that its dialog needs. */
export const ConnectionDetails = z.extend(Connection, {
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  provider: z.string(),
  /** Only to who may change connections; empty for others, and while there is none. */
  token: z.string(),
  queueIds: z.array(Id),
  revision: Revision,
});
export type ConnectionDetails = z.infer<typeof ConnectionDetails>;

/** What became of a connection at a moment. */
export const ConnectionChange = z.object({
  id: Id,
  status: ConnectionStatus,
  situation: Situation,
  /** With which the network had closed the line; null when it had not. */
  code: z.nullable(z.int()),
  at: Moment,
});
export type ConnectionChange = z.infer<typeof ConnectionChange>;

export const connections = {
  list: get("/whatsapp/", "The company's connections", {
    query: z.object({ session: z.optional(z.string()) }),
    answer: z.array(Connection),
  }),
  show: get("/whatsapp/:id", "One connection with its texts, and for administrators its token", {
    query: z.object({ session: z.optional(z.string()) }),
    answer: ConnectionDetails,
  }),
  add: post("/whatsapp", "Add a connection and start it", {
    who: "connections-page:addConnection",
    body: z.extend(ConnectionForm, {
      /** Of those that need nothing further to begin; a linked phone unless said otherwise. */
      channel: z.optional(z.enum(["whatsapp", "webchat"])),
    }),
    answer: Connection,
  }),
  change: put("/whatsapp/:id", "Change a connection", {
    who: "connections-page:editOrDeleteConnection",
    body: z.extend(ConnectionForm, { was: Was }),
    answer: Connection,
  }),
  remove: del("/whatsapp/:id", "Delete a connection that has no ticket in progress", {
    who: "connections-page:editOrDeleteConnection",
  }),
  history: get("/whatsapp/:id/history", "What became of a connection lately, newest first", {
    who: "connections-page:actionButtons",
    answer: z.array(ConnectionChange),
  }),
  start: post("/whatsappsession/:id", "Try again", { who: "connections-page:actionButtons", answer: Connection }),
  relink: put("/whatsappsession/:id", "Forget the linked account and show a new QR code", {
    who: "connections-page:actionButtons",
    answer: Connection,
  }),
  stop: del("/whatsappsession/:id", "Disconnect", { who: "connections-page:actionButtons", answer: Connection }),
  pairingCode: post("/whatsappsession/:id/pairing-code", "A code to type into the phone instead of scanning", {
    who: "connections-page:actionButtons",
    body: z.object({ number: z.string().check(z.regex(/^\d{8,15}$/)) }),
    answer: z.object({ code: z.string() }),
  }),
};
