import "./quiet.ts";
import { type BaileysEventMap, DisconnectReason, proto, type WAMessage, type WASocket } from "@whiskeysockets/baileys";
import { refuse } from "../../contract/errors.ts";
import type { Company } from "../../platform/company.ts";
import type { Keys } from "../../platform/keys.ts";
import { log } from "../../platform/log.ts";
import { canonicalNumber } from "../../shared/phone_numbers.ts";
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
import { chatOf, userOf } from "./addresses.ts";
import { Arriving } from "./arriving.ts";
import { Connecting } from "./connecting.ts";
import { fetchFile, statusOf } from "./fetch_file.ts";
import { prefetchDevices } from "./prefetch.ts";
import { Presence } from "./presence.ts";
import { rawMessage } from "./read_message.ts";
import { elsewhere } from "./trust.ts";
import { changeOf, contentOf, quotedOf } from "./write_message.ts";

const MEDIA_HOST = "mmg.whatsapp.net";
/** What was decrypted but not handled for this long (ms) is handled again. */
const JOURNAL_PATIENCE = 30_000;
/** An account that is locked without a word for how long is taken to be so for this long (ms). */
const UNSAID_LOCK = 3_600_000;

/** One company's connection to WhatsApp. */
export class WhatsAppSession implements ChannelSession {
  readonly kind = "linked";
  readonly #connecting: Connecting;
  readonly #arriving: Arriving;
  readonly #presence: Presence;
  #journalTimer: ReturnType<typeof setInterval>;

