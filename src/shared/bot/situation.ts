import type { OpeningHours } from "../opening_hours.ts";
import type { OpeningRange } from "../week.ts";
import type { Occasion } from "../variables.ts";
import type { BotState } from "./state.ts";
import type { BotTexts } from "./texts.ts";

/** The outside bot that a queue or an option gives the customer to. */
export interface ToOutsideBot {
  /** Behind which webhook it is; null when there is none, and then a human takes over. */
  toWebhookId?: number | null;
  /** After so many minutes without a word from it people take over. */
  botMinutes?: number;
  /** What the customer is told then; empty = nothing. */
  botMessage?: string;
}

/** Of a queue what the bot says by it. */
export interface BotQueue extends ToOutsideBot {
  id: number;
  name: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  schedules: OpeningRange[];
}

/** A node of a queue's tree of options (spec 2 §3). */
export interface BotOption extends ToOutsideBot {
  id: number;
  queueId: number;
  /** Null at the top. */
  parentId: number | null;
  /** The place among its siblings, from 1. */
  option: number;
  title: string;
  message: string;
  /** What happens once an option without further options has said its message. */
  action: "human" | "queue" | "user" | "close" | "bill" | "bot";
  /** Where `queue` leads; null when that queue is gone, and then a human takes over. */
  toQueueId: number | null;
  /** Whom `user` names; null when they are gone, and then a human takes over. */
  toUserId: number | null;
  file: { name: string; mimetype: string; size: number } | null;
}

/** What the company has set up, to be asked for piece by piece: of a large tree the bot needs one node. */
export interface Desk {
  queue(id: number): BotQueue | undefined;
  option(id: number): BotOption | undefined;
  /** The options below one, or at a queue's top, in their order. */
  below(queueId: number, parentId: number | null): BotOption[];
  /** Whether a person is there and may see the tickets of a queue. */
  serves(userId: number, queueId: number): boolean;
  /** The outside bot behind a webhook, while that is on. */
  outsideBot(webhookId: number): { name: string } | undefined;
}

export interface BotConnection {
  greetingMessage: string;
  outOfHoursMessage: string;
  /** In the order in which the menu names them. */
  queueIds: number[];
}

/** All that the bot's answer to one message depends on. */
export interface Situation {
  /** What the customer wrote; empty for a picture without words. */
  body: string;
  /** ms since 1970. */
  now: number;
  ticket: {
    id: number;
    /** ISO 8601. */
    createdAt: string;
    contact: Occasion["ticket"]["contact"];
    status: "pending" | "open" | "closed";
    userId: number | null;
    queueId: number | null;
    isGroup: boolean;
  };
  /** The service was closed a short while ago, and the customer was asked how it went. */
  awaitsRating: boolean;
  state: BotState;
  /**
   * When what the bot said last came to the customer's phone, in ms; else when the network took it. Null while it has not
   * left, so that nobody can have read it.
   */
  reachedAt: number | null;
  connection: BotConnection;
  hours: Hours;
  desk: Desk;
  /** The bot's own words, where the company has others than the bot. */
  texts?: BotTexts;
  /** Nobody is there, and that was said. */
  isClosed?: boolean;
}

/** Whose hours count (spec 2 §4, Schedule type). */
export interface Hours extends Pick<OpeningHours, "holidays" | "timeZone"> {
  scheduleType: string;
  /** The company's own. */
  schedules: OpeningRange[];
  /** The menu comes all the same while nobody is there, after the text that says so. */
  menuAtNight?: boolean;
}

/** What is to be done for a message, in this order. */
export type BotAction =
  /** `optionId` is the option that speaks, null for a greeting and the bot's own words; its file goes along if `withFile`. */
  | { do: "say"; text: string; optionId: number | null; withFile: boolean }
  /** The ticket goes to a queue. */
  | { do: "queue"; queueId: number }
  /** The ticket is opened for an attendant. */
  | { do: "assign"; userId: number }
  /** The ticket waits for whoever serves its queue. */
  | { do: "handOver" }
  /** The other side seems to be a bot, too: ours falls silent, and the ticket's history says why. */
  | { do: "stop" }
  | { do: "close" }
  /** The customer's open bills are looked up by CPF or CNPJ, which takes a while. */
  | { do: "findBills"; taxNumber: string }
  /** The system that has the bills did not answer, which the ticket's history says. */
  | { do: "billFault" }
  /** The customer is given to an outside bot, `name`, from which people take over after so many minutes of silence. */
  | { do: "giveToBot"; webhookId: number; name: string; minutes: number; message: string }
  /** The outside bot that has the customer is told the message. */
  | { do: "tellBot" }
  /** The message rates the service that was closed, 1 to 3. */
  | { do: "rate"; rating: number };

export interface BotReply {
  actions: BotAction[];
  state: BotState;
}
