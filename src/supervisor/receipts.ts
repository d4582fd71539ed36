import type { ChannelEvent } from "../channels/channel.ts";
import { applyReceipt } from "../inbox/channel_events.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Sender } from "./sender.ts";

type Receipt = Extract<ChannelEvent, { what: "receipt" }>;

/** The receipts of a connection: those that come in together are stored together. */
export class Receipts {
  #waiting: Receipt[] = [];

  constructor(readonly company: Company, readonly connectionId: number, readonly sender: Sender) {}

  add(receipt: Receipt): void {
    if (this.#waiting.push(receipt) === 1) setTimeout(() => this.store(), 0);
  }

  store(): void {
    const receipts = this.#waiting;
    this.#waiting = [];
    if (receipts.length === 0) return;
    try {
      this.company.write(() => receipts.forEach((receipt) => this.#storeOne(receipt)));
    } catch (error) {
      log.error("Receipts could not be stored", this.#context({ error }));
    }
    this.sender.wake();
  }

  /** One that fails must not take the others with it. */
  #storeOne(receipt: Receipt): void {
    const { company, connectionId, sender } = this;
    try {
      company.write((db, emit) => applyReceipt(db, emit, connectionId, receipt, sender.takeRaw(receipt.wid)));
    } catch (error) {
      log.error("A receipt could not be stored", this.#context({ message: receipt.wid, error }));
    }
  }

  #context(more: object) {
    return { company: this.company.id, connection: this.connectionId, ...more };
  }
}