  constructor(
    readonly company: Company,
    readonly connectionId: number,
    readonly keys: Keys,
    readonly listeners: Listeners,
  ) {
    this.#connecting = new Connecting(company, connectionId, keys, {
      onState: (state) => this.#arriving.guarded("", () => listeners.onState(state)),
      onOpen: () => this.#presence.repeat(),
      onEnd: () => this.#presence.forgetTypists(),
      onEvents: (events) => this.#arriving.guarded("", () => this.#onEvents(events)),
      onAck: (wid) => this.#arriving.handOut({ what: "receipt", wid, ack: 1 }),
      onDecrypted: (wid) => this.#arriving.expect(wid),
      onPlain: (attrs, plain) => this.#arriving.receiveKept(attrs, plain),
      storedMessage: (wid) => this.#storedMessage(wid),
    });
    this.#arriving = new Arriving(company, connectionId, listeners, {
      me: () => this.#connecting.me,
      socket: () => this.#connecting.socket,
      isRestricted: () => this.#connecting.restrict(),
    });
    this.#presence = new Presence(
      () => this.#connecting.socketWhile("CONNECTED"),
      (event) => this.#arriving.handOut(event),
    );
    this.#journalTimer = setInterval(() => this.#arriving.handleJournal(JOURNAL_PATIENCE), JOURNAL_PATIENCE);
    this.#arriving.handleJournal(0);
    this.#connecting.connect();
  }

  get state(): State {
    return this.#connecting.state;
  }

  async send(message: Outgoing): Promise<{ raw: Uint8Array }> {
    const options = { messageId: message.wid, quoted: quotedOf(message) };
    const sent = await this.#over((sock) => sock.sendMessage(message.jid, contentOf(message), options));
    return { raw: proto.Message.encode(sent?.message ?? {}).finish() };
  }

  async prefetchDevices(jids: string[]): Promise<void> {
    const people = jids.filter((jid) => !jid.endsWith("@g.us"));
    await this.#over((sock) => prefetchDevices(sock, people));
  }

  async change(change: OutgoingChange): Promise<void> {
    const { to, wid } = change;
    const content = changeOf(change, libraryKey(to));
    await this.#over((sock) => sock.sendMessage(to.jid, content, { messageId: wid }));
  }

  async markRead(keys: MessageKey[]): Promise<void> {
    await this.#over((sock) => sock.readMessages(keys.map(libraryKey)));
  }

  showTyping(jid: string, typing: boolean): void {
    this.#presence.showTyping(jid, typing);
  }

  attend(jid: string | null): void {
    this.#presence.attend(jid);
  }

  async rejectCall(wid: string): Promise<void> {
    const from = this.#arriving.callerOf(wid);
    if (from) await this.#over((sock) => sock.rejectCall(wid, from));
  }

  async fetchMedia(key: MessageKey, raw: Uint8Array, path: string, mostBytes: number): Promise<void> {
    const sock = this.#socketWhile("CONNECTED");
    const message = { key: libraryKey(key), message: rawMessage(raw) } as WAMessage;
    const host = elsewhere() ? (await sock.refreshMediaConn(false)).hosts[0]!.hostname : MEDIA_HOST;
    await fetchFile(message, { host, path, mostBytes, sendAgain: sock.updateMediaMessage });
  }

  async lookUp(phone: string): Promise<Address | undefined> {
    const found = (await this.#over((sock) => sock.onWhatsApp(phone)))?.[0];
    if (!found?.exists) return undefined;
    return chatOf({ remoteJid: found.jid, remoteJidAlt: (found as { lid?: string }).lid });
  }

  async lookUpMany(phones: readonly string[]): Promise<Map<string, Address>> {
    const found = await this.#over((sock) => sock.onWhatsApp(...phones));
    // No answer is no word about anybody.
    if (!found) throw new Error("The network did not say which numbers it knows");
    // It answers by its own form of a number, which may lack the ninth digit that was asked with.
    const asked = new Map(phones.map((phone) => [canonicalNumber(phone), phone]));
    return new Map(found.flatMap(({ jid, exists }) => {
      const phone = asked.get(canonicalNumber(userOf(jid))), address = chatOf({ remoteJid: jid });
      return exists && phone !== undefined && address ? [[phone, address] as const] : [];
    }));
  }

  async reach(): Promise<Reach> {
    const lock = await this.#over((sock) => sock.fetchAccountReachoutTimelock()).catch(() => undefined);
    const cap = await this.#over((sock) => sock.fetchNewChatMessageCap()).catch(() => undefined);
    const total = Number(cap?.total_quota ?? -1), used = Number(cap?.used_quota ?? 0);
    return {
      lockedUntil: lock?.isActive ? +(lock.timeEnforcementEnds ?? Date.now() + UNSAID_LOCK) : undefined,
      newChatsLeft: total >= 0 ? Math.max(0, total - used) : undefined,
    };
  }

  async pairingCode(phone: string): Promise<string> {
    const sock = this.#socketWhile("qrcode");
    try {
      return await sock.requestPairingCode(phone);
    } catch (error) {
      log.warn("No pairing code came", { company: this.company.id, connection: this.connectionId, error });
      // The line broke just then, or the network did not answer: the screen shows what becomes of it.
      this.#socketWhile("qrcode");
      refuse("ERR_WAPP_UNREACHABLE");
    }
  }

  close(): Promise<void> {
    clearInterval(this.#journalTimer);
    this.#connecting.close();
    return Promise.resolve();
  }

  async logOut(): Promise<void> {
    await this.#connecting.unlink();
    await this.close();
    this.#connecting.forget();
  }

  #onEvents(events: Partial<BaileysEventMap>): void {
    this.#connecting.onEvents(events);
    this.#arriving.onEvents(events);
    if (events["presence.update"]) this.#presence.onEvents(events["presence.update"]);
  }

  /** What fails because the line broke meanwhile fails as it does without a line. */
  async #over<T>(work: (sock: WASocket) => Promise<T>): Promise<T> {
    try {
      return await work(this.#socketWhile("CONNECTED"));
    } catch (error) {
      if (statusOf(error) === DisconnectReason.connectionClosed) refuse("ERR_WAPP_NOT_INITIALIZED");
      throw error;
    }
  }

  #socketWhile(status: State["status"]): WASocket {
    return this.#connecting.socketWhile(status) ?? refuse("ERR_WAPP_NOT_INITIALIZED");
  }

  #storedMessage(wid: string | null | undefined): proto.IMessage | undefined {
    const raw = wid ? this.listeners.rawOf(wid) : undefined;
    return raw && rawMessage(raw);
  }
}

function libraryKey({ jid, wid, fromMe, author }: MessageKey) {
  return { remoteJid: jid, id: wid, fromMe, participant: author || undefined };
}
