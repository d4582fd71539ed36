import { hourIn, shownIn } from "./clock.ts";
import { isNameless } from "./nameless.ts";

/** What a prepared text may name in double braces (behaviour.md, Text variables). */
export const VARIABLES = ["name", "firstName", "greeting", "protocol", "queue", "user", "date", "time"] as const;
export type Variable = (typeof VARIABLES)[number];

/** For whom, by whom and when a prepared text is used. */
export interface Occasion {
  ticket: { id: number; createdAt: string; contact: { name: string }; queue: { name: string } | null };
  /** Who writes; empty for the bot. */
  user: string;
  /** The company's. */
  timeZone: string;
  now: Date;
}

/** The text with its variables filled in; what is no variable stays as it was typed. */
export function fillVariables(text: string, occasion: Occasion): string {
  return text.replace(
    /(,[ \t]*)?\{\{\s*(\w+)\s*\}\}/g,
    (whole, comma: string | undefined, name: string) => {
      if (!Object.hasOwn(VALUES, name)) return whole;
      const value = VALUES[name as Variable](occasion);
      // "Olá, {{name}}!" to somebody without a name is "Olá!".
      return value === "" ? "" : `${comma ?? ""}${value}`;
    },
  );
}

const VALUES: Record<Variable, (occasion: Occasion) => string> = {
  name: ({ ticket }) => nameOf(ticket),
  firstName: ({ ticket }) => firstNameOf(nameOf(ticket)),
  greeting: ({ now, timeZone }) => greetingAt(hourIn(timeZone, now)),
  protocol: ({ ticket, timeZone }) => protocolOf(ticket, timeZone),
  queue: ({ ticket }) => ticket.queue?.name ?? "",
  user: ({ user }) => user,
  date: ({ now, timeZone }) => shownIn(timeZone, now, "dd/MM/yyyy"),
  time: ({ now, timeZone }) => shownIn(timeZone, now, "HH:mm"),
};

/** What stands for a name where nobody gave one is not said to them. */
function nameOf({ contact: { name } }: Occasion["ticket"]): string {
  return isNameless(name) ? "" : name;
}

function firstNameOf(name: string): string {
  const [first = ""] = name.trim().split(/\s+/);
  // A number instead of a name is not cut.
  return /^\p{L}/u.test(first) ? first : name;
}

/** The customers are greeted in Portuguese, whatever the attendant's screen speaks. */
function greetingAt(hour: number): string {
  if (hour >= 5 && hour < 12) return "Bom dia";
  return hour >= 12 && hour < 18 ? "Boa tarde" : "Boa noite";
}

/** What a customer is told to name a ticket by: the year it began in, and its number. */
export function protocolOf({ id, createdAt }: Pick<Occasion["ticket"], "id" | "createdAt">, timeZone: string): string {
  return `${shownIn(timeZone, createdAt, "yyyy")}-${String(id).padStart(6, "0")}`;
}
