import { type ErrorCode, Refusal } from "../contract/errors.ts";
import { BadCommand } from "../platform/config.ts";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { BadFile } from "../platform/migrate.ts";
import type { PasswordFault } from "../shared/passwords.ts";

/** What the rules refuse, for people at a command line. */
const REFUSED: Partial<Record<ErrorCode, string>> = {
  ERR_DUPLICATED_EMAIL: "Somebody logs in with this e-mail address already",
  ERR_DUPLICATED_NAME: "There is one of this name already",
  ERR_PLAN_LIMIT: "The company's plan allows no more: see balcao plan list",
  ERR_COMPANY_UNAVAILABLE: "The company's file cannot be opened, see the line above",
};

const BAD_PASSWORD: Record<string, string> = {
  too_short: "The company asks for a longer password: see its settings",
  too_long: "A password has 5 to 50 characters",
  too_few_kinds: "The company asks for more kinds of characters in a password: see its settings",
  common: "This is one of the passwords that everybody tries first: choose another",
  own_words: "A password is not to be the name or the e-mail of the person, nor the company's name: choose another",
} satisfies Record<PasswordFault, string>;

/** What a person at a command line reads of an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal && error.rest.fields?.password) return BAD_PASSWORD[error.rest.fields.password]!;
  if (error instanceof Refusal) return REFUSED[error.code] ?? `This is refused: ${error.code}`;
  if (error instanceof BadCommand || error instanceof BadFile) return error.message;
  if (isDiskFull(error)) return "The disk is full: make room, then try again";
  // Where it happened is for whoever mends it.
  log.debug("A command failed", { error });
  return `This did not work: ${(error as Error).message ?? error} (BALCAO_LOG=debug says where)`;
}
