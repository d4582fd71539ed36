/** Every refusal a caller can meet, with its HTTP status. The texts are in web/ui/errorTexts.ts. */
export const ERRORS = {
  ERR_INVALID_INPUT: 400,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_SESSION_EXPIRED: 401,
  ERR_SUBSCRIPTION_EXPIRED: 402,
  ERR_COMPANY_BLOCKED: 403,
  ERR_TOKEN_EXPIRED: 403,
  ERR_NO_PERMISSION: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_NOT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_NOTE_FOUND: 404,
  ERR_NO_MERGE_FOUND: 404,
  ERR_NO_TAG_FOUND: 404,
  ERR_NO_QUICK_REPLY_FOUND: 404,
  ERR_NO_SCHEDULE_FOUND: 404,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_DEF_WAPP_FOUND: 404,
  ERR_WAPP_DOWNLOAD_MEDIA: 404,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_TICKET_CHANGED: 409,
  ERR_TICKET_NOT_OPEN: 409,
  ERR_ANSWERED_MEANWHILE: 409,
  ERR_EDIT_TOO_LATE: 409,
  ERR_SCHEDULE_SENT: 409,
  ERR_SCHEDULE_TOO_LATE: 409,
  ERR_SCHEDULE_TAKEN_BACK: 409,
  ERR_CONNECTION_IN_USE: 409,
  ERR_NO_OTHER_WHATSAPP: 409,
  ERR_WAPP_NOT_INITIALIZED: 409,
  ERR_DUPLICATED_CONTACT: 409,
  ERR_CONTACT_CHANGED: 409,
  ERR_CONTACT_IN_USE: 409,
  ERR_WAPP_GREETING_REQUIRED: 409,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
  ERR_DUPLICATED_NAME: 409,
  ERR_DUPLICATED_EMAIL: 409,
  ERR_LAST_ADMIN: 409,
  ERR_OWN_USER: 409,
  ERR_PLAN_LIMIT: 409,
  ERR_FILE_TOO_LARGE: 413,
  ERR_BODY_TOO_LARGE: 413,
  ERR_FILE_TYPE: 415,
  ERR_WAPP_INVALID_CONTACT: 422,
  ERR_WAPP_CHECK_CONTACT: 502,
  ERR_SENDING_WAPP_MSG: 502,
  ERR_WAPP_RESTRICTED: 502,
  ERR_DELETE_WAPP_MSG: 502,
  ERR_FETCH_WAPP_MSG: 404,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_COMPANY_UNAVAILABLE: 503,
  ERR_CREATING_MESSAGE: 500,
  ERR_CREATING_TICKET: 500,
  ERR_STORAGE_FULL: 507,
  ERR_INTERNAL: 500,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** What a refused call answers: the code, and for `ERR_INVALID_INPUT` the fields at fault. */
export interface ErrorAnswer {
  error: ErrorCode;
  /** Dotted path of a field → what is wrong with it: `required`, `too_short`, `too_long`, `invalid`, `unknown`. */
  fields?: Record<string, string>;
  detail?: unknown;
}

export class Refusal extends Error {
  constructor(readonly code: ErrorCode, readonly rest: Omit<ErrorAnswer, "error"> = {}) {
    super(code);
  }
}

export function refuse(code: ErrorCode, rest?: Omit<ErrorAnswer, "error">): never {
  throw new Refusal(code, rest);
}
