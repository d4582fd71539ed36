import { milliseconds } from "date-fns/milliseconds";
import * as z from "zod/mini";
import { refuse } from "../../contract/errors.ts";
import { log } from "../../platform/log.ts";
import type { State } from "../channel.ts";
import type { Opening } from "../folder.ts";
import { waitAfter } from "../wait_after.ts";
import { accountOf, changeToken, type GraphAccount, isPageShared } from "./accounts.ts";
import { askGraph, type GraphCaller } from "./client.ts";
import { GraphFault } from "./faults.ts";
import { renewedToken, subscribe } from "./linking.ts";
import type { GraphKind } from "./kinds.ts";

const START: State = { status: "OPENING", situation: "connecting", qrcode: "", qr: null, number: "", retries: 0 };
/** How often (ms) the token's end is looked at, and how long before it a new one is asked for. */
const LOOKS = milliseconds({ hours: 6 }), RENEWED_BEFORE = milliseconds({ days: 20 });

const Account = z.looseObject({ display_phone_number: z.catch(z.optional(z.string()), undefined) });

/** Whether the account lets us in, and by which token. */
export class Line {
  #state = START;
  #account: GraphAccount | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looks: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;
  onState: (state: State) => void = () => {};

  constructor(readonly opening: Opening, readonly kind: GraphKind) {}

  get state(): State {
    return this.#state;
  }

  get account(): GraphAccount {
    return this.#account ?? refuse("ERR_WAPP_NOT_INITIALIZED");
  }

  /** With whose token Graph is asked. */
  caller(): GraphCaller {
    const app = this.opening.metaApp() ?? refuse("ERR_WAPP_NOT_INITIALIZED");
    return { app, host: this.account.host, token: this.account.token };
  }

  open(): void {
    const { company, keys, connectionId, metaApp } = this.opening;
    this.#account = accountOf(company.latest, keys, connectionId);
    if (!this.#account || !metaApp()) return this.#become({ status: "DISCONNECTED", situation: "token_missing" });
    this.#looks ??= setInterval(() => void this.#renew(), LOOKS);
    void this.#renew();
    void this.#ask();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#looks);
  }

  /** Something was refused because of the token: nothing leaves until there is another. */
  refused(): void {
    if (this.#isClosed || this.#state.situation === "token_refused") return;
    this.#become({ status: "DISCONNECTED", situation: "token_refused", code: 190 });
  }

  /** It has not answered for minutes: it is asked again and again, and until then nothing leaves. */
  lost(fault: GraphFault): void {
    if (this.#isClosed || this.#state.status !== "CONNECTED") return;
    this.#askLater(fault);
  }

  /** What Meta still tells of the account is for nobody. */
  async unsubscribe(): Promise<void> {
    if (!this.#account) return;
    const { accountId, parentId } = this.#account, whose = this.kind === "facebook" ? accountId : parentId || accountId;
    const { company, connectionId, isPageHeardElsewhere } = this.opening;
    // Several numbers share a business account, and a page and its Instagram account the page: the others go on.
    if (this.kind === "cloud" || isPageShared(company.latest, connectionId, whose)) return;
    if (isPageHeardElsewhere(whose)) return;
    await askGraph(this.caller(), `${whose}/subscribed_apps`, z.unknown(), { method: "DELETE" }).catch(() => {});
  }

  async #ask(): Promise<void> {
    try {
      const fields = this.kind === "cloud" ? "id,display_phone_number,verified_name" : "id";
      const { display_phone_number: shown = "" } = await askGraph(
        this.caller(),
        this.account.host === "instagram" ? "me" : this.account.accountId,
        Account,
        {
          query: { fields },
        },
      );
      if (this.#isClosed) return;
      // It may have been taken back when the connection was ended.
      await subscribe(this.caller().app, this.kind, this.account);
      if (this.#isClosed) return;
      this.#become({ status: "CONNECTED", situation: "connected", number: shown.replace(/\D/g, ""), retries: 0 });
    } catch (error) {
      if (this.#isClosed) return;
      if (error instanceof GraphFault && error.isTokenRefused) return this.refused();
      this.#askLater(error);
    }
  }

  #askLater(error: unknown): void {
    const { company, connectionId } = this.opening;
    log.info("Graph does not let us in yet", { company: company.id, connection: connectionId, error });
    const retries = this.#state.retries + 1, wait = waitAfter(retries, Math.random());
    if (wait === undefined) {
      return this.#become({ status: "DISCONNECTED", situation: "stopped_after_failures", retries });
    }
    this.#become({ status: "TIMEOUT", situation: "unreachable", retries });
    this.#timer = setTimeout(() => void this.#ask(), wait);
  }

  /** Tokens by Instagram's own login live for sixty days, and are exchanged before; of one typed in nobody knows since when. */
  async #renew(): Promise<void> {
    const { company, keys, connectionId } = this.opening, account = this.#account;
    if (account?.host !== "instagram") return;
    if (account.tokenExpiresAt !== null && account.tokenExpiresAt - Date.now() > RENEWED_BEFORE) return;
    try {
      const renewed = await renewedToken(this.caller(), Date.now());
      // Somebody may have typed in another one meanwhile.
      if (this.#isClosed) return;
      company.write((db) => changeToken(db, keys, connectionId, renewed));
      this.#account = { ...account, ...renewed };
    } catch (error) {
      log.warn("A token could not be renewed", { company: company.id, connection: connectionId, error });
    }
  }

  #become(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.onState(this.#state);
  }
}
