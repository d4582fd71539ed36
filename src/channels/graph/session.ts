import { milliseconds } from "date-fns/milliseconds";
import { refuse } from "../../contract/errors.ts";
import { TRAITS } from "../../contract/channels.ts";
import type {
  Address,
  ChannelSession,
  Listeners,
  MessageKey,
  Outgoing,
  OutgoingChange,
  Reach,
  State,
} from "../channel.ts";
import type { Opening } from "../folder.ts";
import type { GraphKind } from "./kinds.ts";
import { Line } from "./line.ts";
import { fetchGraphMedia } from "./media.ts";
import { Names } from "./names.ts";
import { NoticeReader } from "./notices.ts";
import { Presence } from "./presence.ts";
import { Reading } from "./reading.ts";
import { networkIdOf } from "./sends.ts";
import { GraphSender } from "./sender.ts";

/** One company's account at the Cloud API, Messenger or Instagram. */
export class GraphSession implements ChannelSession {
  readonly #line: Line;
  readonly #sender: GraphSender;
  readonly #notices: NoticeReader;
  readonly #presence: Presence;
  readonly #names: Names;
  readonly #leave: () => void;

  constructor(readonly opening: Opening, readonly kind: GraphKind) {
    const { company, connectionId, listeners } = opening;
    this.#line = new Line(opening, kind);
    this.#presence = new Presence(kind, this.#line);
    this.#names = new Names(opening, kind, this.#line);
    this.#sender = new GraphSender(opening, kind, this.#line);
    const reading = new Reading(heeding(opening, this.#sender), kind, (chat, wid) => {
      this.#presence.heard(chat.jid, wid);
      this.#names.wonder(chat);
    });
    this.#notices = new NoticeReader(
      company,
      connectionId,
      (notice) => reading.read(notice),
      (db) => reading.letGo(db),
    );
    this.#leave = company.signals.on("graph", (what) => what.connectionId === connectionId && this.#notices.wake());
    this.#line.onState = (state) => listeners.onState(state);
    this.#line.open();
    // Not before whoever opens it knows the session: receipts would come to nobody.
    queueMicrotask(() => this.#notices.wake());
  }

  get state(): State {
    return this.#line.state;
  }

  get heldUntil(): number {
    return this.#sender.heldUntil;
  }

  /** Answers at once: messages to several people leave beside each other. What becomes of it comes as a receipt. */
  send(message: Outgoing): Promise<{ raw: Uint8Array }> {
    if (this.state.status !== "CONNECTED") refuse("ERR_WAPP_NOT_INITIALIZED");
    this.#sender.add(message);
    return Promise.resolve({ raw: new Uint8Array() });
  }

  change(change: OutgoingChange): Promise<void> {
    if (change.what !== "react" || !TRAITS[this.kind].reacts) refuse("ERR_NOT_AT_CHANNEL");
    this.#sender.react(change);
    return Promise.resolve();
  }

  async markRead(keys: MessageKey[]): Promise<void> {
    const { company, connectionId } = this.opening;
    const last = keys.at(-1), id = last && networkIdOf(company.latest, connectionId, last.wid);
    if (last && id) await this.#presence.markRead(last.jid, id);
  }

  showTyping(jid: string, typing: boolean): void {
    this.#presence.showTyping(jid, typing);
  }

  fetchMedia(_: MessageKey, raw: Uint8Array, path: string, mostBytes: number): Promise<void> {
    return fetchGraphMedia(this.#line.caller(), raw, path, mostBytes);
  }

  /** Nobody is asked about at the Cloud API: what reaches nobody fails with its message. */
  lookUp(phone: string): Promise<Address | undefined> {
    return Promise.resolve(this.kind === "cloud" ? { jid: `${phone}@s.whatsapp.net`, phone } : undefined);
  }

  async lookUpMany(phones: readonly string[]): Promise<Map<string, Address>> {
    const found = await Promise.all(phones.map(async (phone) => [phone, await this.lookUp(phone)] as const));
    return new Map(found.flatMap(([phone, address]) => address ? [[phone, address] as const] : []));
  }

  reach(): Promise<Reach> {
    return Promise.resolve({});
  }

  close(): Promise<void> {
    this.#leave();
    this.#notices.close();
    this.#line.close();
    this.#sender.close();
    return Promise.resolve();
  }

  async logOut(): Promise<void> {
    await this.#line.unsubscribe();
    await this.close();
  }

  pairingCode(): Promise<string> {
    refuse("ERR_NOT_AT_CHANNEL");
  }

  /** Nothing is learned of people ahead, nobody's typing comes, and no call can be ended: Graph has none of it. */
  prefetchDevices(): Promise<void> {
    return Promise.resolve();
  }

  attend(): void {}

  rejectCall(): Promise<void> {
    return Promise.resolve();
  }
}

/** How long (ms) fewer leave after Meta has said of one that it was too many. */
const TOO_MANY = milliseconds({ seconds: 30 });

/** What was accepted may turn out to have been too much as well. */
function heeding(opening: Opening, sender: GraphSender): Opening {
  const { listeners } = opening;
  const onEvent: Listeners["onEvent"] = (event) => {
    if (event.what === "receipt" && event.failure === "ERR_META_TOO_MANY") sender.hold(TOO_MANY);
    listeners.onEvent(event);
  };
  return { ...opening, listeners: { ...listeners, onEvent } };
}
