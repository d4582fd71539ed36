import { refuse } from "../../contract/errors.ts";
import type { Company } from "../../platform/company.ts";
import type {
  Address,
  ChannelEvent,
  Incoming,
  Listeners,
  MessageKey,
  Outgoing,
  OutgoingChange,
  Reach,
  State,
  VisitedSession,
} from "../channel.ts";

const OPEN: State = { status: "CONNECTED", situation: "connected", qrcode: "", qr: null, number: "", retries: 0 };
const CLOSED: State = { ...OPEN, status: "DISCONNECTED", situation: "disconnected_by_admin" };

/**
 * A web chat connection. What is said is in the company's file before anybody is told of it, and visitors read it from
 * there: so a message has left as soon as it is stored, and open widgets only learn that there is something to read.
 */
export class WebchatSession implements VisitedSession {
  readonly kind = "webchat";
  state: State = OPEN;

  constructor(readonly company: Company, readonly connectionId: number, readonly listeners: Listeners) {}

  arrived(message: Incoming): boolean {
    return this.listeners.onIncoming(message);
  }

  happened(event: ChannelEvent): void {
    this.listeners.onEvent(event);
  }

  async send({ jid, wid }: Outgoing): Promise<{ raw: Uint8Array }> {
    this.happened({ what: "receipt", wid, ack: 1 });
    this.#showSoon(jid, [wid]);
    return { raw: new Uint8Array() };
  }

  async change({ to, wid }: OutgoingChange): Promise<void> {
    this.happened({ what: "receipt", wid, ack: 1 });
    this.#showSoon(to.jid, [to.wid]);
  }

  async markRead(keys: MessageKey[]): Promise<void> {
    const chats = Map.groupBy(keys, ({ jid }) => jid);
    for (const [jid, theirs] of chats) this.#showSoon(jid, theirs.map(({ wid }) => wid));
  }

  showTyping(jid: string, typing: boolean): void {
    this.company.signals.emit("visitors", { connectionId: this.connectionId, jid, typing });
  }

  /** Receipts that come together are stored together, a turn later (supervisor/receipts.ts); only then there is something to read. */
  #showSoon(jid: string, wids: readonly string[]): void {
    const { company, connectionId } = this;
    setTimeout(() => company.signals.emit("visitors", { connectionId, jid, wids }), 0);
  }

  async close(): Promise<void> {
    this.state = CLOSED;
    this.company.signals.emit("visitors", { connectionId: this.connectionId, isClosed: true });
  }

  logOut(): Promise<void> {
    return this.close();
  }

  // What only a network with phones has.

  async prefetchDevices(): Promise<void> {}

  attend(): void {}

  async rejectCall(): Promise<void> {}

  /** Files come with their messages: there is nowhere to fetch one from. */
  async fetchMedia(): Promise<void> {
    refuse("ERR_WAPP_DOWNLOAD_MEDIA");
  }

  async lookUp(): Promise<Address | undefined> {
    return undefined;
  }

  async lookUpMany(): Promise<Map<string, Address>> {
    return new Map();
  }

  async reach(): Promise<Reach> {
    return {};
  }

  async pairingCode(): Promise<string> {
    return refuse("ERR_WAPP_NOT_INITIALIZED");
  }
}
