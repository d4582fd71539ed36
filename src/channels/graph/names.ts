import { milliseconds } from "date-fns/milliseconds";
import * as z from "zod/mini";
import { log } from "../../platform/log.ts";
import type { Address } from "../channel.ts";
import type { Opening } from "../folder.ts";
import { recipientOf } from "./addresses.ts";
import { askGraph } from "./client.ts";
import type { GraphKind } from "./kinds.ts";
import type { Line } from "./line.ts";

const Profile = z.looseObject({
  name: z.catch(z.optional(z.string()), undefined),
  username: z.catch(z.optional(z.string()), undefined),
});
/** People who are remembered as asked for, and how many are asked about at once. */
const MOST_ASKED = 10_000, AT_ONCE = 3;
/** Who could not be asked about is asked about again after so long (ms), when they write. */
const AGAIN = milliseconds({ hours: 1 });

/** Messenger and Instagram say no name with a message: it is asked for once, beside everything else. */
export class Names {
  /** Until when (ms since 1970) somebody is not asked about again. */
  readonly #asked = new Map<string, number>();
  readonly #waiting: Address[] = [];
  #running = 0;

  constructor(readonly opening: Opening, readonly kind: GraphKind, readonly line: Line) {}

  wonder(chat: Address): void {
    if (this.kind === "cloud" || (this.#asked.get(chat.jid) ?? 0) > Date.now()) return;
    if (this.#asked.size >= MOST_ASKED) this.#asked.clear();
    this.#asked.set(chat.jid, Infinity);
    if (this.#waiting.length < MOST_ASKED) this.#waiting.push(chat);
    if (this.#running < AT_ONCE) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running++;
    for (let chat = this.#waiting.shift(); chat; chat = this.#waiting.shift()) await this.#ask(chat);
    this.#running--;
  }

  async #ask(chat: Address): Promise<void> {
    const { company, connectionId, listeners } = this.opening;
    try {
      const fields = this.kind === "facebook" ? "name" : "name,username";
      const id = recipientOf(chat.jid).id!;
      const { name, username } = await askGraph(this.line.caller(), id, Profile, { query: { fields } });
      const subject = name || (username ? `@${username}` : "");
      if (subject) listeners.onEvent({ what: "subject", chat, subject });
    } catch (error) {
      this.#asked.set(chat.jid, Date.now() + AGAIN);
      log.info("Somebody's name could not be asked for", { company: company.id, connection: connectionId, error });
    }
  }
}
