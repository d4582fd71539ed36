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
  toNumber,
  type WACallEvent,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import { refuse } from "../../contract/errors.ts";
import type { Company } from "../../platform/company.ts";
import { isDiskFull } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { log } from "../../platform/log.ts";
import type {
  Address,
  ChannelSession,
  Happening,
  Incoming,
  Listeners,
  MessageKey,
  Outgoing,
  OutgoingChange,
  State,
} from "../channel.ts";
import { acquaint } from "./acquaint.ts";
import { chatOf, userOf } from "./addresses.ts";
import { type AuthStore, forgetAuth, openAuth } from "./auth_state.ts";
import { backOff, judge, MOST_FAILURES } from "./disconnects.ts";
import { fetchFile, statusOf } from "./fetch_file.ts";
import {
  forgetSettled,
  journalledRepository,
  messageFrom,
  noteStanza,
  settle,
  type Stanzas,
  unsettled,
} from "./journal.ts";
import { quietLogger } from "./quiet_logger.ts";
import { rawMessage, readMessage } from "./read_message.ts";
import { elsewhere } from "./trust.ts";
import { changeOf, contentOf, quotedOf } from "./write_message.ts";

const MEDIA_HOST = "mmg.whatsapp.net";
/** Codes shown before a connection that nobody scans gives up; the first lives 60 s, the others 20 s. */
const QR_CODES = 3;
const FIRST_CODE_LIVES = 60_000, CODE_LIVES = 20_000;
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
const RESTRICTED_FOR = 24 * 60 * 60_000;

const START: State = { status: "OPENING", situation: "connecting", qrcode: "", qr: null, number: "", retries: 0 };

/** One company's connection to WhatsApp. */
export class WhatsAppSession implements ChannelSession {
  #state = START;
  #auth: AuthStore;
  #sock: WASocket | undefined;
  #codes = 0;
  #isClosed = false;
  /** The chat that was looked at last, while any is. */
  #attended: string | null = null;
  readonly #typists = new Set<string>();
  /** Who calls right now, with the device, as the network wants it back: call id → JID. */
  readonly #callers = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;
  #restrictedTimer: ReturnType<typeof setTimeout> | undefined;
  #journalTimer: ReturnType<typeof setInterval>;
  /** The newest messages that were handled; the library tells of them once more. */
  readonly #received = new Set<string>();
  readonly #stanzas: Stanzas = new WeakMap();
  readonly #askedNames = new Set<string>();
  /** Lives longer than one socket, so that a message that can't be read is not asked for without end. */
  readonly #retries = new Map<string, unknown>();

