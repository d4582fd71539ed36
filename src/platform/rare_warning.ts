import { milliseconds } from "date-fns/milliseconds";
import { log } from "./log.ts";

/** Between two lines of one warning, in ms. */
const APART = milliseconds({ minutes: 1 });

/**
 * A warning that strangers can cause, so that they could fill the log with it: the first is logged at once,
 * those that follow are counted and logged together, a line a minute at most.
 */
export class RareWarning {
  #count = 0;
  #lastContext: object = {};
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly text: string, readonly context: { company?: number; connection?: number; target?: number }) {}

  /** It has happened again; `context` is logged for the latest one only. */
  warn(context: object = {}): void {
    this.#count++;
    this.#lastContext = context;
    if (this.#rest === undefined) this.#say();
  }

  #say(): void {
    log.warn(this.text, { ...this.context, ...this.#lastContext, count: this.#count });
    this.#count = 0;
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (this.#count > 0) this.#say();
    }, APART);
  }
}
