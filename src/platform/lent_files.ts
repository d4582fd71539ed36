import { randomBytes } from "node:crypto";
import { milliseconds } from "date-fns/milliseconds";

/** For so long (ms) somebody outside may fetch a file. */
const LENT_FOR = milliseconds({ minutes: 15 });

interface Lent {
  path: string;
  mimetype: string;
  until: number;
}

const lent = new Map<string, Lent>();

/** Lets whoever knows the name fetch a file for a quarter of an hour: a network that takes files by address only. */
export function lendFile(path: string, mimetype: string, now = Date.now()): string {
  for (const [name, { until }] of lent) if (until < now) lent.delete(name);
  const name = randomBytes(32).toString("base64url");
  lent.set(name, { path, mimetype, until: now + LENT_FOR });
  return name;
}

export function lentFile(name: string, now = Date.now()): Lent | undefined {
  const file = lent.get(name);
  return file && file.until >= now ? file : undefined;
}
