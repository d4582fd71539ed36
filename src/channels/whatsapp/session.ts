import { addMilliseconds } from "date-fns/addMilliseconds";
import { milliseconds } from "date-fns/milliseconds";
import "./quiet.ts";
import {
  type BaileysEventMap,
  type BinaryNode,
  Browsers,
  type ConnectionState,
  DisconnectReason,
  isJidBroadcast,
  isJidNewsletter,
  makeWASocket,
  proto,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import { refuse } from "../../contract/errors.ts";
import type { Company } from "../../platform/company.ts";
import { isDiskFull } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { log } from "../../platform/log.ts";
import type { Address, ChannelSession, Listeners, MessageKey, Outgoing, OutgoingChange, State } from "../channel.ts";
import { prefetchDevices } from "./prefetch.ts";
import { chatOf, userOf } from "./addresses.ts";
import { Arriving } from "./arriving.ts";
import { type AuthStore, forgetAuth, openAuth } from "./auth_state.ts";
import { judge, waitAfter } from "./disconnects.ts";
import { fetchFile, statusOf } from "./fetch_file.ts";
import { journalledRepository, noteStanza, type Stanzas } from "./journal.ts";
import { quietLogger } from "./quiet_logger.ts";
import { rawMessage } from "./read_message.ts";
import { retryCache } from "./retry_cache.ts";
import { Presence } from "./presence.ts";
import { elsewhere } from "./trust.ts";
import { changeOf, contentOf, quotedOf } from "./write_message.ts";

const MEDIA_HOST = "mmg.whatsapp.net";
/** Codes shown before a connection that nobody scans gives up; the first lives 60 s, the others 20 s. */
const QR_CODES = 3;
const FIRST_CODE_LIVES = milliseconds({ seconds: 60 }), CODE_LIVES = milliseconds({ seconds: 20 });
const HELD_BACK: ReadonlySet<keyof BaileysEventMap> = new Set([
  "messaging-history.set",
  "messages.upsert",
  "messages.update",
  "message-receipt.update",
  "groups.update",
]);
/** How long (ms) the network may take to answer a new socket. */
const CONNECT_PATIENCE = 20_000;
/** What was decrypted but not handled for this long (ms) is handled again. */
const JOURNAL_PATIENCE = 30_000;

/** What the network sends while it waits for a passkey that only a browser could show; the library does not know them. */
const PASSKEY_ASKED = ["passkey_prologue_request", "crsc_continuation"];
/** A restricted account is taken to be free again after this long (ms). */
const RESTRICTED_FOR = milliseconds({ hours: 24 });

const START: State = { status: "OPENING", situation: "connecting", qrcode: "", qr: null, number: "", retries: 0 };

/** One company's connection to WhatsApp. */
export class WhatsAppSession implements ChannelSession {
  #state = START;
  #auth: AuthStore;
  #sock: WASocket | undefined;
  #codes = 0;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;
  #restrictedTimer: ReturnType<typeof setTimeout> | undefined;
  #journalTimer: ReturnType<typeof setInterval>;
  readonly #stanzas: Stanzas = new WeakMap();
  readonly #arriving: Arriving;
  readonly #presence: Presence;
  /** Lives longer than one socket, so that a message that can't be read is not asked for without end. */
  readonly #retries = retryCache();

  constructor(
    readonly company: Company,
    readonly connectionId: number,
    readonly keys: Keys,
    readonly listeners: Listeners,
  ) {
    this.#auth = this.#openAuth();
    this.#arriving = new Arriving(company, connectionId, listeners, {
      me: () => this.#auth.state.creds.me,
      socket: () => this.#sock,
      isRestricted: () => this.#restricted(),
    });
    this.#presence = new Presence(
      () => this.#state.status === "CONNECTED" ? this.#sock : undefined,
      (event) => this.#arriving.handOut(event),
    );
    this.#journalTimer = setInterval(() => this.#arriving.handleJournal(JOURNAL_PATIENCE), JOURNAL_PATIENCE);
    this.#arriving.handleJournal(0);
    this.#connect();
  }

  get state(): State {
    return this.#state;
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
    const sock = this.#open();
    const message = { key: libraryKey(key), message: rawMessage(raw) } as WAMessage;
    const host = elsewhere() ? (await sock.refreshMediaConn(false)).hosts[0]!.hostname : MEDIA_HOST;
    await fetchFile(message, { host, path, mostBytes, sendAgain: sock.updateMediaMessage });
  }

  async lookUp(phone: string): Promise<Address | undefined> {
    const found = (await this.#over((sock) => sock.onWhatsApp(phone)))?.[0];
    if (!found?.exists) return undefined;
    return chatOf({ remoteJid: found.jid, remoteJidAlt: (found as { lid?: string }).lid });
  }

  async pairingCode(phone: string): Promise<string> {
    if (this.#state.status !== "qrcode" || !this.#sock) refuse("ERR_WAPP_NOT_INITIALIZED");
    try {
      return await this.#sock.requestPairingCode(phone);
    } catch (error) {
      log.warn("No pairing code came", { ...this.#context(), error });
      // The line broke just then, or the network did not answer: the screen shows what becomes of it.
      refuse(this.#sock && this.#state.status === "qrcode" ? "ERR_WAPP_UNREACHABLE" : "ERR_WAPP_NOT_INITIALIZED");
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#restrictedTimer);
    clearInterval(this.#journalTimer);
    this.#endSocket();
    return Promise.resolve();
  }

  async logOut(): Promise<void> {
    // The network's goodbye is our own doing, and no news.
    this.#isClosed = true;
    if (this.#state.status === "CONNECTED") await this.#sock?.logout().catch(() => {});
    await this.close();
    forgetAuth(this.company, this.connectionId);
  }

  #openAuth(): AuthStore {
    const open = () => openAuth(this.company, this.keys, this.connectionId, (error) => this.#cannotStore(error));
    const auth = open();
    if (!auth.state.creds.me || auth.isLinked()) return auth;
    // A pairing code was asked for and never typed: the network would refuse these keys with 401.
    forgetAuth(this.company, this.connectionId);
    return open();
  }

  /** What can't be written down must not be acknowledged: without a socket the network keeps it for us. */
  #cannotStore(error: unknown): void {
    const why = isDiskFull(error) ? "the disk is full: free some space" : "its file cannot be written";
    log.error(`Connection ${this.connectionId} lets go of the network: ${why}`, { ...this.#context(), error });
    this.#sock?.ws.close().catch(() => {});
  }

  #open(): WASocket {
    if (this.#state.status !== "CONNECTED" || !this.#sock) refuse("ERR_WAPP_NOT_INITIALIZED");
    return this.#sock;
  }

  /** What fails because the line broke meanwhile fails as it does without a line. */
  async #over<T>(work: (sock: WASocket) => Promise<T>): Promise<T> {
    try {
      return await work(this.#open());
    } catch (error) {
      if (statusOf(error) === DisconnectReason.connectionClosed) refuse("ERR_WAPP_NOT_INITIALIZED");
      throw error;
    }
  }

  #connect(): void {
    if (this.#isClosed) return;
    this.#endSocket();
    this.#codes = 0;
    const network = elsewhere();
    const sock = makeWASocket({
      ...(network && { waWebSocketUrl: network.url, qrTimeout: network.codesLive }),
      auth: this.#auth.state,
      browser: Browsers.ubuntu("Chrome"),
      logger: quietLogger({ company: this.company.id, connection: this.connectionId }) as never,
      makeSignalRepository: journalledRepository({
        company: this.company,
        connectionId: this.connectionId,
        store: this.#auth.state.keys,
        stanzas: this.#stanzas,
        onPlain: (attrs, plain) => this.#arriving.receiveKept(attrs, plain),
      }),
      // With a limit, the library takes three stack traces for each stanza that it sends: a third of our time in a flood.
      connectTimeoutMs: 0,
      transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 10 },
      getMessage: (key) => Promise.resolve(this.#storedMessage(key.id)),
      shouldIgnoreJid: (jid) => Boolean(isJidBroadcast(jid) || isJidNewsletter(jid)),
      msgRetryCounterCache: this.#retries,
      syncFullHistory: false,
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      retryRequestDelayMs: 0,
    });
    this.#sock = sock;
    this.#connectTimer = setTimeout(() => sock.end(noAnswer()), network?.answersWithin ?? CONNECT_PATIENCE);
    sock.ws.prependListener("CB:message", (stanza: BinaryNode) => {
      // The library works on live messages beside the backlog, and on several at once: a customer's newest words would
      // come before their older ones. Whatever is marked as backlog goes through its one queue, in order.
      stanza.attrs.offline ??= "0";
      noteStanza(this.#stanzas, stanza);
    });
    for (const type of PASSKEY_ASKED) sock.ws.on(`CB:notification,type:${type}`, () => this.#passkeyAsked());
    sock.ws.on("CB:ack,class:message", ({ attrs }: { attrs: Record<string, string> }) => {
      if (attrs.id && !attrs.error) this.#arriving.handOut({ what: "receipt", wid: attrs.id, ack: 1 });
    });
    const hear = (events: Partial<BaileysEventMap>) => {
      if (this.#sock === sock) this.#arriving.guarded("", () => this.#hear(events));
    };
    // The library holds some events back to hand them out together, and when two of its timers cross, for half a minute
    // (7.0.0-rc14, event-buffer.js: flushPendingTimeout is not reset). These are heard as they happen.
    const emit = sock.ev.emit.bind(sock.ev);
    sock.ev.emit = (name, what) => HELD_BACK.has(name) ? (hear({ [name]: what }), true) : emit(name, what);
    sock.ev.process(hear);
  }

  #hear(events: Partial<BaileysEventMap>): void {
    if (events["creds.update"]) this.#auth.saveCreds();
    if (events["connection.update"]) this.#connectionChanged(events["connection.update"]);
    this.#arriving.hear(events);
    if (events["presence.update"]) this.#presence.hear(events["presence.update"]);
  }

  #connectionChanged(update: Partial<ConnectionState>): void {
    if (update.qr || update.isNewLogin || update.connection === "open") clearTimeout(this.#connectTimer);
    if (update.qr) this.#showCode(update.qr);
    if (update.isNewLogin) this.#become({ status: "PAIRING", situation: "linking", qrcode: "", qr: null });
    if (update.connection === "open") {
      const number = userOf(this.#auth.state.creds.me?.id ?? "");
      clearTimeout(this.#restrictedTimer);
      const now = { qrcode: "", qr: null, number, retries: 0, code: undefined };
      this.#become({ status: "CONNECTED", situation: "connected", ...now });
      this.#presence.repeat();
    }
    if (update.connection === "close") this.#disconnected(update.lastDisconnect?.error);
  }

  #showCode(code: string): void {
    this.#codes++;
    if (this.#codes > QR_CODES) {
      this.#endSocket();
      return this.#become({ status: "DISCONNECTED", situation: "scan_timed_out", qrcode: "", qr: null });
    }
    const life = elsewhere()?.codesLive ?? (this.#codes === 1 ? FIRST_CODE_LIVES : CODE_LIVES);
    const until = addMilliseconds(Date.now(), life);
    this.#become({
      status: "qrcode",
      situation: "waiting_for_scan",
      qrcode: code,
      qr: { nth: this.#codes, of: QR_CODES, until },
    });
  }

  /** Another code would end at the same gate: the account is not linked without its passkey. */
  #passkeyAsked(): void {
    if (this.#auth.isLinked()) return;
    this.#endSocket();
    forgetAuth(this.company, this.connectionId);
    this.#auth = this.#openAuth();
    log.info("The account may not be linked without a passkey", this.#context());
    this.#become({ status: "DISCONNECTED", situation: "passkey_needed", qrcode: "", qr: null });
  }

  /** The network lets the account answer, but not write first (463). */
  #restricted(): void {
    if (this.#state.situation !== "connected") return;
    this.#become({ situation: "restricted", code: 463 });
    this.#restrictedTimer = setTimeout(() => {
      if (this.#state.situation === "restricted") this.#become({ situation: "connected" });
    }, RESTRICTED_FOR);
  }

  #disconnected(error: unknown): void {
    if (this.#isClosed) return;
    const code = statusOf(error);
    this.#state = { ...this.#state, code };
    this.#endSocket();
    const verdict = judge(code, this.#auth.isLinked());
    log.info(`WhatsApp closed the connection with ${code ?? "no code"}: ${verdict.do}`, this.#context());
    if (verdict.do === "forget") {
      forgetAuth(this.company, this.connectionId);
      this.#auth = this.#openAuth();
      return this.#become({ status: "DISCONNECTED", situation: verdict.situation, qrcode: "", qr: null });
    }
    if (verdict.do === "stop") {
      return this.#become({ status: "DISCONNECTED", situation: verdict.situation, qrcode: "", qr: null });
    }
    if (verdict.after === "at once") {
      this.#become({ status: "OPENING", situation: "linking", qrcode: "", qr: null });
      return this.#connect();
    }
    const retries = this.#state.retries + 1, wait = waitAfter(retries, Math.random());
    if (wait === undefined) {
      return this.#become({ status: "DISCONNECTED", situation: "stopped_after_failures", retries });
    }
    this.#become({ status: "TIMEOUT", situation: "unreachable", qrcode: "", qr: null, retries });
    this.#timer = setTimeout(() => {
      this.#become({ status: "OPENING", situation: "connecting" });
      this.#connect();
    }, wait);
  }

  #become(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#arriving.guarded("", () => this.listeners.onState(this.#state));
  }

  #endSocket(): void {
    clearTimeout(this.#connectTimer);
    this.#presence.forgetTypists();
    const sock = this.#sock;
    this.#sock = undefined;
    sock?.ev.removeAllListeners("connection.update");
    try {
      sock?.end(undefined);
    } catch { /* it had ended already */ }
  }

  #storedMessage(wid: string | null | undefined): proto.IMessage | undefined {
    const raw = wid ? this.listeners.rawOf(wid) : undefined;
    return raw && rawMessage(raw);
  }

  #context() {
    return { company: this.company.id, connection: this.connectionId };
  }
}

/** What the library itself says when the network does not answer. */
function noAnswer(): Error {
  return Object.assign(new Error("Timed Out"), { output: { statusCode: DisconnectReason.timedOut } });
}

function libraryKey({ jid, wid, fromMe, author }: MessageKey) {
  return { remoteJid: jid, id: wid, fromMe, participant: author || undefined };
}
