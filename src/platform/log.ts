import { destination, type Level, pino } from "pino";

const logger = pino({
  level: Deno.env.get("BALCAO_LOG") ?? "info",
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
}, destination({ dest: 1, sync: true }));

export interface Context {
  company?: number;
  connection?: number;
  error?: unknown;
  [name: string]: unknown;
}

function say(level: Level, text: string, { error, ...context }: Context = {}): void {
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
