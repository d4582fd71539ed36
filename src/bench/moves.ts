import { sql } from "drizzle-orm";
import { answered, type Ask, type Balcao, bareRoute, cpu, cpuOf } from "./measuring.ts";

/** So many people act in one moment: what they have done shares one write to the disk. */
export const AT_ONCE = 8;
/** So many times first, as on any day but the first minutes of one. */
const WARM_ROUNDS = 4;

/** Processor time (ms) of each move by its name, and of a bare route that answers the same. */
export interface Moves {
  spent: Record<string, { alone: number[]; atOnce: number[] }>;
  theirs: number;
}

/** Accept, transfer, return, accept, resolve of waiting tickets, in each of the companies by turns. */
export async function measureMoves(...balcaos: Balcao[]): Promise<Moves[]> {
  const movers = balcaos.map((balcao) => new Mover(balcao));
  for (let round = 0; round <= WARM_ROUNDS; round++) {
    const most = Math.max(...movers.map(({ groups }) => groups.length));
    for (let nth = 0; nth < most; nth++) {
      for (const mover of movers) await mover.move(nth, round);
    }
  }
  return await Promise.all(movers.map((mover) => mover.moves()));
}

const ORDER = ["accept", "transfer", "return", "accept", "resolve"];

interface Waiting {
  id: number;
  queueId: number;
}

/**
 * Moves a company's waiting tickets, one after the other and eight at once. Between two that come one after the other the
 * process sleeps until the disk has the first; what it pays for waking up is the difference.
 */
class Mover {
  readonly groups: Waiting[][];
  readonly #ask: Ask;
  readonly #me: number;
  readonly #spent: Moves["spent"] = {};
  #text = "";

  constructor({ as, aurora }: Balcao) {
    this.#ask = as("ana@aurora.test");
    this.#me = aurora.read.all<{ id: number }>(sql`select id from users where name like 'Ana%'`)[0]!.id;
    const waiting = aurora.read.all<Waiting>(
      sql`select id, queue_id as "queueId" from tickets where status = 'pending' and id >= 1000000 order by id`,
    );
    this.groups = Array.from(
      { length: Math.floor(waiting.length / AT_ONCE) },
      (_, nth) => waiting.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
    );
  }

  /** Moves the `nth` eight; what that takes counts in the last round, in which they are left resolved. */
  async move(nth: number, round: number): Promise<void> {
    const tickets = this.groups[nth], isWarm = round === WARM_ROUNDS, isAlone = (nth + round) % 2 === 0;
    if (!tickets) return;
    for (const some of isAlone ? tickets.map((one) => [one]) : [tickets]) {
      for (const name of isWarm ? ORDER : [...ORDER, "reopen", "return"]) await this.#moved(name, some, isWarm);
    }
  }

  async moves(): Promise<Moves> {
    return { spent: this.#spent, theirs: await cpuOf(bareRoute(this.#text), 300) };
  }

  async #moved(name: string, tickets: Waiting[], isWarm: boolean): Promise<void> {
    const before = cpu();
    const texts = await Promise.all(
      tickets.map((ticket) => answered(this.#ask, "PUT", `/tickets/${ticket.id}`, this.#change(name, ticket))),
    );
    const took = (cpu() - before) / tickets.length;
    this.#text = texts[0]!.text;
    if (!isWarm) return;
    const kind = this.#spent[name] ??= { alone: [], atOnce: [] };
    (tickets.length === 1 ? kind.alone : kind.atOnce).push(took);
  }

  #change(name: string, { queueId }: Waiting): object {
    if (name === "transfer") return { queueId: 1 + queueId % 3, userId: this.#me };
    if (name === "return") return { status: "pending", userId: null };
    return name === "resolve" ? { status: "closed" } : { status: "open", userId: this.#me };
  }
}
