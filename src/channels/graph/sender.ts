import { milliseconds } from "date-fns/milliseconds";
import { log } from "../../platform/log.ts";
import type { Outgoing, OutgoingChange } from "../channel.ts";
import type { Opening } from "../folder.ts";
import { failureOf, GraphFault } from "./faults.ts";
import { Handing } from "./handing.ts";
import { Lanes } from "./lanes.ts";
import type { Line } from "./line.ts";
import { beginSend, failedPiecesOf, forgetSend, networkIdOf, noteNetworkId, sendOf } from "./sends.ts";
import type { GraphKind } from "./kinds.ts";

/** For so long (ms) Meta may tell by itself that it has a message whose sending got no answer. */
const UNSAID = milliseconds({ seconds: 30 });
/** Waits (ms) between tries of what may go later; after the last one the line counts as down. */
const WAITS = [500, 2000, 5000, 10_000];

/** What need not leave now waits for so long (ms) after Meta has said the first time that it were too many; then twice as long. */
const HOLDS = 2000;
const LONGEST_HOLD = HOLDS * 2 ** WAITS.length;

/** Hands messages to Graph, each once, and says what became of them. */
export class GraphSender {
  readonly #lanes = new Lanes();
  readonly #underWay = new Set<string>();
  /** What is under way and failed, as was told before that was answered, and is to leave anew. */
  readonly #anew = new Map<string, Outgoing>();
  readonly #handing: Handing;
  readonly #closing = new AbortController();
  #heldUntil = 0;

  constructor(readonly opening: Opening, readonly kind: GraphKind, readonly line: Line) {
    this.#handing = new Handing(opening, kind, line);
  }

  /** Until when (ms) Meta wants fewer messages. */
  get heldUntil(): number {
    // A clock that was set back holds nothing for longer.
    return this.#heldUntil - Date.now() > LONGEST_HOLD ? 0 : this.#heldUntil;
  }

  /** Meta says that it were too many, of the account or to one person. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.heldUntil, Date.now() + ms);
  }

  add(message: Outgoing): void {
    if (this.#underWay.has(message.wid) && this.#isToldFailed(message.wid)) this.#anew.set(message.wid, message);
    this.#inLane(message, () => this.#send(message));
  }

  /** What becomes of it comes as a receipt, like a message's: Graph may be slow, and others need not wait for it. */
  react(change: OutgoingChange): void {
    this.#inLane({ jid: change.to.jid, wid: change.wid }, () => this.#react(change));
  }

  #inLane({ jid, wid }: Pick<Outgoing, "jid" | "wid">, work: () => Promise<void>): void {
    if (this.#underWay.has(wid)) return;
    this.#underWay.add(wid);
    this.#lanes.add(jid, async () => {
      try {
        await work();
      } catch (error) {
        // What could not be written down waits in the outbox and is tried again.
        log.error("A message could not be handed to Graph", { ...this.#context(), error });
      } finally {
        this.#underWay.delete(wid);
        const anew = this.#takeAnew(wid);
        if (anew && !this.#closing.signal.aborted) this.add(anew);
      }
    });
  }

  #takeAnew(wid: string): Outgoing | undefined {
    const anew = this.#anew.get(wid);
    this.#anew.delete(wid);
    return anew;
  }