  constructor(
    readonly company: Company,
    readonly connectionId: number,
    readonly keys: Keys,
    readonly listeners: Listeners,
  ) {
    this.#auth = this.#openAuth();
    this.#journalTimer = setInterval(() => this.#handleJournal(JOURNAL_PATIENCE), JOURNAL_PATIENCE);
    this.#handleJournal(0);
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

  async acquaint(jids: string[]): Promise<void> {
    const people = jids.filter((jid) => !jid.endsWith("@g.us"));
    await this.#over((sock) => acquaint(sock, people));
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
    this.#sign((sock) => sock.sendPresenceUpdate(typing ? "composing" : "paused", jid));
  }

  /**
   * WhatsApp tells of typing only who is online and has asked for that chat (whatsmeow, SubscribePresence). Being online
   * keeps notifications from the company's phone, so we are only while somebody is at the desk.
   */
  attend(jid: string | null): void {
    const wasAttended = this.#attended !== null;
    this.#attended = jid;
    if (wasAttended !== (jid !== null)) {
      this.#sign((sock) => sock.sendPresenceUpdate(jid ? "available" : "unavailable"));
    }
    if (jid) this.#sign((sock) => sock.presenceSubscribe(jid));
  }

  async rejectCall(wid: string): Promise<void> {
    const from = this.#callers.get(wid);
    if (from) await this.#over((sock) => sock.rejectCall(wid, from));
  }

  #sign(work: (sock: WASocket) => Promise<void>): void {
    if (this.#state.status === "CONNECTED" && this.#sock) work(this.#sock).catch(() => {});
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
    return await this.#sock.requestPairingCode(phone);
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
        onPlain: (attrs, plain) => this.#receiveKept(attrs, plain),
      }),
      // With a limit, the library takes three stack traces for each stanza that it sends: a third of our time in a flood.
      connectTimeoutMs: 0,
      transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 10 },
      getMessage: (key) => Promise.resolve(this.#storedMessage(key.id)),
      shouldIgnoreJid: (jid) => Boolean(isJidBroadcast(jid) || isJidNewsletter(jid)),
      msgRetryCounterCache: this.#cache(),
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
      if (attrs.id && !attrs.error) this.#happened({ what: "receipt", wid: attrs.id, ack: 1 });
    });
    const hear = (events: Partial<BaileysEventMap>) => {
      if (this.#sock === sock) this.#guarded("", () => this.#hear(events));
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
    for (const { lid, pn } of [events["lid-mapping.update"] ?? []].flat()) {
      this.#happened({ what: "pair", phone: userOf(pn), lid: userOf(lid) });
    }
    const history = events["messaging-history.set"];
    if (history) { for (const raw of inOrder(history.messages)) this.#receive(raw, "history"); }
    this.#met([...history?.contacts ?? [], ...events["contacts.upsert"] ?? []]);
    // Most were received when they were decrypted; what was never encrypted, or came by way of the phone, is new here.
    for (const raw of events["messages.upsert"]?.messages ?? []) {
      if (!this.#received.has(raw.key.id ?? "")) this.#receive(raw, "live");
    }
    for (const { key, update } of events["messages.update"] ?? []) this.#statusChanged(key, update);
    for (const { key, receipt } of events["message-receipt.update"] ?? []) {
      if (key.id) this.#happened({ what: "receipt", wid: key.id, ack: receipt.readTimestamp ? 3 : 2 });
    }
    for (const { id, subject } of [...events["groups.upsert"] ?? [], ...events["groups.update"] ?? []]) {
      this.#groupNamed(id, subject);
    }
    const presence = events["presence.update"];
    const chat = presence && chatOf({ remoteJid: presence.id });
    if (chat) {
      const isTyping = Object.values(presence.presences).some((each) => each.lastKnownPresence === "composing");
      // That somebody is there is no news; that they still type is.
      if (isTyping || this.#typists.delete(presence.id)) this.#happened({ what: "typing", chat, typing: isTyping });
      if (isTyping) this.#typists.add(presence.id);
    }
    for (const call of events.call ?? []) this.#calledBy(call);
  }

  #calledBy({ id: wid, from, callerPn, status, date, isVideo }: WACallEvent): void {
    if (status !== "offer") return void (status !== "ringing" && this.#callers.delete(wid));
    const chat = chatOf({ remoteJid: from, remoteJidAlt: callerPn });
    if (!chat) return;
    this.#callers.set(wid, from);
    this.#happened({ what: "call", chat, wid, at: date.getTime(), video: isVideo === true });
  }

  #met(contacts: BaileysEventMap["contacts.upsert"]): void {
    const people = contacts.flatMap(({ id, lid, phoneNumber, name }) => {
      const address = chatOf({
        remoteJid: id,
        remoteJidAlt: [lid, phoneNumber].find((other) => other && other !== id),
      });
      return address && !address.group && name ? [{ address, name }] : [];
    });
    if (people.length > 0) this.#guarded("", () => this.listeners.onPeople(people));
  }

  #statusChanged(
    key: { id?: string | null; fromMe?: boolean | null },
    { status, messageStubParameters }: Partial<WAMessage>,
  ): void {
    if (!key.id || !key.fromMe || status === undefined || status === null) return;
    const failure = status === proto.WebMessageInfo.Status.ERROR ? failureOf(messageStubParameters?.[0]) : undefined;
    if (failure === "ERR_WAPP_RESTRICTED") this.#restricted();
    // The library counts from ERROR = 0, PENDING = 1 on.
    this.#happened({ what: "receipt", wid: key.id, ack: status - 1, failure });
  }

  /** What the journal holds; what is no message at all is let go, or it would be tried again without end. */
  #receiveKept(attrs: Record<string, string>, plain: Uint8Array): boolean {
    let raw: WAMessage;
    try {
      raw = messageFrom(attrs, plain, this.#auth.state.creds.me!);
    } catch (error) {
      log.warn("What came as a message cannot be read", { ...this.#context(), message: attrs.id, error });
      return true;
    }
    return this.#receive(raw, "live");
  }

  /** True when it was handled, even if there was nothing to store. */
  #receive(raw: WAMessage, when: Incoming["when"]): boolean {
    // Could not be read yet: it comes again, under the same id.
    if (raw.messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT) return false;
    const wid = raw.key.id ?? "";
    this.#remember(wid);
    const read = readMessage(raw, when);
    return this.#guarded(wid, () => {
      if (!read) return;
      if ("what" in read) return this.listeners.onHappening(read);
      const isStored = this.listeners.onIncoming(read);
      if (isStored && read.chat.group) this.#askForName(read.chat.jid);
    });
  }

  /** A group's name does not come with its messages; it is asked for once. */
  #askForName(jid: string): void {
    if (this.#askedNames.has(jid) || !this.#sock) return;
    this.#askedNames.add(jid);
    this.#sock.groupMetadata(jid).then(
      ({ subject }) => this.#groupNamed(jid, subject),
      () => this.#askedNames.delete(jid),
    );
  }

  #groupNamed(jid: string | undefined, subject: string | undefined): void {
    const chat = chatOf({ remoteJid: jid });
    if (chat?.group && subject) this.#happened({ what: "subject", chat, subject });
  }

  #remember(wid: string): void {
    if (this.#received.size >= 5000) this.#received.delete(this.#received.keys().next().value!);
    this.#received.add(wid);
  }

  #happened(happening: Happening): void {
    this.#guarded("wid" in happening ? happening.wid : "", () => this.listeners.onHappening(happening));
  }

  /** A message that fails must not stop the others; it stays in the journal and is tried again. */
  #guarded(wid: string, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      log.error("An event could not be handled", { ...this.#context(), message: wid, error });
      return false;
    }
  }

  #handleJournal(patience: number): void {
    const { me } = this.#auth.state.creds;
    if (!me) return;
    try {
      forgetSettled(this.company, Date.now());
      for (const { wid, attrs, plain } of unsettled(this.company, this.connectionId, Date.now() - patience)) {
        this.company.write((db) => {
          if (this.#receiveKept(attrs, plain)) settle(db, this.connectionId, wid);
        });
      }
    } catch (error) {
      log.error("The journal could not be handled", { ...this.#context(), error });
    }
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
      const attended = this.#attended;
      this.#attended = null;
      if (attended) this.attend(attended);
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
    const until = new Date(Date.now() + life);
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
    const retries = this.#state.retries + 1;
    if (retries >= MOST_FAILURES) {
      return this.#become({ status: "DISCONNECTED", situation: "stopped_after_failures", retries });
    }
    this.#become({ status: "TIMEOUT", situation: "unreachable", qrcode: "", qr: null, retries });
    this.#timer = setTimeout(() => {
      this.#become({ status: "OPENING", situation: "connecting" });
      this.#connect();
    }, backOff(retries, Math.random()));
  }

  #become(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#guarded("", () => this.listeners.onState(this.#state));
  }

  #endSocket(): void {
    clearTimeout(this.#connectTimer);
    this.#typists.clear();
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

  #cache() {
    const kept = this.#retries;
    return {
      get: <T>(key: string) => kept.get(key) as T | undefined,
      set: <T>(key: string, value: T) => {
        if (kept.size > 2000) kept.delete(kept.keys().next().value!);
        kept.set(key, value);
      },
      del: (key: string) => void kept.delete(key),
      flushAll: () => kept.clear(),
    };
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

/** 463: the network lets this account answer, but not write first (whatsapp.md §5). */
function failureOf(code: string | undefined): string {
  return code === "463" ? "ERR_WAPP_RESTRICTED" : "ERR_SENDING_WAPP_MSG";
}

/** Oldest first, and before ours what others wrote: they are known by the name that comes with it. */
function inOrder(messages: WAMessage[]): WAMessage[] {
  return messages.toSorted((a, b) =>
    Number(a.key.fromMe ?? false) - Number(b.key.fromMe ?? false) ||
    toNumber(a.messageTimestamp) - toNumber(b.messageTimestamp)
  );
}
