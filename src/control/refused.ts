import { type ErrorCode, ERRORS, Refusal } from "../contract/errors.ts";
import { BadObject } from "../backups/envelope.ts";
import { BadCommand } from "../platform/config.ts";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { BadFile } from "../platform/migrate.ts";
import { pathIn, systemWords } from "../platform/system_words.ts";
import type { PasswordFault } from "../shared/passwords.ts";

/** What became of an operation that was not done: the code of the rule, if one refused it, and how the command ends. */
export interface Refused {
  code?: ErrorCode;
  sentence: string;
  exit: number;
}

/** What the rules refuse, for people at a command line. */
const REFUSED: Partial<Record<ErrorCode, string>> = {
  ERR_DUPLICATED_EMAIL: "Somebody logs in with this e-mail address already",
  ERR_DUPLICATED_NAME: "There is one of this name already",
  ERR_PLAN_LIMIT: "The company's plan allows no more: see balcao company limit",
  ERR_PLAN_IN_USE: "Companies have this plan, have chosen it or are to pay for it",
  ERR_COMPANY_UNAVAILABLE: "The company's file cannot be opened: the log says why",
  ERR_MAINTENANCE: "The company's file could not be upgraded, and stays closed: balcao company list says why",
  ERR_COMPANY_MOVING: "The company is being moved to another server just now",
  ERR_SERVER_UNAVAILABLE: "The provider's file cannot be opened: the log says why",
  ERR_PROVIDERS_COMPANY: "The provider's own company is never suspended, removed or past its due date",
  ERR_NO_COMPANY_FOUND: "There is no such company",
  ERR_NO_PLAN_FOUND: "There is no such plan",
  ERR_NO_USER_FOUND: "There is no such user",
};

const BAD_PASSWORD: Record<string, string> = {
  too_short: "The company asks for a longer password: see its settings",
  too_long: "A password has 5 to 50 characters",
  too_few_kinds: "The company asks for more kinds of characters in a password: see its settings",
  common: "This is one of the passwords that everybody tries first: choose another",
  own_words: "A password is not to be the name or the e-mail of the person, nor the company's name: choose another",
} satisfies Record<PasswordFault, string>;

/** How an error ends a command. */
export function refusedOf(error: unknown): Refused {
  if (error instanceof Refusal) {
    return { code: error.code, sentence: sentenceOf(error), exit: ERRORS[error.code] === 404 ? 3 : 1 };
  }
  if (error instanceof BadCommand) return { sentence: error.message, exit: error.exit };
  if (error instanceof BadObject) {
    const todo = "Nothing was changed: another place (--from) or an earlier moment (--at) may have it whole";
    return { sentence: `The backup is damaged there: ${error.message}. ${todo}`, exit: 1 };
  }
  if (error instanceof BadFile) return { sentence: error.message, exit: 1 };
  if (isDiskFull(error)) return { sentence: "The disk is full: make room, then try again", exit: 1 };
  // Where it happened is for whoever mends it.
  log.debug("A command failed", { error });
  const why = systemWords(error), path = pathIn(error);
  if (why !== undefined && path !== undefined) return { sentence: `${path} cannot be used: ${why}`, exit: 1 };
  return { sentence: `This did not work: ${(error as Error).message ?? error} (BALCAO_LOG=debug says where)`, exit: 1 };
}

function sentenceOf({ code, rest }: Refusal): string {
  const fault = rest.fields?.password;
  return fault ? BAD_PASSWORD[fault]! : REFUSED[code] ?? `This is refused: ${code}`;
}
