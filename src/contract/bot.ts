/** Where the bot is with a customer, as it is kept with the ticket. Times in ms since 1970. */
export interface BotState {
  /** The queue menu was sent and waits for an answer, or a queue's options, or nothing is asked. */
  asks: "queue" | "option" | null;
  /** The option whose children were shown last; null at the queue's top. */
  optionId: number | null;
  /** Answers in a row that fitted nothing. */
  misses: number;
  /** When it spoke lately: too often within a minute, and it stops. */
  saidAt: number[];
  /** The closed period in which the out-of-hours text was sent. */
  closedPeriod: string | null;
}
