import type { ChannelSession, State } from "../channels/channel.ts";
import { CHANNELS } from "../channels/channels.ts";
import type { ChannelFolder } from "../channels/folder.ts";
import { companyRow } from "../companies/companies.ts";
import {
  connectionById,
  connectionOf,
  connectionRows,
  emitConnection,
  kindById,
  type Live,
  recordState,
  setShouldRun,
} from "../connections/connections.ts";
import { type ConnectionKind, kindOf } from "../contract/channels.ts";
import { refuse } from "../contract/errors.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { areLinesHeld } from "./held_lines.ts";
import type { Running } from "./listeners.ts";
import { openSession } from "./open_session.ts";

/** Between the starts of two connections at boot, in ms, so that they don't all log in at once. */
const STAGGER = 100;

/** All connections that run, of all companies: started, listened to, and stopped here. */
export class Supervisor {
  readonly #running = new Map<string, Running>();
  /** Those that are being unlinked. */
  readonly #ending = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(readonly tenants: Tenants) {
    tenants.onOutage = (companyId) => this.#abandon(companyId);
  }

  /**
   * What cannot be stored must not be acknowledged: the networks keep it for us until the file is good again. Nothing is
   * written down of it, because there is nothing to write to.
   */
  #abandon(companyId: number | undefined): void {
    for (const [key, running] of this.#running) {
      if (companyId !== undefined && !key.startsWith(`${companyId}/`)) continue;
      this.#running.delete(key);
      end(running).catch((error) => log.error("A connection could not be closed", { company: companyId, error }));
    }
  }

  /** Whether any of its connections ran before. */
  hasToStart(company: Company): boolean {
    return connectionRows(company.latest).some(({ shouldRun }) => shouldRun);
  }

  /**
   * Starts every connection that ran before, of companies that are not suspended; those that run already anew, unless said
   * otherwise. None of a recovered folder, until somebody has said that nobody else serves them, nor of a company whose file
   * cannot be served.
   */
  async startAll(companies: Company[], { exceptRunning = false } = {}): Promise<void> {
    for (const company of companies) {
      const about = companyRow(this.tenants, company.id);
      // Whoever was removed, or lives at another server by now, may still have a folder here.
      if (!about?.isActive || about.removedAt !== null || !this.tenants.isServed(company.id)) continue;
      const areHeld = areLinesHeld(this.tenants.folder, company.id);
      for (const row of connectionRows(company.read)) {
        const { id, shouldRun } = row;
        if (!shouldRun || this.#isClosed || (exceptRunning && this.find(company, id))) continue;
        if (areHeld) {
          // It was up in the folder that this one was made from.
          if (!this.find(company, id)) this.#stateChanged(company, id, OFF);
          continue;
        }
        await this.start(company, id).catch((error) =>
          log.error("A connection could not be started", { company: company.id, connection: id, error })
        );
        if (kindOf(row) === "linked") await new Promise((resolve) => setTimeout(resolve, STAGGER));
      }
    }
  }

  /** Closes a company's connections, which stay linked: they start again with `startAll`. */
  async stopAll(company: Company): Promise<void> {
    // Of one whose file cannot be served none runs, and there is nothing to write it down in.
    if (!this.tenants.isServed(company.id)) return;
    for (const { id } of connectionRows(company.read)) {
      const ran = this.find(company, id) !== undefined;
      await this.#stop(company, id);
      if (ran) this.#stateChanged(company, id, OFF);
    }
  }

  /** Starts a connection, or starts it anew. */
  async start(company: Company, connectionId: number): Promise<void> {
    await this.#stop(company, connectionId);
    const { kind, folder } = await folderOf(company, connectionId);
    if (this.#isClosed || this.#running.has(keyOf(company, connectionId))) return;
    if (this.tenants.outage !== undefined) refuse("ERR_SERVER_UNAVAILABLE");
    company.write((db) => setShouldRun(db, connectionId, true));
    const running = openSession({
      ...{ tenants: this.tenants, company, connectionId, kind, folder },
      running: () => this.#running.get(keyOf(company, connectionId)),
      onState: (state) => this.#stateChanged(company, connectionId, state),
    });
    this.#running.set(keyOf(company, connectionId), running);
    this.#stateChanged(company, connectionId, running.session.state);
  }

  /** Ends the link: the phone no longer lists us, and nothing starts again by itself. */
  async logOut(company: Company, connectionId: number, why: Partial<State> = {}): Promise<void> {
    const key = keyOf(company, connectionId);
    // Who deletes a connection that is being unlinked waits for it: what is stored on the way needs the connection's row.
    const ending = (this.#ending.get(key) ?? Promise.resolve()).then(() => this.#unlink(company, connectionId, why));
    const settled = ending.catch(() => {});
    this.#ending.set(key, settled);
    try {
      await ending;
    } finally {
      if (this.#ending.get(key) === settled) this.#ending.delete(key);
    }
  }

  async #unlink(company: Company, connectionId: number, why: Partial<State>): Promise<void> {
    const running = this.#take(company, connectionId);
    await running?.session.logOut();
    (await folderOf(company, connectionId)).folder.forget(company, connectionId);
    company.write((db) => setShouldRun(db, connectionId, false));
    this.#stateChanged(company, connectionId, { ...OFF, ...why });
  }

  sessionOf(company: Company, connectionId: number): ChannelSession {
    return this.find(company, connectionId) ?? refuse("ERR_WAPP_NOT_INITIALIZED");
  }

  /** The session of a connection, if it runs. */
  find(company: Company, connectionId: number): ChannelSession | undefined {
    return this.#running.get(keyOf(company, connectionId))?.session;
  }

  /** How many sessions are in each state. */
  states(): Map<string, number> {
    const states = new Map<string, number>();
    for (const { session: { state: { status } } } of this.#running.values()) {
      states.set(status, (states.get(status) ?? 0) + 1);
    }
    return states;
  }

  /** What a screen may see of a connection besides its row. */
  liveOf(company: Company, connectionId: number): Live {
    const { qrcode = "", qr = null } = this.#running.get(keyOf(company, connectionId))?.session.state ?? {};
    return { qrcode, qr };
  }

  wakeMedia(company: Company, connectionId: number): void {
    this.#running.get(keyOf(company, connectionId))?.media.wake();
  }

  /** What is due by the clock: postponed sending and fetching. */
  tick(): void {
    for (const { sender, media } of this.#running.values()) {
      sender.wake();
      media.wake();
    }
  }

  async closeAll(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#running.values()];
    this.#running.clear();
    await Promise.all(all.map(end));
  }

  async #stop(company: Company, connectionId: number): Promise<void> {
    const running = this.#take(company, connectionId);
    if (running) await end(running);
  }

  #take(company: Company, connectionId: number): Running | undefined {
    const running = this.#running.get(keyOf(company, connectionId));
    this.#running.delete(keyOf(company, connectionId));
    running?.leave();
    running?.sender.close();
    return running;
  }

  /** Whether the same account is at work on another connection, of this company or of any other. */
  #hasTwin(company: Company, connectionId: number, number: string): boolean {
    const own = keyOf(company, connectionId);
    return number !== "" &&
      [...this.#running].some(([key, { session: { state } }]) =>
        key !== own && state.status === "CONNECTED" && state.number === number
      );
  }

  /** Two connections of one account would each answer every customer: the later one is unlinked again. */
  async #turnAway(company: Company, connectionId: number, number: string): Promise<void> {
    await this.logOut(company, connectionId, { situation: "same_number", number });
  }

  #stateChanged(company: Company, connectionId: number, state: State): void {
    const parts = this.#running.get(keyOf(company, connectionId));
    const { qrcode, qr } = state;
    company.write((db, emit) => {
      const had = connectionById(db, connectionId);
      const row = recordState(db, connectionId, state, Date.now());
      if (!row) return;
      const connection = connectionOf(db, row, { qrcode, qr });
      emitConnection(emit, "whatsappSession", connection);
      if (had?.status !== row.status) emitConnection(emit, "whatsapp", connection);
    });
    if (state.status === "CONNECTED" && this.#hasTwin(company, connectionId, state.number)) {
      return void this.#turnAway(company, connectionId, state.number).catch((error) =>
        log.warn("Unlinking failed", { company: company.id, connection: connectionId, error })
      );
    }
    if (state.status === "CONNECTED") {
      parts?.sender.wake();
      parts?.media.wake();
    } else parts?.sender.interrupt();
  }
}

const OFF: State = {
  status: "DISCONNECTED",
  situation: "disconnected_by_admin",
  qrcode: "",
  qr: null,
  number: "",
  retries: 0,
};

async function folderOf({ read }: Company, id: number): Promise<{ kind: ConnectionKind; folder: ChannelFolder }> {
  const kind = kindById(read, id) ?? refuse("ERR_NO_WAPP_FOUND");
  return { kind, folder: await CHANNELS[kind]() };
}

function keyOf(company: Company, connectionId: number): string {
  return `${company.id}/${connectionId}`;
}

async function end({ session, sender, receipts, leave }: Running): Promise<void> {
  leave();
  receipts.store();
  sender.close();
  await session.close();
}
