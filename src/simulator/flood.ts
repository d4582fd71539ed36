import { setImmediate } from "node:timers";
import { newMessageId } from "./compose.ts";
import type { Network } from "./network.ts";
import type { Phone } from "./phone.ts";
import { send } from "./send.ts";

export interface FloodOrder {
  /** The number that is written to. */
  to: string;
  /** How many phones write, in turn; they are added as needed. */
  phones: number;
  messages: number;
  /** As fast as possible when left out. */
  perSecond?: number;
  /** How long to wait for the last acknowledgement. */
  timeoutMs?: number;
}

export interface FloodReport {
  messages: number;
  acknowledged: number;
  startedAt: Date;
  sentAt: Date;
  acknowledgedAt?: Date;
  sentPerSecond: number;
  acknowledgedPerSecond?: number;
  /** Milliseconds from sending to the client's receipt. */
  delays: { median: number; p95: number; most: number };
}

/** Many phones write to one number; the report comes when its client has acknowledged everything, or time is up. */
export async function flood(network: Network, order: FloodOrder): Promise<FloodReport> {
  const { to, messages, perSecond, timeoutMs = 120_000 } = order;
  if (!network.phone(to)?.devices.length) throw new Error(`No client is linked to ${to}`);
  const senders = floodPhones(network, order.phones);
  const delays: number[] = [];
  const done = Promise.withResolvers<Date | undefined>();
  const startedAt = new Date();
  const started = performance.now();
  // As fast as possible, all phones write at once; at a pace, one after the other.
  const atOnce = perSecond === undefined ? senders.length : 1;
  for (let sent = 0; sent < messages; sent += atOnce) {
    const batch = Array.from(
      { length: Math.min(atOnce, messages - sent) },
      (_, at) => senders[(sent + at) % senders.length]!,
    );
    await Promise.all(batch.map((phone, at) => {
      const written = performance.now();
      let isKnown = false; // several clients may be linked
      const acknowledged = () => {
        if (isKnown) return;
        isKnown = true;
        delays.push(performance.now() - written);
        if (delays.length === messages) done.resolve(new Date());
      };
      const message = { conversation: `Mensagem ${sent + at + 1}` };
      return send(phone, { to, id: newMessageId(), message, acknowledged });
    }));
    await pause(perSecond === undefined ? 0 : started + (sent + batch.length) / perSecond * 1000 - performance.now());
  }
  const sentAt = new Date();
  const timer = setTimeout(() => done.resolve(undefined), timeoutMs);
  const acknowledgedAt = await done.promise;
  clearTimeout(timer);
  const rate = (until: Date) => Math.round(messages / Math.max(1, until.getTime() - startedAt.getTime()) * 1000);
  return {
    ...{ messages, acknowledged: delays.length, startedAt, sentAt, acknowledgedAt },
    sentPerSecond: rate(sentAt),
    acknowledgedPerSecond: acknowledgedAt && rate(acknowledgedAt),
    delays: summarise(delays),
  };
}

/** The phones that crowds are made of, added as needed. */
export function floodPhones(network: Network, count: number, first = 0): Phone[] {
  return Array.from({ length: count }, (_, at) => {
    return network.addPhone({ name: `Cliente ${at + 1}`, number: `55119${70_000_000 + first + at}` });
  });
}

// Even without a pace the sockets get their turn.
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve));
}

function summarise(delays: number[]): FloodReport["delays"] {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { median: at(0.5), p95: at(0.95), most: at(1) };
}
