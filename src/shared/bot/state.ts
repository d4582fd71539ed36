/** Where the bot is with a customer, as it is kept with the ticket. Times in ms since 1970. */
export interface BotState {
  /**
   * What the customer's next message answers: the queue menu, or a queue's options. At the `start` nothing was said yet,
   * because nobody is there, or because the ticket is new. A `taxNumber` is asked for by an option that ends in bills; while
   * they are looked up, as `bills`, nothing is answered; nor by us while an `outside` bot has the customer. Null: the bot has let go, a person takes over.
   */
  asks: "start" | "queue" | "option" | "taxNumber" | "bills" | "outside" | null;
  /** The option whose children were shown last, or that asks for a number; null at the queue's top. */
  optionId: number | null;
  /** Answers in a row that fitted nothing. */
  misses: number;
  /** When it spoke in a row of texts that were each answered at once and without a choice. */
  saidAt: number[];
  /** The closed period in which the out-of-hours text was sent. */
  closedPeriod: string | null;
}

/** A ticket that is new: the bot begins with the customer's first message. */
export const BOT_BEGINS: BotState = { asks: "start", optionId: null, misses: 0, saidAt: [], closedPeriod: null };
/** A ticket that is a person's: the bot only says when nobody is there. */
export const BOT_IS_OUT: BotState = { ...BOT_BEGINS, asks: null };
