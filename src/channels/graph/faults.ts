import type { ErrorCode } from "../../contract/errors.ts";

/** Graph said no, or nothing that can be read. Its own words stay out of it: they may have a number or a text in them. */
export class GraphFault extends Error {
  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    readonly code = 0,
    readonly subcode = 0,
    /** Graph says so itself, or its server has failed: the same may go later. */
    readonly isPassing = status === 0 || status >= 500,
  ) {
    super(`Graph answered ${status} with code ${code}/${subcode}`);
  }

  /** The token lets nobody in any more. */
  get isTokenRefused(): boolean {
    return this.code === 190 || this.code === 102 || (this.status === 401 && this.code === 0);
  }

  /** So many calls, or messages to one person, that it wants a pause. */
  get isTooMany(): boolean {
    return TOO_MANY.has(this.code);
  }
}

/** No code of Graph's: our own address is not known, so that nothing can be fetched from us. */
export const NO_ADDRESS = -2;

/** Sources: Meta's error references of the Graph API, the Cloud API and the Messenger Platform. */
const TOO_MANY = new Set([4, 17, 32, 341, 613, 80007, 130429, 131056, 133016]);
/** The customer's last message is too long ago. */
const WINDOW_CLOSED = new Set([131047]);
const WINDOW_SUBCODES = new Set([2018278, 2534022]);
const UNDELIVERABLE = new Set([131026, 131021, 131030, 551, 1545041]);
const NOT_ALLOWED = new Set([3, 10, 200, 131005, 131031, 133010, 368]);
const FILES = new Set([131051, 131052, 131053, 131054]);

/** Why a message did not go, as its bubble says it and what to do. */
export function failureOf(code: number, subcode = 0): ErrorCode {
  if (WINDOW_CLOSED.has(code) || WINDOW_SUBCODES.has(subcode)) return "ERR_META_WINDOW_CLOSED";
  if (UNDELIVERABLE.has(code)) return "ERR_META_UNDELIVERABLE";
  if (code === NO_ADDRESS) return "ERR_META_NO_ADDRESS";
  if (code === 131048) return "ERR_META_SPAM";
  if (code === 131049) return "ERR_META_CAPPED";
  if (code === 131050) return "ERR_META_OPTED_OUT";
  if (code === 131062) return "ERR_META_NO_NUMBER";
  if (code >= 132000 && code <= 132099) return "ERR_META_TEMPLATE";
  if (FILES.has(code)) return "ERR_META_FILE";
  if (TOO_MANY.has(code)) return "ERR_META_TOO_MANY";
  if (NOT_ALLOWED.has(code) || (code >= 200 && code < 300)) return "ERR_META_NOT_ALLOWED";
  return "ERR_META_REFUSED";
}
