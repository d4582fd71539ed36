import { milliseconds } from "date-fns/milliseconds";
import { RateLimit } from "../platform/rate_limit.ts";

const MINUTE = milliseconds({ minutes: 1 });

/**
 * What strangers may ask of a desk: nobody has let them in, so all of it is counted before anything is read or stored. A
 * house full of people has one address, hence the larger numbers for those.
 */
export class WidgetLimits {
  /** Chats that are begun from one address. */
  readonly begins = new RateLimit(20, 10 * MINUTE);
  /** The same at one connection, from wherever. */
  readonly beginsOfAll = new RateLimit(300, 10 * MINUTE);
  /** What one visitor writes, and what comes from one address. */
  readonly messages = new RateLimit(20, MINUTE / 2);
  readonly messagesOfAddress = new RateLimit(120, MINUTE);
  /** Each is written down and shown to everybody who has the ticket open. */
  readonly reactions = new RateLimit(20, MINUTE / 2);
  readonly files = new RateLimit(10, MINUTE);
  readonly filesOfAddress = new RateLimit(60, 10 * MINUTE);
  /** All else that a visitor's widgets ask. */
  readonly calls = new RateLimit(240, MINUTE);
  /** Secrets from one address that are none. */
  readonly strangers = new RateLimit(30, 10 * MINUTE);
  readonly pages = new RateLimit(300, MINUTE);
}

/** Widgets that one visitor may have open: tabs that were forgotten. */
export const MOST_SCREENS = 8;
/** Frames that a widget may send within a second. */
export const MOST_FRAMES = 10;
/** How long (ms) a widget may take to say whose it is. */
export const HELLO_WITHIN = 5000;
/** Bytes that may wait for a widget that does not read. */
export const MOST_UNREAD = 1_000_000;
