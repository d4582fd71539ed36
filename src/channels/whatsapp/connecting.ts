import { milliseconds } from "date-fns/milliseconds";
import {
  type BaileysEventMap,
  type ConnectionState,
  type Contact,
  DisconnectReason,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { Company } from "../../platform/company.ts";
import { isDiskFull } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { log } from "../../platform/log.ts";
import type { State } from "../channel.ts";
import { waitAfter } from "../wait_after.ts";
import { userOf } from "./addresses.ts";
import { type AuthStore, openAuth } from "./auth_state.ts";
import { showing } from "./codes.ts";
import { judge } from "./disconnects.ts";
import { statusOf } from "./fetch_file.ts";
import { retryCache } from "./retry_cache.ts";
import { openSocket, type SocketOwner } from "./socket.ts";
import { elsewhere } from "./trust.ts";

/** How long (ms) the network may take to answer a new socket. */
const CONNECT_PATIENCE = 20_000;
/** A restricted account is taken to be free again after this long (ms). */
const RESTRICTED_FOR = milliseconds({ hours: 24 });

const START: State = { status: "OPENING", situation: "connecting", qrcode: "", qr: null, number: "", retries: 0 };

/** Who wants to be connected: hears of each state, and of what the sockets bring. */
interface Connected extends Pick<SocketOwner, "onEvents" | "onAck" | "onDecrypted" | "onPlain" | "storedMessage"> {
  onState(state: State): void;
  onOpen(): void;
  onEnd(): void;
}

/** An account's way to the network: its keys, one socket after another, and the state that this is in. */
export class Connecting {
  #state = START;
  #auth: AuthStore;
  #sock: WASocket | undefined;
  #codes = 0;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;
  #restrictedTimer: ReturnType<typeof setTimeout> | undefined;
  /** Lives longer than one socket, so that a message that can't be read is not asked for without end. */
  readonly #retries = retryCache();

  constructor(
    readonly company: Company,
    readonly connectionId: number,
    readonly keys: Keys,
    readonly owner: Connected,
  ) {
    this.#auth = this.#openAuth();
  }

  get state(): State {
    return this.#state;
  }

  get me(): Contact | undefined {
    return this.#auth.state.creds.me;
  }

  get socket(): WASocket | undefined {
    return this.#sock;
  }

  /** The socket, if this is how it stands with it. */
  socketWhile(status: State["status"]): WASocket | undefined {
    return this.#state.status === status ? this.#sock : undefined;
  }

  connect(): void {
    if (this.#isClosed) return;
    this.#endSocket();
    this.#codes = 0;
    const { company, connectionId, owner } = this;
    const sock: WASocket = openSocket({
      company,
      connectionId,
      auth: this.#auth,
      retries: this.#retries,
      onEvents: (events) => {
        if (this.#sock === sock) owner.onEvents(events);
      },
      onAck: owner.onAck,
      onDecrypted: owner.onDecrypted,
      onPlain: owner.onPlain,
      onPasskeyAsked: () => this.#passkeyAsked(),
      storedMessage: owner.storedMessage,
    });
    this.#sock = sock;
    this.#connectTimer = setTimeout(() => sock.end(noAnswer()), elsewhere()?.answersWithin ?? CONNECT_PATIENCE);
  }

  /** What the socket says of itself and of the account's keys. */
  onEvents(events: Partial<BaileysEventMap>): void {
    if (events["creds.update"]) this.#auth.saveCreds();
    if (events["connection.update"]) this.#connectionChanged(events["connection.update"]);
  }

  /** The network lets the account answer, but not write first (463). */
  restrict(forMs = RESTRICTED_FOR): void {
    if (this.#state.situation !== "connected") return;
    this.#become({ situation: "restricted", code: 463 });
    this.#restrictedTimer = setTimeout(() => this.#free(), forMs);
  }

  #free(): void {
    clearTimeout(this.#restrictedTimer);
    if (this.#state.situation === "restricted") this.#become({ situation: "connected" });
  }

  /** The network says by itself, or when it is asked, whether the account may write to strangers. */
  #lockChanged({ isActive, timeEnforcementEnds }: NonNullable<ConnectionState["reachoutTimeLock"]>): void {
    if (!isActive) return this.#free();
    const left = timeEnforcementEnds ? +timeEnforcementEnds - Date.now() : RESTRICTED_FOR;
    if (left > 0) this.restrict(Math.min(left, RESTRICTED_FOR));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#restrictedTimer);
    this.#endSocket();
  }

  /** Ends the link on the network's side. */
  async unlink(): Promise<void> {
    // The network's goodbye is our own doing, and no news.
    this.#isClosed = true;
    await this.socketWhile("CONNECTED")?.logout().catch(() => {});
  }

  forget(): void {
    this.#auth.forget();
  }

  #openAuth(): AuthStore {
    const open = () => openAuth(this.company, this.keys, this.connectionId, (error) => this.#cannotStore(error));
    const auth = open();
    if (!auth.state.creds.me || auth.isLinked()) return auth;
    // A pairing code was asked for and never typed: the network would refuse these keys with 401.
    auth.forget();
    return open();
  }

  /** What can't be written down must not be acknowledged: without a socket the network keeps it for us. */
  #cannotStore(error: unknown): void {
    const why = isDiskFull(error) ? "the disk is full: free some space" : "its file cannot be written";
    log.error(`Connection ${this.connectionId} lets go of the network: ${why}`, { ...this.#context(), error });
    this.#sock?.ws.close().catch(() => {});
  }

  #connectionChanged(update: Partial<ConnectionState>): void {
    if (update.qr || update.isNewLogin || update.connection === "open") clearTimeout(this.#connectTimer);
    if (update.qr) this.#showCode(update.qr);
    if (update.isNewLogin) this.#become({ status: "PAIRING", situation: "linking", qrcode: "", qr: null });
    if (update.connection === "open") {
      const number = userOf(this.me?.id ?? "");
      clearTimeout(this.#restrictedTimer);
      const now = { qrcode: "", qr: null, number, retries: 0, code: undefined };
      this.#become({ status: "CONNECTED", situation: "connected", ...now });
      this.owner.onOpen();
    }
    if (update.reachoutTimeLock) this.#lockChanged(update.reachoutTimeLock);
    if (update.connection === "close") this.#disconnected(update.lastDisconnect?.error);
  }

  #showCode(code: string): void {
    const shown = showing(code, ++this.#codes);
    if (!shown) this.#endSocket();
    this.#become(shown ?? { status: "DISCONNECTED", situation: "scan_timed_out", qrcode: "", qr: null });
  }

  /** Another code would end at the same gate: the account is not linked without its passkey. */
  #passkeyAsked(): void {
    if (this.#auth.isLinked()) return;
    this.#endSocket();
    this.forget();
    this.#auth = this.#openAuth();
    log.info("The account may not be linked without a passkey", this.#context());
    this.#become({ status: "DISCONNECTED", situation: "passkey_needed", qrcode: "", qr: null });
  }

  #disconnected(error: unknown): void {
    if (this.#isClosed) return;
    const code = statusOf(error);
    this.#state = { ...this.#state, code };
    this.#endSocket();
    const verdict = judge(code, this.#auth.isLinked());
    log.info(`WhatsApp closed the connection with ${code ?? "no code"}: ${verdict.do}`, this.#context());
    if (verdict.do === "forget") {
      this.forget();
      this.#auth = this.#openAuth();
      return this.#become({ status: "DISCONNECTED", situation: verdict.situation, qrcode: "", qr: null });
    }
    if (verdict.do === "stop") {
      return this.#become({ status: "DISCONNECTED", situation: verdict.situation, qrcode: "", qr: null });
    }
    if (verdict.after === "back-off") return this.#reconnectLater();
    this.#become({ status: "OPENING", situation: "linking", qrcode: "", qr: null });
    this.connect();
  }

  #reconnectLater(): void {
    const retries = this.#state.retries + 1, wait = waitAfter(retries, Math.random());
    if (wait === undefined) {
      return this.#become({ status: "DISCONNECTED", situation: "stopped_after_failures", retries });
    }
    this.#become({ status: "TIMEOUT", situation: "unreachable", qrcode: "", qr: null, retries });
    this.#timer = setTimeout(() => {
      this.#become({ status: "OPENING", situation: "connecting" });
      this.connect();
    }, wait);
  }

  #become(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.owner.onState(this.#state);
  }

  #endSocket(): void {
    clearTimeout(this.#connectTimer);
    this.owner.onEnd();
    // Somebody else may have the file next.
    this.#auth.turns.storeNow();
    const sock = this.#sock;
    this.#sock = undefined;
    sock?.ev.removeAllListeners("connection.update");
    try {
      sock?.end(undefined);
    } catch { /* it had ended already */ }
  }

  #context() {
    return { company: this.company.id, connection: this.connectionId };
  }
}

/** What the library itself says when the network does not answer. */
function noAnswer(): Error {
  return Object.assign(new Error("Timed Out"), { output: { statusCode: DisconnectReason.timedOut } });
}
