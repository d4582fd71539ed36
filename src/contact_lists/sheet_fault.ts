import type { ErrorCode } from "../contract/errors.ts";

/** A sheet that is not read at all, or not to its end, and why. */
export class BadSheet extends Error {
  constructor(readonly code: ErrorCode) {
    super(code);
  }
}
