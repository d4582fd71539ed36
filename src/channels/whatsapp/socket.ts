import {
  type BaileysEventMap,
  type BinaryNode,
  Browsers,
  isJidBroadcast,
  isJidNewsletter,
  makeWASocket,
  type proto,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { Company } from "../../platform/company.ts";
import { type Kept, sendAfterDisk } from "./after_disk.ts";
import type { AuthStore } from "./auth_state.ts";
import { journalledRepository, noteStanza, type Stanzas } from "./journal.ts";
import { quietLogger } from "./quiet_logger.ts";
import type { retryCache } from "./retry_cache.ts";
import { elsewhere } from "./trust.ts";

const HELD_BACK: ReadonlySet<keyof BaileysEventMap> = new Set([
  "messaging-history.set",
  "messages.upsert",
  "messages.update",
  "message-receipt.update",
  "groups.update",
]);
/** What the network sends while it waits for a passkey that only a browser could show; the library does not know them. */
const PASSKEY_ASKED = ["passkey_prologue_request", "crsc_continuation"];

/** Who has a socket opened: the account, and what is to be done with what comes. */
export interface SocketOwner {
  company: Company;
  connectionId: number;
  auth: AuthStore;
  retries: ReturnType<typeof retryCache>;
  onEvents(events: Partial<BaileysEventMap>): void;
  /** The network has a message that was sent under this id. */
  onAck(wid: string): void;
  /** A message's text is known, and will be handed to `onPlain`. */
  onDecrypted(wid: string): void;
  /** Called inside the transaction of the journal; false when the message is to be tried again. */
  onPlain(attrs: Record<string, string>, plain: Uint8Array): boolean;
  onPasskeyAsked(): void;
  /** The message that was sent as `wid`, for a receiver who could not read it. */
  storedMessage(wid: string | null | undefined): proto.IMessage | undefined;
}

export function openSocket(owner: SocketOwner): WASocket {
  const stanzas: Stanzas = new WeakMap();
  const sock = makeWASocket(optionsFor(owner, stanzas));
  sendAfterDisk(sock, keptBy(owner));
  sock.ws.prependListener("CB:message", (stanza: BinaryNode) => {
    // The library works on live messages beside the backlog, and on several at once: a customer's newest words would
    // come before their older ones. Whatever is marked as backlog goes through its one queue, in order.
    stanza.attrs.offline ??= "0";
    noteStanza(stanzas, stanza);
  });
  for (const type of PASSKEY_ASKED) sock.ws.on(`CB:notification,type:${type}`, () => owner.onPasskeyAsked());
  sock.ws.on("CB:ack,class:message", ({ attrs }: { attrs: Record<string, string> }) => {
    if (attrs.id && !attrs.error) owner.onAck(attrs.id);
  });
  // The library holds some events back to hand them out together, and when two of its timers cross, for half a minute
  // (7.0.0-rc14, event-buffer.js: flushPendingTimeout is not reset). These are taken as they happen.
  const emit = sock.ev.emit.bind(sock.ev);
  sock.ev.emit = (name, what) => HELD_BACK.has(name) ? (owner.onEvents({ [name]: what }), true) : emit(name, what);
  sock.ev.process((events) => owner.onEvents(events));
  return sock;
}

/** What the company's file and the account's keys still have in hand. */
function keptBy({ company, auth: { turns } }: SocketOwner): Kept {
  const lost = turns.lost();
  return {
    get isSettled() {
      return turns.isStored() && turns.lost() === lost && company.isSettled;
    },
    async committed() {
      while (!turns.isStored()) await turns.stored();
      // What this socket would say may be of a message that was lost.
      if (turns.lost() !== lost) throw new Error("What was received could not be stored");
    },
    settled: () => company.settled(),
  };
}

function optionsFor(owner: SocketOwner, stanzas: Stanzas): Parameters<typeof makeWASocket>[0] {
  const { company, connectionId, auth, retries } = owner;
  const network = elsewhere();
  return {
    ...(network && { waWebSocketUrl: network.url, qrTimeout: network.codesLive }),
    auth: auth.state,
    browser: Browsers.ubuntu("Chrome"),
    logger: quietLogger({ company: company.id, connection: connectionId }) as never,
    makeSignalRepository: journalledRepository({
      company,
      connectionId,
      turns: auth.turns,
      stanzas,
      onDecrypted: owner.onDecrypted,
      onPlain: owner.onPlain,
    }),
    // With a limit, the library takes three stack traces for each stanza that it sends: a third of our time in a flood.
    connectTimeoutMs: 0,
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 10 },
    getMessage: ({ id }) => Promise.resolve(owner.storedMessage(id)),
    shouldIgnoreJid: (jid) => Boolean(isJidBroadcast(jid) || isJidNewsletter(jid)),
    msgRetryCounterCache: retries,
    syncFullHistory: false,
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    retryRequestDelayMs: 0,
  };
}
