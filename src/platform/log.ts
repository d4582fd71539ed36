import { destination, type Level, type Logger, pino } from "pino";
import { requestId } from "./request_id.ts";

let logger = loggerTo(1), place: { writeSync(bytes: Uint8Array): number } = Deno.stdout;

/** A server's log is what it writes; a command's answer is, and its log goes beside it: as sentences where somebody watches. */
export function logToStderr({ isServers = false } = {}): void {
  place = Deno.stderr;
  logger = !isServers && Deno.stderr.isTerminal()
    ? loggerTo({ write: (line) => announce(sentenceOf(line)) })
    : loggerTo(2);
}

/** A line of the log as somebody reads it who sits in front of it: warn: The disk is full (company 2). */
export function sentenceOf(line: string): string {
  const { level, msg, error, company } = JSON.parse(line) as Record<string, string | number | undefined>;
  return `${level}: ${msg}${error === undefined ? "" : `: ${error}`}${
    company === undefined ? "" : ` (company ${company})`
  }`;
}

/** What a server says to whoever has started it, where its log goes, and in no log: lines of that travel. */
export function announce(text: string): void {
  const bytes = new TextEncoder().encode(`${text}\n`);
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(place.writeSync(rest));
}

function loggerTo(to: 1 | 2 | { write(line: string): void }): Logger {
  return pino({
    level: Deno.env.get("BALCAO_LOG") ?? "info",
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  }, typeof to === "number" ? destination({ dest: to, sync: true }) : to);
}

export interface Context {
  company?: number;
  connection?: number;
  error?: unknown;
  [name: string]: unknown;
}

function say(level: Level, text: string, { error, ...given }: Context = {}): void {
  if (!logger.isLevelEnabled(level)) return;
  const request = requestId(), context = request === undefined ? given : { request, ...given };
  if (error instanceof Error) logger[level]({ ...context, error: error.message, at: whereFrom(error) }, text);
  else logger[level]({ ...context, ...(error === undefined ? {} : { error: String(error) }) }, text);
}

/** The first frames of a stack: enough to find the place, no values. */
function whereFrom(error: Error): string | undefined {
  return error.stack?.split("\n").slice(1, 4).map((line) => line.trim()).join(" < ");
}

/** One line of JSON for each thing worth telling. Never a message body, a token or a whole phone number. */
export const log = {
  debug: (text: string, context?: Context) => say("debug", text, context),
  info: (text: string, context?: Context) => say("info", text, context),
  warn: (text: string, context?: Context) => say("warn", text, context),
  error: (text: string, context?: Context) => say("error", text, context),
};
