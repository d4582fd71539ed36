import { milliseconds } from "date-fns/milliseconds";
import type { Keys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import { type Certificate, isFor, type Kept, lifeOf, readKept, renewalOf, writeKept } from "./kept_certificate.ts";
import { newAccountKey, orderCertificate, type Ordering } from "./order.ts";

/** After a failure it is tried again after these (ms); the last of them from then on. An authority counts failures by the hour. */
const AGAIN_AFTER = [
  milliseconds({ minutes: 1 }),
  milliseconds({ minutes: 5 }),
  milliseconds({ minutes: 20 }),
  milliseconds({ hours: 1 }),
  milliseconds({ hours: 6 }),
];
/** No timer waits longer (ms): a longer one would end at once (2³¹). */
const LONGEST_WAIT = milliseconds({ days: 1 });

export interface Renewing extends Ordering {
  /** The data folder. */
  folder: string;
  keys: Keys;
  /** For tests: shorter than an hour. */
  againAfter?: readonly number[];
}

/** What is known of the certificate, for whoever looks after the server. */
export interface CertificateState {
  /** ms; nothing while there is none. */
  until?: number;
  /** How often in a row it could not be had, and why the last time. */
  failures: number;
  failure?: string;
}

/** Keeps a certificate: the kept one at once, a new one when it is time, again and again until there is one. */
export class Renewal {
  state: CertificateState = { failures: 0 };
  readonly #with: Renewing;
  readonly #show: (certificate: Certificate) => void | Promise<void>;
  #kept: Kept | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(renewing: Renewing, show: (certificate: Certificate) => void | Promise<void>) {
    this.#with = renewing;
    this.#show = show;
    this.#kept = readKept(renewing.folder, renewing.keys);
  }

  /** Shows the kept certificate, also one that has run out: better than none. The rest happens by itself. */
  async start(): Promise<void> {
    const certificate = this.#kept?.certificate;
    if (certificate && isFor(certificate, this.#with.domains)) {
      this.state = { failures: 0, until: lifeOf(certificate).until };
      await this.#show(certificate);
    }
    this.#wait(this.#dueIn());
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** ms from now; 0 where there is no certificate for these names and of this authority. */
  #dueIn(): number {
    const certificate = this.#kept?.certificate, { domains, directory } = this.#with;
    if (!certificate || !isFor(certificate, domains) || certificate.directory !== directory) return 0;
    return Math.max(0, renewalOf(lifeOf(certificate)) - Date.now());
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    const wait = Math.min(ms, LONGEST_WAIT);
    this.#timer = setTimeout(() => void (ms > wait ? this.#wait(this.#dueIn()) : this.#renew()), wait);
  }

  async #renew(): Promise<void> {
    const { domains, againAfter = AGAIN_AFTER } = this.#with;
    try {
      // One that came and could not be shown is not asked for again.
      if (this.#dueIn() === 0) await this.#order();
      if (this.#isOver) return;
      const certificate = this.#kept!.certificate!, { until } = lifeOf(certificate);
      await this.#show(certificate);
      this.state = { failures: 0, until };
      log.info(`The certificate for ${domains.join(", ")} is good until ${new Date(until).toISOString()}`);
      this.#wait(this.#dueIn());
    } catch (error) {
      if (this.#isOver) return;
      const wait = againAfter[Math.min(this.state.failures, againAfter.length - 1)]!;
      this.state = { ...this.state, failures: this.state.failures + 1, failure: causeOf(error) };
      this.#say(wait);
      this.#wait(wait);
    }
  }

  async #order(): Promise<void> {
    const { directory } = this.#with;
    if (this.#kept?.directory !== directory) {
      // Kept before it is used: whoever asks again and again is one account, not many, which an authority would refuse.
      const { certificate } = this.#kept ?? {};
      this.#keep({ accountKey: await newAccountKey(), directory, ...(certificate ? { certificate } : {}) });
    }
    const kept = await orderCertificate(this.#with, this.#kept!);
    if (!this.#isOver) this.#keep(kept);
  }

  #keep(kept: Kept): void {
    writeKept(this.#with.folder, this.#with.keys, kept);
    this.#kept = kept;
  }

  #say(wait: number): void {
    const { domains, directory } = this.#with, { until, failure } = this.state;
    const had = until === undefined
      ? "there is none yet, so nothing is served"
      : until < Date.now()
      ? "the one in use has run out"
      : `the one in use is good until ${new Date(until).toISOString()}`;
    log.warn(
      `No certificate for ${domains.join(", ")} from ${directory}: ${failure}; ${had}. Tried again in ${
        Math.ceil(wait / 1000)
      } s. The names must lead to this machine, and its port 80 must be open to the internet`,
    );
  }
}

/** The library says of a network that does not answer only that it has no answer to look at. */
function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /reading 'config'/.test(text) ? "the authority cannot be reached" : text.slice(0, 300);
}
