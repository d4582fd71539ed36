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
import { type Known, nothingKnown } from "./known.ts";
import { startOnTime } from "./move.ts";
import { connectionsAtWork, dueCampaigns, firstScheduled, runningCampaigns } from "./running.ts";
import { sendBy } from "./send_by.ts";
import { settingsOfCampaigns } from "./settings.ts";
import { campaignTable } from "./table.ts";

/** Screens are shown how a campaign goes at most this often (ms). */
const SHOWN_EVERY = 1000;
/** ms. */
const BOOKS_EVERY = 100;
/** ms after which a company that may send no campaigns is looked at again. */
const NOT_ALLOWED = 30_000;
/** The clock calls each second; whom it has not called for so long (ms) is not at work any more. */
const STILL_CALLED = 3000;

/** Sends the campaigns of all companies: what may leave now goes into the outbox, and nothing before its time. */
export class CampaignRunner {
  readonly #known = new Map<Company, Known>();
  /** Whoever else asks the network of numbers asks through this, so that it is not asked two things at once. */
  readonly checks: Checks;
  #isClosed = false;

  constructor(network: Network, readonly keys: Pick<Keys, "digest">) {
    this.checks = new Checks(network);
  }

  /** To be called each second for a company that is at work. */
  tick(company: Company, timeZone: () => string, now: number): void {
    const known = this.#knownOf(company, timeZone);
    known.calledAt = now;
    this.#goOn(company, timeZone, known, now);
  }

  #goOn(company: Company, timeZone: () => string, known: Known, now: number): void {
    if (known.nextAt > now || this.#isClosed) return;
    clearTimeout(known.timer);
    known.nextAt = this.#look(company, timeZone(), known, now);
    // What comes sooner than the clock does not wait for it.
    if (known.nextAt - now >= 1000) return;
    known.timer = setTimeout(() => this.#again(company, timeZone, known), known.nextAt - now);
  }

  #again(company: Company, timeZone: () => string, known: Known): void {
    const now = Date.now();
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
      company.signals.on("campaigns", () => {
        made.nextAt = 0;
        clearTimeout(made.timer);
        // Not inside whatever says so.
        made.timer = setTimeout(() => this.#again(company, timeZone, made));
      });
    }
    return known;
  }

  /** Does what is due, and says when there is something to do again (ms). */
  #look(company: Company, timeZone: string, known: Known, now: number): number {
    // What the company may not send any more waits; when it may again, a setting has changed, and the next minute sees it.
    if (setting(company.latest, "campaignsEnabled") !== "true") return now + NOT_ALLOWED;
    this.#startDue(company, timeZone, known, now);
    const running = runningCampaigns(company.latest);
    let nextAt = firstScheduled(company.latest)[0]?.at ?? Infinity;
    if (running.length > 0) {
      const settings = settingsOfCampaigns(company.read);
      if (now - known.booksAt >= BOOKS_EVERY || now < known.booksAt) {
        known.booksAt = now;
        for (const campaign of running) keepBooks(company, campaign, settings, known, now);
      }
      const calendar = { hours: settings.hours, holidays: holidayDates(company.read), timeZone };
      const opensAt = closedUntil(calendar, now);
      for (const { connectionId } of connectionsAtWork(company.latest)) {
        const { checks, keys } = this;
        const turn = { company, connectionId, settings, timeZone, known, checks, keys, now, opensAt };
        nextAt = Math.min(nextAt, sendBy(turn));
      }
      // Acks come at any time, so those that run are looked at each second.
      const isFilling = running.some(({ filledTo }) => filledTo !== null);
      nextAt = Math.min(nextAt, now + (isFilling ? BOOKS_EVERY : 1000));
    }
    this.#show(company, known, now);
    return nextAt;
  }

  #startDue(company: Company, timeZone: string, known: Known, now: number): void {
    for (const { id } of dueCampaigns(company.latest, { now })) {
      company.write((db) => startOnTime(company, db, id, { timeZone, now }));
      known.unseen.add(id);
    }
  }

  /** Shows screens the campaigns that have moved, each at most once in a second. */
  #show(company: Company, known: Known, now: number): void {
    for (const id of known.unseen) {
      if (now - (known.seenAt.get(id) ?? 0) < SHOWN_EVERY) continue;
      known.unseen.delete(id);
      known.seenAt.set(id, now);
      const [row] = campaignsThat(company.read, eq(campaignTable.id, id));
      if (row) company.write((db, emit) => void emitCampaign(company, db, emit, id, { recipients: true }));
    }
  }
}
