import { destination, type Level, type Logger, pino } from "pino";
import { requestId } from "./request_id.ts";

let logger = loggerTo(1), place: { writeSync(bytes: Uint8Array): number } = Deno.stdout;

/** A server's log is what it writes; a command's answer is, and its log goes beside it. */
export function logToStderr(): void {
  logger = loggerTo(2);
  place = Deno.stderr;
}

/** What a server says to whoever has started it, where its log goes, and in no log: lines of that travel. */
export function announce(text: string): void {
  const bytes = new TextEncoder().encode(`${text}\n`);
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(place.writeSync(rest));
}

function loggerTo(dest: 1 | 2): Logger {
  return pino({
    level: Deno.env.get("BALCAO_LOG") ?? "info",
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  }, destination({ dest, sync: true }));
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