  /** It is written down before it leaves, and is so until it is told that it failed. */
  #isToldFailed(wid: string): boolean {
    const { company, connectionId } = this.opening, send = sendOf(company.latest, connectionId, wid);
    return !send || send.ack < 0 || failedPiecesOf(company.latest, connectionId, wid).length > 0;
  }

  close(): void {
    this.#closing.abort();
  }

  get #mayGo(): boolean {
    return !this.#closing.signal.aborted && this.line.state.status === "CONNECTED";
  }

  /** Said twice it is the same, so that what was not answered is simply said again. */
  async #react({ to, wid, ...change }: OutgoingChange): Promise<void> {
    const { company, connectionId } = this.opening;
    const target = networkIdOf(company.latest, connectionId, to.wid);
    if (target === undefined) return this.#receipt(wid, -1, "ERR_SENDING_WAPP_MSG");
    const emoji = change.what === "react" ? change.emoji : "";
    for (let tries = 0; this.#mayGo; tries++) {
      const fault = await faultOf(() => this.#handing.react(to.jid, target, emoji));
      if (!fault) return this.#receipt(wid, 1);
      if (fault.isTokenRefused) return this.line.refused();
      if (fault.isTooMany) this.hold(HOLDS * 2 ** tries);
      const mayGo = fault.isPassing || fault.isTooMany;
      if (!mayGo || tries >= WAITS.length) return this.#failed(wid, fault);
      await this.#pause(WAITS[tries]!);
    }
  }

  async #send(message: Outgoing): Promise<void> {
    const { company, connectionId } = this.opening, { wid, jid: chat } = message;
    const before = sendOf(company.latest, connectionId, wid);
    const failed = failedPiecesOf(company.latest, connectionId, wid);
    // What was told of it may not be settled yet.
    const hasFailed = before !== undefined && before.ack < 0;
    if (hasFailed) failed.push(wid);
    // Somebody wants what failed of it to leave anew.
    if (failed.length > 0) company.write((db) => failed.forEach((piece) => forgetSend(db, connectionId, piece)));
    const had = hasFailed ? undefined : before;
    if (had?.networkId && failed.length === 0) return this.#receipt(wid, 1);
    if (had && !had.networkId && !await this.#isSurelyHere(wid, had.begunAt)) return;
    for (let tries = 0; this.#mayGo; tries++) {
      company.write((db) => beginSend(db, { connectionId, wid, chat, begunAt: Date.now() }));
      // With this try it leaves as it is wanted by now.
      const fault = await this.#try(this.#takeAnew(wid) ?? message);
      if (!fault) return;
      const mayGo = fault.isPassing || fault.isTooMany;
      // A refusal is an answer: it did not leave, and the next try is a first one, also after a restart in between.
      if (fault.status !== 0) company.write((db) => forgetSend(db, connectionId, wid));
      // The row stays in the outbox, and leaves with the next token.
      if (fault.isTokenRefused) return this.line.refused();
      if (fault.isTooMany) this.hold(HOLDS * 2 ** tries);
      if (!mayGo) return this.#failed(wid, fault);
      if (tries >= WAITS.length) return this.#giveUpForNow(wid, fault);
      // No answer is no refusal: it may be there. Meta tells of it, if it is.
      if (fault.status === 0 && !await this.#isSurelyHere(wid, Date.now())) return;
      await this.#pause(WAITS[tries]!);
    }
  }

  async #try(message: Outgoing): Promise<GraphFault | undefined> {
    return await faultOf(async () => {
      const networkId = await this.#handing.hand(message);
      const { company, connectionId } = this.opening;
      // Meta may have told already that it failed: then there is nothing to note it by.
      const isNoted = company.write((db) => noteNetworkId(db, connectionId, message.wid, networkId));
      // A piece of it may have failed already.
      const isWhole = failedPiecesOf(company.latest, connectionId, message.wid).length === 0;
      if (isNoted && isWhole) this.#receipt(message.wid, 1);
    });
  }

  /**
   * It left, and nobody knows whether it arrived: at the Cloud API and at Messenger its status or echo comes within a
   * while if it did. Instagram says nothing that would tell, so that a person decides.
   */
  async #isSurelyHere(wid: string, since: number): Promise<boolean> {
    const { company, connectionId } = this.opening;
    const end = Math.min(since, Date.now()) + UNSAID;
    while (this.kind !== "instagram" && Date.now() < end && !this.#closing.signal.aborted) {
      await this.#pause(Math.min(1000, end - Date.now()));
      const said = sendOf(company.latest, connectionId, wid);
      if (!said || said.networkId) return false;
    }
    if (this.#closing.signal.aborted) return false;
    if (this.kind !== "instagram") return true;
    company.write((db) => forgetSend(db, connectionId, wid));
    this.#receipt(wid, -1, "ERR_MAY_HAVE_LEFT");
    return false;
  }

  /** Meta is not there, or wants a longer pause: what is in the outbox waits as it does for a line that is down. */
  #giveUpForNow(wid: string, fault: GraphFault): void {
    // Too much for one person is no matter of the line.
    if (fault.code === 131056) return this.#failed(wid, fault);
    this.line.lost(fault);
  }

  #failed(wid: string, { code, subcode, isPassing }: GraphFault): void {
    this.#receipt(wid, -1, isPassing ? "ERR_SENDING_WAPP_MSG" : failureOf(code, subcode));
    log.warn("Graph refused a message", { ...this.#context(), code, subcode });
  }

  #receipt(wid: string, ack: number, failure?: string): void {
    this.opening.listeners.onEvent({ what: "receipt", wid, ack, ...(failure && { failure }) });
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#closing;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    });
  }

  #context() {
    return { company: this.opening.company.id, connection: this.opening.connectionId };
  }
}

async function faultOf(work: () => Promise<void>): Promise<GraphFault | undefined> {
  try {
    await work();
  } catch (error) {
    if (error instanceof GraphFault) return error;
    throw error;
  }
}
