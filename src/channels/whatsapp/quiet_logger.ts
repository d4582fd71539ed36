import { log } from "../../platform/log.ts";

/** A logger for Baileys that keeps its sentences and drops the objects beside them, which hold keys and messages. */
export function quietLogger(context: { company: number; connection: number }) {
  const say = (what: unknown, text?: string) =>
    log.debug(text ?? (typeof what === "string" ? what : "Baileys"), { ...context, error: errorIn(what) });
  const nothing = () => {};
  const logger = {
    level: "warn",
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: say,
    error: say,
    child: () => logger,
  };
  return logger;
}

function errorIn(what: unknown): Error | undefined {
  const { err, error } = (what ?? {}) as { err?: unknown; error?: unknown };
  return [err, error].find((each): each is Error => each instanceof Error);
}
