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
  const values = new Map<string, string>(Object.entries(valuesOf(occasion)));
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => values.get(name) ?? whole);
}

function valuesOf({ ticket, user, timeZone, now }: Occasion): Record<Variable, string> {
  const { name } = ticket.contact;
  const [first = ""] = name.trim().split(/\s+/);
  const time = now.toLocaleTimeString("pt-BR", { timeZone, hour: "2-digit", minute: "2-digit" });
  return {
    name,
    // A number instead of a name is not cut.
    firstName: /^\p{L}/u.test(first) ? first : name,
    greeting: greetingAt(Number(time.slice(0, 2))),
    protocol: protocolOf(ticket, timeZone),
    queue: ticket.queue?.name ?? "",
    user,
    date: now.toLocaleDateString("pt-BR", { timeZone }),
    time,
  };
}

/** The customers are greeted in Portuguese, whatever the attendant's screen speaks. */
function greetingAt(hour: number): string {
  if (hour >= 5 && hour < 12) return "Bom dia";
  return hour >= 12 && hour < 18 ? "Boa tarde" : "Boa noite";
}

/** What a customer is told to name a ticket by: the year it began in, and its number. */
export function protocolOf({ id, createdAt }: Pick<Occasion["ticket"], "id" | "createdAt">, timeZone: string): string {
  const year = new Date(createdAt).toLocaleDateString("pt-BR", { timeZone, year: "numeric" });
  return `${year}-${String(id).padStart(6, "0")}`;
}
