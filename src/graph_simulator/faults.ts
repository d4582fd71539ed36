import type { ErrorCode } from "./errors.ts";

/** What a call is to meet; `on` names the end of its path, like "messages" or "media". */
export type CallFault =
  & { on?: string }
  & (
    | { kind: "refuse"; code: ErrorCode }
    | { kind: "status"; status: number }
    | { kind: "slow"; ms: number }
    | { kind: "held"; until: () => Promise<unknown> }
    | { kind: "cut" }
    | { kind: "garble" }
  );

export interface NoticeFaults {
  /** Each notice is posted this many times more. */
  repeats: number;
  /** Waits (ms) before each. */
  delayMs: number;
  /** Keeps notices back until `release`. */
  isHeld: boolean;
  /** Held ones are released the last first. */
  isReversed: boolean;
  /** Several are put into one call. */
  isBatched: boolean;
  /** The next ones carry a signature made with another secret. */
  forged: number;
}

/** What goes wrong on purpose. */
export class Faults {
  readonly notices: NoticeFaults = {
    repeats: 0,
    delayMs: 0,
    isHeld: false,
    isReversed: false,
    isBatched: false,
    forged: 0,
  };
  /** Which field takes a WhatsApp user's id: Meta's documents say `recipient`, some clients send `to`. */
  userIdIn: "recipient" | "to" | "both" = "recipient";
  /** Text messages outside the window are refused at once rather than failed later. */
  refusesAtOnce = false;
  /** Notices of accounts that logged in with Instagram are signed with the app's secret instead of the Instagram app's. */
  signsInstagramByApp = false;
  /** The code of a login with Instagram is answered without the list around it that Meta's page shows. */
  isInstagramTokenFlat = false;
  #calls: { fault: CallFault; left: number }[] = [];
  #failures: { code: ErrorCode; left: number }[] = [];

  /** The next calls (that end in `on`) meet this. */
  meet(fault: CallFault, count = 1): void {
    this.#calls.push({ fault, left: count });
  }

  /** The next call that ends in `on` gets no answer until it is let go; `asked` resolves when it has come. */
  hold(on: string): { asked: Promise<void>; letGo(): void } {
    const asked = Promise.withResolvers<void>(), free = Promise.withResolvers<void>();
    this.meet({ kind: "held", until: () => (asked.resolve(), free.promise), on });
    return { asked: asked.promise, letGo: free.resolve };
  }

  /** The next WhatsApp messages are accepted and then fail with this code. */
  failNext(code: ErrorCode, count = 1): void {
    this.#failures.push({ code, left: count });
  }

  clear(): void {
    this.#calls = [];
    this.#failures = [];
    const kinds = { repeats: 0, delayMs: 0, isHeld: false, isReversed: false, isBatched: false, forged: 0 };
    Object.assign(this.notices, kinds);
  }

  /** Uses up what this call is to meet. */
  takeCall(path: string): CallFault | undefined {
    const found = this.#calls.find(({ fault, left }) => left > 0 && (!fault.on || path.endsWith(fault.on)));
    if (found) found.left--;
    return found?.fault;
  }

  takeFailure(): ErrorCode | undefined {
    const found = this.#failures.find(({ left }) => left > 0);
    if (found) found.left--;
    return found?.code;
  }
}
