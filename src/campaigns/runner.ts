import { eq } from "drizzle-orm";
import type { Company } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import { holidayDates } from "../settings/hours.ts";
import { setting } from "../settings/settings.ts";
import { closedUntil } from "../shared/campaigns/hours.ts";
import { campaignsThat, emitCampaign } from "./campaigns.ts";
import { Checks, type Network } from "./check_numbers.ts";
import { keepBooks } from "./keep_books.ts";
import { heedClock, type Known, nothingKnown } from "./known.ts";
import { startOnTime } from "./move.ts";
import { connectionsAtWork, dueCampaigns, firstScheduled, runningCampaigns } from "./running.ts";
import { sendBy } from "./send_by.ts";
import { campaignsWithNews, settleAll } from "./settle.ts";
import { settingsOfCampaigns } from "./settings.ts";
import { type CampaignRow, campaignTable } from "./table.ts";

/** Screens are shown how a campaign goes at most this often (ms). */
const SHOWN_EVERY = 1000;
/** … and for so many times as long as it takes to count them. */
const SHOWN_PART = 30;
/** So long after it has moved (ms), if nothing else is to be done before. */
const SEEN_AFTER = 200;
/** What the network says of campaigns that do not run is looked for this often (ms), where something was written. */
const IDLE = 5000;
/** ms. */
const BOOKS_EVERY = 100;
/** The clock calls each second; whom it has not called for so long (ms) is not at work any more. */
const STILL_CALLED = 3000;

/** Sends the campaigns of all companies: what may leave now goes into the outbox, and nothing before its time. */
export class CampaignRunner {
  readonly #known = new Map<Company, Known>();
  /** Whoever else asks the network of numbers asks through this, so that it is not asked two things at once. */
  readonly checks: Checks;
  #isClosed = false;

  /** `clock` says what time it is (ms) between two ticks. */
  constructor(network: Network, readonly keys: Pick<Keys, "digests">, readonly clock: () => number = Date.now) {
    this.checks = new Checks(network);
  }

  /** To be called each second for a company that is at work. */
  tick(company: Company, timeZone: () => string, now: number): void {
    const known = this.#knownOf(company, timeZone);
    known.calledAt = now;
    this.#goOn(company, timeZone, known, now);
  }

  #goOn(company: Company, timeZone: () => string, known: Known, now: number): void {
    heedClock(known, now);
    if (known.nextAt > now || this.#isClosed) return;
    if (known.dueAt > now && known.writes === company.writes) return void (known.nextAt = now + IDLE);
    clearTimeout(known.timer);
    Object.assign(known, { lookedAt: now, writes: company.writes });
    known.dueAt = this.#look(company, timeZone(), known, now);
    // Acks come for campaigns that are stopped and finished, too.
    known.nextAt = Math.min(known.dueAt, now + IDLE);
    // What comes sooner than the clock does not wait for it.
    if (known.nextAt - now >= 1000) return;
    known.timer = setTimeout(() => this.#again(company, timeZone, known), known.nextAt - now);
  }

  #again(company: Company, timeZone: () => string, known: Known): void {
    const now = this.clock();
    if (now - known.calledAt > STILL_CALLED) return;
    try {
      this.#goOn(company, timeZone, known, now);
    } catch (error) {
      log.error("Campaigns could not be sent", { company: company.id, error });
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#known.values()) clearTimeout(timer);
  }

  #knownOf(company: Company, timeZone: () => string): Known {
    let known = this.#known.get(company);
    if (!known) {
      known = nothingKnown();
      this.#known.set(company, known);
      const made = known;
      company.signals.on("campaigns", ({ moved }) => {
        for (const id of moved ?? []) made.unseen.add(id);
        // What is only to be seen can wait for what else moves.
        const after = moved ? SEEN_AFTER : 0, now = this.clock();
        made.nextAt = Math.min(made.nextAt, now + after);
        made.dueAt = Math.min(made.dueAt, made.nextAt);
        clearTimeout(made.timer);
        // Not inside whatever says so.
        made.timer = setTimeout(() => this.#again(company, timeZone, made), Math.max(0, made.nextAt - now));
      });
    }
    return known;
  }

  /** Does what is due, and says when there is something to do again (ms) even if nothing is written until then. */
  #look(company: Company, timeZone: string, known: Known, now: number): number {
    // What the company may not send any more waits; when it may again, a setting has changed.
    const mayWork = setting(company.latest, "campaignsEnabled") === "true";
    if (mayWork) this.#startDue(company, timeZone, known, now);
    const running = mayWork ? runningCampaigns(company.latest) : [];
    const dueAt = mayWork ? this.#goOnWith(running, company, timeZone, known, now) : Infinity;
    this.#settleOthers(running, company, known, now);
    return Math.max(Math.min(dueAt, this.#show(company, known, now)), now);
  }

  /** Lets those that run send what they may; says when there is something to do again (ms). */
  #goOnWith(running: CampaignRow[], company: Company, timeZone: string, known: Known, now: number): number {
    let nextAt = firstScheduled.one(company.latest)?.at ?? Infinity;
    if (running.length === 0) return nextAt;
    const settings = settingsOfCampaigns(company.read);
    if (now - known.booksAt >= BOOKS_EVERY || now < known.booksAt) {
      known.booksAt = now;
      for (const campaign of running) keepBooks(company, campaign, settings, known, now);
    }
    const calendar = { hours: settings.hours, holidays: holidayDates(company.read), timeZone };
    const opensAt = closedUntil(calendar, now), { checks, keys } = this;
    for (const { connectionId } of connectionsAtWork(company.latest)) {
      const turn = { company, connectionId, settings, timeZone, known, checks, keys, now, opensAt };
      nextAt = Math.min(nextAt, sendBy(turn));
    }
    // Acks come at any time, so those that run are looked at each second.
    const isFilling = running.some(({ filledTo }) => filledTo !== null);
    return Math.min(nextAt, now + (isFilling ? BOOKS_EVERY : 1000));
  }

  /** Acks come for those that are stopped and finished, too. */
  #settleOthers(running: CampaignRow[], company: Company, known: Known, now: number): void {
    const others = campaignsWithNews(company.latest).filter((id) => !running.some((each) => each.id === id));
    for (const id of others) {
      company.write((db) => settleAll(db, id, now));
      known.unseen.add(id);
    }
  }

  #startDue(company: Company, timeZone: string, known: Known, now: number): void {
    for (const { id } of dueCampaigns(company.latest, { now })) {
      company.write((db, emit) => startOnTime(company, db, emit, id, { timeZone, now }));
      known.unseen.add(id);
    }
  }

  /** Shows screens the campaigns that have moved, each at most once in a second; says when the next is to be shown (ms). */
  #show(company: Company, known: Known, now: number): number {
    let nextAt = Infinity;
    for (const id of known.unseen) {
      const mayAt = (known.seenAt.get(id) ?? 0) + SHOWN_EVERY;
      if (mayAt > now) {
        nextAt = Math.min(nextAt, mayAt);
        continue;
      }
      known.unseen.delete(id);
      const begun = performance.now();
      const [row] = campaignsThat(company.read, eq(campaignTable.id, id));
      if (row) company.write((db, emit) => void emitCampaign(company, db, emit, id, { recipients: true }));
      // To count a hundred thousand recipients takes a while, in which nobody else has their turn.
      known.seenAt.set(id, now + (performance.now() - begun) * SHOWN_PART);
    }
    return nextAt;
  }
}
