import { newTrace } from "./ids.ts";

/**
 * What Graph says for each code, and with which HTTP status: from the lists "Error codes" of the WhatsApp Cloud API and
 * "Common error codes" of the Messenger Platform.
 */
export const ERRORS = {
  1: { status: 400, title: "An unknown error occurred" },
  2: { status: 503, title: "Service temporarily unavailable" },
  3: { status: 500, title: "Capability or permissions issue" },
  4: { status: 400, title: "Application request limit reached" },
  10: { status: 403, title: "Application does not have permission for this action" },
  33: { status: 400, title: "Parameter value is not valid" },
  100: { status: 400, title: "Invalid parameter" },
  190: { status: 401, title: "Invalid OAuth access token." },
  200: { status: 403, title: "Permissions error" },
  230: { status: 403, title: "User consent is required" },
  368: { status: 403, title: "Temporarily blocked for policies violations" },
  551: { status: 400, title: "This person isn't available right now." },
  613: { status: 400, title: "Calls to this API have exceeded the rate limit." },
  803: { status: 404, title: "Some of the aliases you requested do not exist" },
  2500: { status: 400, title: "Unknown path components" },
  80007: { status: 400, title: "Rate limit issues" },
  130429: { status: 400, title: "Rate limit hit" },
  130472: { status: 400, title: "User's number is part of an experiment" },
  131000: { status: 500, title: "Something went wrong" },
  131005: { status: 403, title: "Access denied" },
  131008: { status: 400, title: "Required parameter is missing" },
  131009: { status: 400, title: "Parameter value is not valid" },
  131016: { status: 500, title: "Service unavailable" },
  131021: { status: 400, title: "Recipient cannot be sender" },
  131026: { status: 400, title: "Message undeliverable" },
  131031: { status: 403, title: "Account has been locked" },
  131042: { status: 400, title: "Business eligibility payment issue" },
  131045: { status: 500, title: "Incorrect certificate" },
  131047: { status: 400, title: "Re-engagement message" },
  131048: { status: 400, title: "Spam rate limit hit" },
  131049: { status: 400, title: "This message was not delivered to maintain healthy ecosystem engagement." },
  131050: { status: 400, title: "User has stopped marketing messages" },
  131051: { status: 400, title: "Unsupported message type" },
  131052: { status: 400, title: "Media download error" },
  131053: { status: 400, title: "Media upload error" },
  131056: { status: 400, title: "(Business Account, Consumer Account) pair rate limit hit" },
  131062: { status: 400, title: "Business-scoped User ID recipients are not supported for this message" },
  132000: { status: 400, title: "Template Param Count Mismatch" },
  132001: { status: 404, title: "Template does not exist" },
  132005: { status: 400, title: "Template Hydrated Text Too Long" },
  132007: { status: 400, title: "Template Format Character Policy Violated" },
  132012: { status: 400, title: "Template Parameter Format Mismatch" },
  132015: { status: 400, title: "Template is Paused" },
  132016: { status: 400, title: "Template is Disabled" },
  133010: { status: 400, title: "Phone number not registered" },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorRest {
  subcode?: number;
  /** Overrides the title as the text behind "(#code)". */
  message?: string;
  /** What exactly is wrong; the Cloud API puts it into `error_data`. */
  details?: string;
  status?: number;
}

/** What a call is refused with. */
export class GraphError extends Error {
  constructor(readonly code: ErrorCode, readonly rest: ErrorRest = {}) {
    super(rest.message ?? ERRORS[code].title);
  }

  answer(): Response {
    const { subcode, details, status } = this.rest;
    const text = this.code === 190 ? this.message : `(#${this.code}) ${this.message}`;
    const error = {
      message: text,
      type: this.code === 100 && subcode === 33 ? "GraphMethodException" : "OAuthException",
      code: this.code,
      ...(subcode ? { error_subcode: subcode } : {}),
      ...(this.code === 1 || this.code === 2 ? { is_transient: true } : {}),
      ...(details ? { error_data: { messaging_product: "whatsapp", details } } : {}),
      fbtrace_id: newTrace(),
    };
    return Response.json({ error }, { status: status ?? ERRORS[this.code].status });
  }

  /** As it stands in a status "failed", or in a message that the network could not hand over. */
  inNotice(): Record<string, unknown> {
    return noticeError(this.code, this.rest.details);
  }
}

/** An error as it stands in a status "failed". */
export function noticeError(code: ErrorCode, details: string = ERRORS[code].title): Record<string, unknown> {
  const { title } = ERRORS[code];
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/",
  };
}

export function isErrorCode(code: number): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
