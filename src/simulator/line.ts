import type * as model from "./model.ts";
import { receive } from "./receive.ts";

/** A phone's line to the network: what comes and what goes waits while there is none. */
export class Line implements model.Line {
  isOnline = true;
  readonly arrivals: model.Arrival[] = [];
  readonly #departures: (() => Promise<void> | void)[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor(readonly phone: model.Phone) {}

  cut(): void {
    this.isOnline = false;
    this.phone.changed();
  }

  mend(): void {
    this.isOnline = true;
    this.flow();
    for (const leave of this.#departures.splice(0)) void leave();
    this.phone.changed();
  }

  flow(): void {
    for (const arrival of this.arrivals.splice(0)) this.take(arrival);
  }

  take(arrival: model.Arrival): void {
    const { phone } = this;
    if (this.isOnline && !phone.network.faults.isHeld(phone.number)) {
      void this.inTurn(() => receive(phone, arrival));
      return;
    }
    this.arrivals.push(arrival);
    phone.changed();
  }

  async whenOnline(leave: () => Promise<void> | void): Promise<void> {
    if (this.isOnline) await leave();
    else this.#departures.push(leave);
  }

  /** Sessions must not be used by two pieces of work at a time, and messages keep their order. */
  inTurn(work: () => Promise<void> | void): Promise<void> {
    const { name, network } = this.phone;
    return this.#work = this.#work.then(work).catch((error) => {
      network.complain(`The phone of ${name} stumbled: ${error instanceof Error ? error.message : error}`);
    });
  }
}
