import type { Network } from "./network.ts";
import type { Phone } from "./phone.ts";
import { floodPhones } from "./flood.ts";

export interface DialoguesOrder {
  /** The number that is written to. */
  to: string;
  /** How many phones talk, all at the same time; they are added as needed. */
  phones: number;
  /** What each phone writes: the next line when the one before was answered. */
  lines: string[];
  /** How many phones to pass over: these have talked before. */
  after?: number;
  /** How long a phone waits for an answer. */
  timeoutMs?: number;
}

export interface DialoguesReport {
  /** Lines that got their answer. */
  answered: number;
  seconds: number;
  answeredPerSecond: number;
  /** What the phones got to read, in the order in which it came, and how many of them got just that; the most first. */
  received: { phones: number; texts: string[] }[];
}

/** Their numbers follow those of floods, so that who floods and who talks are different people. */
const OWN = 100_000;

/** Many phones talk with one number at once, each by the same lines: a crowd before a bot. */
export async function dialogues(network: Network, order: DialoguesOrder): Promise<DialoguesReport> {
  const { to, lines, after = 0, timeoutMs = 120_000 } = order;
  if (!network.phone(to)?.devices.length) throw new Error(`No client is linked to ${to}`);
  const phones = floodPhones(network, order.phones, OWN + after);
  // Real phones have made their keys long before.
  for (const { sessions } of phones) sessions.prepare();
  const started = performance.now();
  const answers = await Promise.all(phones.map((phone) => talk(phone, to, lines, timeoutMs)));
  const seconds = (performance.now() - started) / 1000;
  const answered = answers.reduce((sum, { length }) => sum + length, 0);
  return { answered, seconds, answeredPerSecond: Math.round(answered / seconds), received: counted(answers) };
}

/** What a phone got for each of its lines, until it waited in vain. */
async function talk(phone: Phone, to: string, lines: string[], timeoutMs: number): Promise<string[]> {
  const before = phone.received.length;
  for (const [nth, line] of lines.entries()) {
    phone.write(to, line);
    const isAnswered = () => phone.received.length > before + nth;
    if (!await phone.waitUntil(isAnswered, timeoutMs).catch(() => false)) break;
  }
  return phone.received.slice(before).map(({ text }) => text ?? "");
}

function counted(answers: string[][]): DialoguesReport["received"] {
  const counts = new Map<string, number>();
  for (const texts of answers) {
    const key = JSON.stringify(texts);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, phones]) => ({ phones, texts: JSON.parse(key) }))
    .sort((one, other) => other.phones - one.phones);
}
