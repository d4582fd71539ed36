import {
  type AuthenticationState,
  type Contact,
  initAuthCreds,
  makeWASocket,
  proto,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import pino from "pino";
import type { Phone } from "./phone.ts";
import { Watchers } from "./watchers.ts";
import type { Simulator } from "./simulator.ts";

// libsignal prints whole sessions, private keys and all.
for (const say of ["info", "warn", "error"] as const) {
  const original = console[say];
  console[say] = (...words: unknown[]) => {
    if (!/session|decrypt/i.test(String(words[0]))) original(...words);
  };
}

/** An unmodified Baileys client with its keys in memory, which outlives its sockets as an application does. */
export class TestClient {
  readonly auth: AuthenticationState = { creds: initAuthCreds(), keys: memoryKeys() };
  readonly messages: WAMessage[] = [];
  readonly upserts: { id: string; type: string }[] = [];
  readonly updates: { id: string; status?: number | null; stub?: (string | null)[] | null }[] = [];
  readonly edits: { id: string; message: proto.IMessage | null | undefined }[] = [];
  readonly reactions: { id: string; text: string }[] = [];
  readonly acks: { id: string; error?: string }[] = [];
  readonly #readers: string[] = [];
  readonly history: { chats: number; messages: number }[] = [];
  readonly contacts: Partial<Contact>[] = [];
  readonly presences: string[] = [];
  readonly closed: number[] = [];
  socket!: WASocket;
  state = "";
  qr?: string;
  readonly #watchers = new Watchers();

  constructor(readonly simulator: Simulator, readonly config: Partial<UserFacingSocketConfig> = {}) {}

  connect(): this {
    const socket = makeWASocket({
      auth: this.auth,
      waWebSocketUrl: this.simulator.url,
      logger: pino({ level: Deno.env.get("BAILEYS_LOG") ?? "silent" }),
      retryRequestDelayMs: 0,
      ...this.config,
    });
    this.socket = socket;
    socket.ws.on("CB:ack,class:message", ({ attrs }: { attrs: { id: string; error?: string } }) => {
      this.#note(() => this.acks.push({ id: attrs.id, error: attrs.error }));
    });
    socket.ev.on("creds.update", (update) => Object.assign(this.auth.creds, update));
    socket.ev.on("connection.update", ({ connection, qr, lastDisconnect }) => {
      if (socket !== this.socket) return;
      if (qr) this.#note(() => this.qr = qr);
      if (!connection) return;
      const error = lastDisconnect?.error as { output?: { statusCode: number } } | undefined;
      if (connection === "close") this.closed.push(error?.output?.statusCode ?? 0);
      this.#note(() => this.state = connection);
      if (connection === "close" && error?.output?.statusCode === 515) this.connect();
    });
    socket.ev.on("messages.upsert", ({ messages, type }) => {
      this.#note(() => {
        this.messages.push(...messages);
        this.upserts.push(...messages.map(({ key }) => ({ id: key.id ?? "", type })));
      });
    });
    socket.ev.on("messages.update", (updates) => {
      this.#note(() => {
        for (const { key, update } of updates) {
          this.updates.push({ id: key.id ?? "", status: update.status, stub: update.messageStubParameters });
          if ("message" in update) this.edits.push({ id: key.id ?? "", message: update.message });
        }
      });
    });
    socket.ev.on("message-receipt.update", (updates) => {
      this.#note(() => {
        for (const { key, receipt } of updates) {
          if (receipt.readTimestamp) this.#readers.push(`${key.id} ${receipt.userJid}`);
        }
      });
    });
    socket.ev.on("messages.reaction", (reactions) => {
      this.#note(() => {
        for (const { key, reaction } of reactions) {
          this.reactions.push({ id: key.id ?? "", text: reaction.text ?? "" });
        }
      });
    });
    socket.ev.on("messaging-history.set", ({ chats, messages }) => {
      this.#note(() => this.history.push({ chats: chats.length, messages: messages.length }));
    });
    socket.ev.on("contacts.upsert", (contacts) => this.#note(() => this.contacts.push(...contacts)));
    socket.ev.on("presence.update", ({ presences }) => {
      this.#note(() => this.presences.push(...Object.values(presences).map((one) => one.lastKnownPresence)));
    });
    return this;
  }

  /** Shows a QR code, which the phone scans, and waits until the client is open. */
  async pair(phone: Phone): Promise<this> {
    this.connect();
    await phone.scan(await this.until(() => this.qr));
    return await this.open();
  }

  async open(): Promise<this> {
    await this.until(() => this.state === "open");
    return this;
  }

  /** The highest status the client saw of a message, in WhatsApp's numbers; 0 while unknown. */
  statusOf(id: string): number {
    const seen = this.updates.filter((update) => update.id === id).map(({ status }) => status ?? 0);
    const own = this.messages.filter(({ key }) => key.id === id).map(({ status }) => status ?? 0);
    return Math.max(0, ...seen, ...own);
  }

  /** Whether this member of a group read the message; a quick receipt comes inside the own message. */
  isReadBy(id: string, member: string): boolean {
    const own = this.messages.find(({ key }) => key.id === id)?.userReceipt ?? [];
    return this.#readers.includes(`${id} ${member}`) ||
      own.some(({ userJid, readTimestamp }) => userJid === member && readTimestamp);
  }

  async reconnect(): Promise<this> {
    this.drop();
    return await this.connect().open();
  }

  drop(): void {
    this.state = "";
    this.socket?.end(undefined);
  }

  message(id: string, timeoutMs?: number): Promise<WAMessage> {
    return this.until(() => this.messages.find(({ key, message }) => key.id === id && message), timeoutMs);
  }

  until<T>(ask: () => T | undefined | false, timeoutMs = 20_000): Promise<T> {
    return this.#watchers.until(ask, { timeoutMs, inVain: `The client waited ${timeoutMs} ms in vain for ${ask}` });
  }

  #note(change: () => void): void {
    change();
    this.#watchers.wake();
  }
}

function memoryKeys(): AuthenticationState["keys"] {
  const rows = new Map<string, unknown>();
  const store = {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: Record<string, SignalDataTypeMap[T]> = {};
      for (const id of ids) {
        const value = rows.get(`${type} ${id}`);
        if (value !== undefined) found[id] = value as SignalDataTypeMap[T];
      }
      return found;
    },
    set(data: object) {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value === null || value === undefined) rows.delete(`${type} ${id}`);
          else rows.set(`${type} ${id}`, structuredCloneOf(type, value));
        }
      }
    },
  };
  return store;
}

function structuredCloneOf(type: string, value: unknown): unknown {
  if (type !== "app-state-sync-key") return value;
  return proto.Message.AppStateSyncKeyData.fromObject(value as object);
}
